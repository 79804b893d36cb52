package transcript

import (
	"strings"

	"eyeline/reader/internal/skim"
)

// copilotCLI is the events.jsonl of Copilot CLI. Seen: 1.0.102.
//
// The content of a result is what the model was sent. Of a call that failed only a shorter message is kept
// ("Path does not exist"); such results are marked as recorded.
var copilotCLI = &Format{
	Name:   "copilot-cli",
	Agent:  "Copilot CLI",
	Note:   "Of calls that failed a shorter text is kept than the model was sent.",
	lines:  true,
	forget: true,
	reads: form{ends: []string{"\n\n[Output truncated. "}, notices: []string{
		"File too large to read at once (", "Viewed image file successfully.",
	}},
	detect: func(h *head) bool {
		return h.any(func(v skim.Value) bool {
			return v.Get("type").Is("session.start") && v.Get("data").Kind == skim.Object
		})
	},
	decode: func(b *builder) decoder { return &copilot{b} },
}

type copilot struct{ b *builder }

func (d *copilot) record(v skim.Value) bool {
	var kind, data, at skim.Value
	_ = v.Each(func(key []byte, v skim.Value) error {
		switch string(key) {
		case "type":
			kind = v
		case "data":
			data = v
		case "timestamp":
			at = v
		}
		return nil
	})
	switch name := kind.Text(60); name {
	case "session.start":
		head := &d.b.s.Header
		set(&head.ID, data.Get("sessionId"))
		set(&head.Version, data.Get("copilotVersion"))
		set(&head.Dir, data.Get("context", "cwd"))
	case "session.compaction_complete":
		d.b.compaction(when(at))
	case "assistant.message":
		_ = data.Get("toolRequests").Each(func(_ []byte, call skim.Value) error {
			d.b.call(call.Get("toolCallId"), when(at), call.Get("name").Text(100), call.Get("arguments"))
			return nil
		})
	case "tool.execution_start":
		d.b.call(data.Get("toolCallId"), when(at), data.Get("toolName").Text(100), data.Get("arguments"))
	case "tool.execution_complete":
		d.result(data, at)
	default:
		group, _, _ := strings.Cut(name, ".")
		return among("abort assistant hook model pending_messages permission session skill subagent system tool user", group)
	}
	d.b.seen(when(at))
	return true
}

func (d *copilot) result(data, at skim.Value) {
	content := data.Get("result", "content")
	failed := data.Get("success").Kind == skim.False
	if failed {
		content = data.Get("error", "message")
	}
	if c := d.b.answer(data.Get("toolCallId"), when(at), d.b.place(content, AsBlocks)); c != nil {
		c.Failed = failed
		if failed {
			c.Fidelity = Recorded
		}
		if data.Get("toolTelemetry", "properties", "viewType").Is("directory") {
			c.Kind = Other // it listed a folder
		}
		c.Side = d.b.place(data.Get("result", "detailedContent"), AsText)
	}
}
