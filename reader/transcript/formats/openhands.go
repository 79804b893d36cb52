package formats

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
)

// openHands is the trajectory that OpenHands saves: one list of events, actions and the observations that they caused.
// Its store has a file for each, which are read as that list.
// The fields are those of the project's sources, seen in runs of 0.x, and those of its SDK 1.43, which was not run.
var openHands = &Format{
	Name:    "openhands",
	Agent:   "OpenHands",
	Note:    "Whether the texts of observations are what was sent is not known: long ones are cut for the model.",
	detect:  func(_ string, v jsonskim.Head) bool { return isOpenHands(v.Elem(0)) },
	Decoder: func(b *record.Builder) Decoder { return (&openHandsEvents{b, map[string]*record.Call{}}).record },
	Output:  openHandsCommand,
	Places:  []Place{{Dir: ".openhands", Pattern: "conversations/*/base_state.json"}},
}

// openHandsOutput is the output.jsonl of OpenHands' benchmarks: a line for each task that was run, whose history is a
// list of events or, up to 0.9, of pairs of them. Each task is an agent of its own; the first one is the run's.
var openHandsOutput = openHands.with(func(f *Format) {
	f.Lines, f.Places = true, nil
	f.detect = func(_ string, v jsonskim.Head) bool {
		history, found := v.Enter("history")
		return v.Get("instance_id").Kind == jsonskim.String &&
			(found && history.Kind == jsonskim.Array || v.Get("metadata", "agent_class").Kind == jsonskim.String)
	}
	f.Decoder = func(b *record.Builder) Decoder {
		return func(v jsonskim.Value) bool { return openHandsTask(b, v) }
	}
})

// openHandsTask takes a task.
func openHandsTask(b *record.Builder, v jsonskim.Value) bool {
	id := v.Get("instance_id").Text(200)
	if b.Run.ID == "" {
		b.NameRun(id)
	} else {
		b = b.Sub(record.Agent{ID: id})
	}

	d := &openHandsEvents{b, map[string]*record.Call{}}
	list, found := v.Enter("history")
	for event := range list.Values() {
		if b.Run.LimitError() != nil {
			break
		}

		if event.Kind == jsonskim.Array {
			d.pair(event)
		} else if !d.event(event) {
			b.Unknown(event)
		}
	}

	return found
}

type openHandsEvents struct {
	b     *record.Builder
	calls map[string]*record.Call // by the identifiers of the events
}

// pair takes an action and the observation of what it caused.
func (d *openHandsEvents) pair(pair jsonskim.Value) {
	action, seen := pair.Elem(0), pair.Elem(1)
	if !action.Get("source").Is("agent") && action.Get("action").Kind != jsonskim.String {
		return
	}
	c := d.action(action, when(action.Get("timestamp")))
	d.observed(c, seen)
}

// openHandsKnown are the kinds of the SDK's events, those that say nothing of files among them.
const openHandsKnown = "ActionEvent AgentErrorEvent Condensation CondensationRequest CondensationSummaryEvent" +
	" ConversationErrorEvent ConversationStateUpdateEvent HookExecutionEvent InterruptEvent LLMCompletionLogEvent" +
	" MessageEvent ObservationEvent PauseEvent StreamingDeltaEvent SystemPromptEvent TokenEvent UserRejectObservation"

// isOpenHands reports whether a value, whose end may be missing, is an event of OpenHands or of its SDK (the first one
// may be long), or the state that stands before them.
func isOpenHands(v jsonskim.Value) bool {
	does := v.Get("action").Kind == jsonskim.String || v.Get("observation").Kind == jsonskim.String
	sdk := among(openHandsKnown, v.Get("kind").Text(60)) || v.Get("system_prompt").Kind == jsonskim.Object
	state := v.Get("agent", "llm", "model").Kind == jsonskim.String
	return state || v.Get("source").Kind == jsonskim.String && (sdk || does && v.Get("id").Kind == jsonskim.Number)
}

var openHandsCuts = lazy.Regexp(`\n?\[\.\.\. Observation truncated due to length \.\.\.\]\n?`)

// openHandsCommand is a command's own output: what follows it says how it ended.
func openHandsCommand(text string) cmdoutput.Output {
	if i := strings.LastIndex(text, "\n[The command completed with exit code "); i >= 0 {
		text = text[:i]
	}
	return cmdoutput.SplitAt(text, openHandsCuts(), "[... Observation truncated ")
}

// openHandsKinds are what actions on files do.
var openHandsKinds = map[string]record.Kind{
	"read": record.ReadFile, "edit": record.Change, "write": record.Change, "run": record.Shell,
}

