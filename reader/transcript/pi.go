package transcript

import "eyeline/reader/internal/skim"

// pi is the JSONL of pi, version 3. Seen: 0.87.1. A result is what the model was sent. pi's version is not recorded.
var pi = &Format{
	Name:   "pi",
	Agent:  "pi",
	lines:  true,
	forget: true,
	reads: form{
		ends:    []string{"\n\n[Showing lines ", " more lines in file. Use offset="},
		notices: []string{"[Line ", "Read image file ["},
	},
	detect: func(h *head) bool {
		return h.any(func(v skim.Value) bool {
			return v.Get("type").Is("session") && v.Get("cwd").Kind == skim.String && v.Get("id").Kind == skim.String
		})
	},
	decode: func(b *builder) decoder { return &piSession{b} },
}

type piSession struct{ b *builder }

const piKnown = "model_change thinking_level_change branch_summary custom custom_message label session_info"

func (d *piSession) record(v skim.Value) bool {
	kind, at := v.Get("type").Text(40), when(v.Get("timestamp"))
	d.b.seen(at)
	switch kind {
	case "session":
		head := &d.b.s.Header
		set(&head.ID, v.Get("id"))
		set(&head.Dir, v.Get("cwd"))
		set(&head.Parent, v.Get("parentSession"))
	case "compaction":
		d.b.compaction(at)
	case "message":
		message := v.Get("message")
		switch message.Get("role").Text(40) {
		case "assistant":
			_ = message.Get("content").Each(func(_ []byte, block skim.Value) error {
				if block.Get("type").Is("toolCall") {
					d.b.call(block.Get("id"), at, block.Get("name").Text(100), block.Get("arguments"))
				}
				return nil
			})
		case "toolResult":
			content := message.Get("content")
			if c := d.b.answer(message.Get("toolCallId"), at, d.b.place(content, AsBlocks)); c != nil {
				c.Failed = message.Get("isError").Kind == skim.True
				c.Media = hasMedia(content)
				c.Side = d.b.place(message.Get("details"), AsJSON)
			}
		}
	default:
		return among(piKnown, kind)
	}
	return true
}
