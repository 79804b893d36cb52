package formats

import (
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/searchtext"
)

// copilotCLI is the events.jsonl of Copilot CLI. Seen: 1.0.102.
//
// The content of a result is what the model was sent. Of a call that failed only a shorter message is kept
// ("Path does not exist"); such results are marked as recorded.
var copilotCLI = &Format{
	Finds: searchtext.Names,
	Says:  true,
	Name:  "copilot-cli",
	Agent: "Copilot CLI",
	Note:  "Of calls that failed a shorter text is kept than the model was sent.",
	Lines: true,
	Reads: LineLayout{older: []string{". "}, ends: []string{"\n\n[Output truncated. "}, notices: []string{
		"File too large to read at once (", "Viewed image file successfully.",
	}},
	detect: func(_ string, v jsonskim.Head) bool {
		return v.Get("type").Is("session.start") && v.Get("data").Kind == jsonskim.Object
	},
	Output:  cmdoutput.Copilot,
	Places:  []Place{{Dir: ".copilot", Pattern: "session-state/*/events.jsonl"}},
	Decoder: func(b *record.Builder) Decoder { return (&copilot{b}).record },
	Hook: `{"version": 1, "hooks": {"preToolUse": [
  {"type": "command", "bash": "eyeline transcript --guard", "powershell": "eyeline transcript --guard"}]}}
`,
}

type copilot struct{ b *record.Builder }

func (d *copilot) record(v jsonskim.Value) bool {
	data := v.Get("data")
	at := when(v.Get("timestamp"))
	switch name := v.Get("type").Text(60); name {
	case "session.start":
		setHeader(d.b, data, "sessionId", "", "copilotVersion")
		d.b.SeenDir(data.Get("context", "cwd"))
	case "session.compaction_complete":
		d.b.Compaction(at)
		say(d.b, data.Get("summaryContent"), true)
	case "user.message":
		d.user(data, at)
	case "system.message":
		instruct(d.b, data.Get("content"))
	case "skill.invoked", "system.notification":
		d.b.SayAll(data)
	case "assistant.message":
		say(d.b, data.Get("content"), true)
		d.b.SetModel(data.Get("model"))
		for call := range data.Get("toolRequests").Values() {
			d.b.Call(call.Get("toolCallId"), at, call.Get("name"), call.Get("arguments"))
		}
	case "tool.execution_start":
		d.started(data, at)
	case "tool.execution_complete":
		d.result(data, at)
	default:
		group, _, _ := strings.Cut(name, ".")
		return among("abort assistant hook model pending_messages permission session skill subagent system tool user",
			group)
	}

	d.b.SeenAt(at)
	return true
}

// started takes a call that starts. It was recorded when the model asked for it, mostly: its arguments may be written
// with other bytes now.
func (d *copilot) started(data jsonskim.Value, at time.Time) {
	id := data.Get("toolCallId")
	name := data.Get("toolName")
	args := data.Get("arguments")
	if c := d.b.Find(id); c != nil && !c.Answered() && name.Is(c.Tool) {
		d.b.Completes(c, args)
		return
	}
	d.b.Call(id, at, name, args)
}

// user takes what a person wrote, and what was sent of it: with what the agent put around it, and with files whose
// lines the record does not have.
func (d *copilot) user(data jsonskim.Value, at time.Time) {
	say(d.b, data.Get("content"), false)
	instruct(d.b, data.Get("transformedContent"))
	for one := range data.Get("attachments").Values() {
		kind := one.Get("type").Text(40)
		if kind != "file" && kind != "selection" {
			d.b.SayAll(one)
			continue
		}

		c := d.b.Attach(at, kind, d.b.PlaceObject(one))
		d.b.AnswerUnrecorded(c)
		say(d.b, one.Get("text"), false)
	}
}

func (d *copilot) result(data jsonskim.Value, at time.Time) {
	content := data.Get("result", "content")
	failed := data.Get("success").Kind == jsonskim.False
	if failed {
		content = data.Get("error", "message")
	}

	c := d.b.Answer(data.Get("toolCallId"), at, d.b.Place(content, record.AsBlocks))
	c.Failed = failed
	if failed {
		c.Fidelity = record.Recorded
	}
	if data.Get("toolTelemetry", "properties", "viewType").Is("directory") {
		c.Kind = record.Other // it listed a folder
	}

	c.Side = d.b.Place(data.Get("result", "detailedContent"), record.AsText)
}