func (d *openHandsEvents) record(list jsonskim.Value) bool {
	decodeAll(d.b, list, d.event)
	return true
}

// openHandsID is an event's identifier: a number, in the SDK a text; "" for none.
func openHandsID(v jsonskim.Value) string {
	if n, ok := v.Int(); ok {
		return fmt.Sprint(n)
	}
	return v.Text(100)
}

func (d *openHandsEvents) event(v jsonskim.Value) bool {
	at, kind := when(v.Get("timestamp")), v.Get("kind").Text(60)
	d.b.SeenAt(at)
	delete(d.calls, "") // an event without a name is nobody's cause

	switch {
	case v.Kind != jsonskim.Object:
		return false
	case v.Get("source").Kind != jsonskim.String:
		setHeader(d.b, v, "id", "", "")
		setHeader(d.b, v.Get("workspace"), "", "working_dir", "")
	case kind != "":
		return d.sdk(kind, v, at)
	case v.Get("action").Is("message") || v.Get("action").Is("system"):
		say(d.b, v.Get("args", "content"), v.Get("source").Is("agent"))
		say(d.b, v.Get("args", "thought"), true)
	case v.Get("source").Is("agent") && v.Get("action").Kind == jsonskim.String:
		say(d.b, v.Get("args", "thought"), true)
		d.calls[openHandsID(v.Get("id"))] = d.action(v, at)
	}

	if c := d.calls[openHandsID(v.Get("cause"))]; c != nil {
		d.observed(c, v)
	}

	return true
}

// action adds the call that an action is.
func (d *openHandsEvents) action(v jsonskim.Value, at time.Time) *record.Call {
	c := d.b.CallNamed(jsonskim.Value{}, at, v.Get("action").Text(40), v.Get("args"))
	c.Kind = openHandsKinds[c.Tool]
	if v.Get("args", "command").Is("view") {
		c.Kind = record.ReadFile
	}
	c.Fidelity = record.Recorded
	return c
}

// observed gives a call what an observation has.
func (d *openHandsEvents) observed(c *record.Call, v jsonskim.Value) {
	if v.Get("observation").Kind == jsonskim.String {
		d.b.Gives(c, d.b.Place(v.Get("content"), record.AsText))
		c.Failed = v.Get("observation").Is("error")
		openHandsView(c, v.Get("content"))
	}
}

// openHandsView takes the words of a view that gave no lines: one that failed, though the record does not say so, and
// that of a folder.
func openHandsView(c *record.Call, said jsonskim.Value) {
	const longest = 100
	if c.Kind != record.ReadFile {
		return
	}

	head := said.Text(longest)
	if strings.HasPrefix(head, "ERROR:\n") {
		c.Failed = true
	} else if strings.HasPrefix(head, "Here's the files and directories up to ") {
		c.Kind = record.Other
	}
}

// sdk takes an event of the SDK, where a call has the identifier that the model gave it.
func (d *openHandsEvents) sdk(kind string, v jsonskim.Value, at time.Time) bool {
	var c *record.Call
	switch id := v.Get("tool_call_id"); kind {
	case "MessageEvent":
		message := v.Get("llm_message")
		say(d.b, message.Get("content"), message.Get("role").Is("assistant"))
		say(d.b, v.Get("extended_content"), false)
		return true
	case "SystemPromptEvent":
		instruct(d.b, v.Get("system_prompt", "text"))
		return true
	case "ActionEvent":
		say(d.b, v.Get("thought"), true)
		c = d.b.Call(id, at, v.Get("tool_name"), v.Get("action"))
		c.Fidelity = record.Recorded
	case "ObservationEvent":
		seen := v.Get("observation")
		c = d.b.AnswerBlocks(id, at, cmp.Or(seen.Get("content"), seen.Get("output")))
		c.Failed = seen.Get("is_error").Kind == jsonskim.True
		openHandsView(c, cmp.Or(seen.Get("content").Elem(0).Get("text"), seen.Get("output")))
	case "AgentErrorEvent", "UserRejectObservation":
		c = d.b.Answer(id, at, d.b.Place(cmp.Or(v.Get("error"), v.Get("rejection_reason")), record.AsText))
		c.Failed = true
	case "Condensation":
		for id := range v.Get("forgotten_event_ids").Values() {
			d.b.Prune(d.calls[openHandsID(id)])
		}
		say(d.b, v.Get("summary"), true)
		return true
	default:
		return among(openHandsKnown, kind)
	}

	d.calls[openHandsID(v.Get("id"))] = c
	return true
}
