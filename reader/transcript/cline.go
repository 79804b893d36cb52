package transcript

import (
	"io"
	"path"
	"time"

	"eyeline/reader/internal/skim"
)

// cline is the conversation that Cline keeps: one JSON value, {id}.messages.json of the command line (seen: 3.0.65) or
// api_conversation_history.json of the extension, a list of messages.
//
// It keeps results as they were before long ones are cut in the middle to 8,000 UTF-16 units. What the model was sent is
// made from them by that rule. The form with calls as XML in the text, of older versions, has no calls here. The working
// folder is not recorded.
var cline = &Format{
	Name:   "cline",
	Agent:  "Cline",
	Note:   "Results are kept before they are cut to 8,000 characters; the cut is made again here.",
	sameID: true,
	reads:  form{sep: " | ", always: true},
	detect: func(h *head) bool {
		v := h.whole
		switch v.Kind {
		case skim.Array:
			first := v.Elem(0)
			return path.Base(h.path) == "api_conversation_history.json" || first.Get("role").Kind == skim.String && first.Get("content").Kind != skim.Missing
		case skim.Object:
			return v.Get("sessionId").Kind == skim.String && (v.Get("origin").Kind == skim.Object || v.Get("messages").Elem(0).Get("role").Kind == skim.String)
		}
		return false
	},
	decode: func(b *builder) decoder { return &clineChat{b} },
}

type clineChat struct{ b *builder }

func (d *clineChat) record(v skim.Value) bool {
	if v.Kind == skim.Array {
		d.messages(v)
		return true
	}
	head, found := &d.b.s.Header, false
	_ = v.Each(func(key []byte, v skim.Value) error {
		switch string(key) {
		case "sessionId":
			set(&head.ID, v)
		case "origin":
			set(&head.Version, v.Get("version"))
		case "cwd":
			set(&head.Dir, v)
		}
		return nil
	})
	_ = v.Enter("messages", func(list skim.Value) error {
		found = true
		return d.messages(list)
	})
	return found
}

func (d *clineChat) messages(list skim.Value) error {
	return list.Each(func(_ []byte, message skim.Value) error {
		at := when(message.Get("ts"))
		d.b.seen(at)
		return message.Get("content").Each(func(_ []byte, block skim.Value) error {
			switch kind := block.Get("type"); {
			case kind.Is("tool_use"):
				d.b.call(block.Get("id"), at, block.Get("name").Text(100), block.Get("input"))
			case kind.Is("tool_result"):
				d.result(block, at)
			}
			return nil
		})
	})
}

func (d *clineChat) result(block skim.Value, at time.Time) {
	content := block.Get("content")
	as, failed := AsBlocks, block.Get("is_error").Kind == skim.True
	_ = content.Each(func(key []byte, answer skim.Value) error {
		if key == nil && answer.Get("query").Kind == skim.String {
			as = AsCline
			failed = failed || answer.Get("success").Kind == skim.False
		}
		return nil
	})
	c := d.b.answer(block.Get("tool_use_id"), at, d.b.place(content, as))
	if c == nil {
		return
	}
	c.Failed = failed
	if as == AsCline {
		c.Fidelity = Rebuilt
	} else {
		c.Media = hasMedia(content)
	}
}

// clineLimit is how many UTF-16 units of a result are sent.
const clineLimit = 8000

// writeCline writes a value as compact JSON, with the members "result" cut.
func writeCline(v skim.Value, w io.Writer) error {
	out := &jsonWriter{w: w}
	out.value(v, false)
	return out.err
}
