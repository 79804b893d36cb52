package formats

import (
	"cmp"
	"fmt"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// openHands is the trajectory that OpenHands saves: one list of events, actions and the observations that they caused.
// Its store has a file for each, which are read as that list.
// The fields are those of the project's sources, seen in runs of 0.x, and those of its SDK 1.43, which was not run.
var openHands = &Format{
	Name:    "openhands",
	Agent:   "OpenHands",
	Note:    "Whether the texts of observations are what was sent is not known: long ones are cut for the model.",
	detect:  func(_ string, v jsonskim.Value) bool { return isOpenHands(v.Elem(0)) },
	Decoder: func(b *record.Builder) Decoder { return (&openHandsEvents{b, map[string]*record.Call{}}).record },
	Places:  []Place{{Dir: ".openhands", Pattern: "conversations/*/base_state.json"}},
}

// isOpenHands reports whether a value, whose end may be missing, is an event of OpenHands or of its SDK, of which the
// first may be long, or the state that stands before them.
func isOpenHands(v jsonskim.Value) bool {
	does := v.Get("action").Kind == jsonskim.String || v.Get("observation").Kind == jsonskim.String
	sdk := among(openHandsKnown, v.Get("kind").Text(60)) || v.Get("system_prompt").Kind == jsonskim.Object
	state := v.Get("agent", "llm", "model").Kind == jsonskim.String
	return state || v.Get("source").Kind == jsonskim.String && (sdk || does && v.Get("id").Kind == jsonskim.Number)
}

// openHandsKnown are the kinds of the SDK's events, those that say nothing of files among them.
const openHandsKnown = "ActionEvent AgentErrorEvent Condensation CondensationRequest CondensationSummaryEvent" +
	" ConversationErrorEvent ConversationStateUpdateEvent HookExecutionEvent InterruptEvent LLMCompletionLogEvent" +
	" MessageEvent ObservationEvent PauseEvent StreamingDeltaEvent SystemPromptEvent TokenEvent UserRejectObservation"

type openHandsEvents struct {
	b     *record.Builder
	calls map[string]*record.Call // by the identifiers of the events
}

// openHandsKinds are what actions on files do.
var openHandsKinds = map[string]record.Kind{
	"read": record.ReadFile, "edit": record.Change, "write": record.Change, "run": record.Shell,
}

func (d *openHandsEvents) record(list jsonskim.Value) bool {
	takeAll(d.b, list, d.event)
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
	d.b.Seen(at)
	delete(d.calls, "") // an event without a name is nobody's cause
	switch {
	case v.Kind != jsonskim.Object:
		return false
	case v.Get("source").Kind != jsonskim.String:
		setHeader(d.b, v, "id", "", "")
		setHeader(d.b, v.Get("workspace"), "", "working_dir", "")
	case kind != "":
		return d.sdk(kind, v, at)
	case v.Get("source").Is("agent") && v.Get("action").Kind == jsonskim.String:
		c := d.b.CallNamed(jsonskim.Value{}, at, v.Get("action").Text(40), v.Get("args"))
		if c.Kind = openHandsKinds[c.Tool]; v.Get("args", "command").Is("view") {
			c.Kind = record.ReadFile
		}
		c.Fidelity = record.Recorded
		d.calls[openHandsID(v.Get("id"))] = c
	}
	if c := d.calls[openHandsID(v.Get("cause"))]; c != nil && v.Get("observation").Kind == jsonskim.String {
		c.Result = d.b.Place(v.Get("content"), record.AsText)
		c.Failed = v.Get("observation").Is("error")
	}
	return true
}

// sdk takes an event of the SDK, where a call has the identifier that the model gave it.
func (d *openHandsEvents) sdk(kind string, v jsonskim.Value, at time.Time) bool {
	var c *record.Call
	switch id := v.Get("tool_call_id"); kind {
	case "ActionEvent":
		c = d.b.Call(id, at, v.Get("tool_name"), v.Get("action"))
		c.Fidelity = record.Recorded
	case "ObservationEvent":
		seen := v.Get("observation")
		c = d.b.AnswerBlocks(id, at, cmp.Or(seen.Get("content"), seen.Get("output")))
		c.Failed = seen.Get("is_error").Kind == jsonskim.True
	case "AgentErrorEvent", "UserRejectObservation":
		c = d.b.Answer(id, at, d.b.Place(cmp.Or(v.Get("error"), v.Get("rejection_reason")), record.AsText))
		c.Failed = true
	case "Condensation":
		for id := range v.Get("forgotten_event_ids").Values() {
			d.b.Prune(d.calls[openHandsID(id)])
		}
		return true
	default:
		return among(openHandsKnown, kind)
	}
	d.calls[openHandsID(v.Get("id"))] = c
	return true
}
