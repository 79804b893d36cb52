package transcript

import "eyeline/reader/internal/skim"

// qwenCode is the JSONL of Qwen Code. Seen: 0.24.4.
//
// A result is the output or error of a functionResponse. A read that is refused as unchanged since an earlier one is
// recorded as it was sent.
var qwenCode = &Format{
	Name:   "qwen-code",
	Agent:  "Qwen Code",
	lines:  true,
	forget: true,
	reads: form{status: "Showing lines ", open: "\n\n---\n\n", base0: true, notices: []string{
		"Cannot display content of ", "(read_file completed with no output)", "[Unsupported ", "[File ",
	}},
	trims: true,
	detect: func(h *head) bool {
		return h.any(func(v skim.Value) bool {
			return v.Get("sessionId").Kind == skim.String && v.Get("message", "parts").Kind == skim.Array
		})
	},
	decode: func(b *builder) decoder { return &qwen{b} },
}

type qwen struct{ b *builder }

func (d *qwen) record(v skim.Value) bool {
	var kind, at, message, status, subtype skim.Value
	head := &d.b.s.Header
	_ = v.Each(func(key []byte, v skim.Value) error {
		switch string(key) {
		case "type":
			kind = v
		case "timestamp":
			at = v
		case "message":
			message = v
		case "toolCallResult":
			status = v
		case "subtype":
			subtype = v
		case "sessionId":
			set(&head.ID, v)
		case "cwd":
			set(&head.Dir, v)
		case "version":
			set(&head.Version, v)
		}
		return nil
	})
	switch kind.Text(20) {
	case "assistant":
		_ = message.Get("parts").Each(func(_ []byte, part skim.Value) error {
			if call := part.Get("functionCall"); call.Kind == skim.Object {
				d.b.call(call.Get("id"), when(at), call.Get("name").Text(100), call.Get("args"))
			}
			return nil
		})
	case "tool_result", "user":
		_ = message.Get("parts").Each(func(_ []byte, part skim.Value) error {
			reply := part.Get("functionResponse")
			c := d.b.answer(reply.Get("id"), when(at), d.b.place(reply.Get("response"), AsReply))
			if c != nil {
				c.Failed = status.Get("status").Is("error")
				c.Side = d.b.place(status, AsJSON)
				c.Media = c.Media || reply.Get("parts").Kind == skim.Array
			}
			return nil
		})
	case "system":
		if subtype.Is("chat_compression") {
			d.b.compaction(when(at))
		}
	default:
		return false
	}
	d.b.seen(when(at))
	return true
}
