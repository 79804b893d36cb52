package formats

import (
	"eyeline/reader/internal/skim"
	"eyeline/reader/transcript/record"
)

// qwenCode is the JSONL of Qwen Code. Seen: 0.24.4.
//
// A result is the output or error of a functionResponse. A read that is refused as unchanged since an earlier one is
// recorded as it was sent.
var qwenCode = &Format{
	Name:   "qwen-code",
	Agent:  "Qwen Code",
	Lines:  true,
	Forget: true,
	Reads: Form{status: "Showing lines ", open: "\n\n---\n\n", Base0: true, notices: []string{
		"Cannot display content of ", "(read_file completed with no output)", "[Unsupported ", "[File ",
	}},
	Trims:  true,
	Write:  writeReply,
	Places: []Place{{Dir: ".qwen", Pattern: "projects/*/chats/*.jsonl", Folder: 2}},
	detect: func(h *head) bool {
		return h.any(func(v skim.Value) bool {
			return v.Get("sessionId").Kind == skim.String && v.Get("message", "parts").Kind == skim.Array
		})
	},
	Decoder: func(b *record.Builder) Decoder { return &qwen{b} },
}

type qwen struct{ b *record.Builder }

func (d *qwen) Record(v skim.Value) bool {
	var m [8]skim.Value
	v.Members(m[:], "type", "timestamp", "message", "toolCallResult", "subtype", "sessionId", "cwd", "version")
	kind, at, message, status, subtype := m[0], m[1], m[2], m[3], m[4]
	head := &d.b.Run.Header
	set(&head.ID, m[5])
	set(&head.Dir, m[6])
	set(&head.Version, m[7])
	switch kind.Text(20) {
	case "assistant":
		for part := range message.Get("parts").Values() {
			if call := part.Get("functionCall"); call.Kind == skim.Object {
				d.b.Call(call.Get("id"), when(at), call.Get("name"), call.Get("args"))
			}
		}
	case "tool_result", "user":
		for part := range message.Get("parts").Values() {
			reply := part.Get("functionResponse")
			c := d.b.Answer(reply.Get("id"), when(at), d.b.Place(reply.Get("response"), record.AsFormat))
			if c != nil {
				c.Failed = status.Get("status").Is("error")
				c.Side = d.b.Place(status, record.AsJSON)
				c.Media = c.Media || reply.Get("parts").Kind == skim.Array
			}
		}
	case "system":
		if subtype.Is("chat_compression") {
			d.b.Compaction(when(at))
		}
	default:
		return false
	}
	d.b.Seen(when(at))
	return true
}
