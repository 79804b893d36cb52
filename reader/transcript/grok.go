package transcript

import (
	"net/url"
	"path/filepath"

	"eyeline/reader/internal/skim"
)

// grokBuild is the chat_history.jsonl of Grok Build: what the model saw. Times and failures are in updates.jsonl beside
// it, the working folder and identifier in summary.json. For broken arguments the history keeps the model's own text,
// while "{}" was sent back to it. The version is not recorded.
var grokBuild = &Format{
	Name:  "grok-build",
	Agent: "Grok Build",
	lines: true,
	reads: form{sep: "→", every: 10, always: true},
	detect: func(h *head) bool {
		return filepath.Base(h.path) == "chat_history.jsonl" && h.any(func(v skim.Value) bool {
			return v.Get("type").Kind == skim.String && v.Get("content").Kind != skim.Missing
		})
	},
	decode: func(b *builder) decoder { return &grok{b: b} },
	folder: func(name string) string {
		dir, err := url.PathUnescape(name)
		if err != nil {
			return ""
		}
		return dir
	},
	beside: func(path string) []beside {
		return []beside{{
			path: filepath.Join(filepath.Dir(path), "updates.jsonl"), extra: true,
			decode: func(b *builder) decoder { return &grokUpdates{b} },
		}}
	},
}

type grok struct {
	b    *builder
	head bool
}

func (d *grok) record(v skim.Value) bool {
	if !d.head {
		d.head = true
		summary := smallJSON(filepath.Join(filepath.Dir(d.b.s.files[0].name), "summary.json"))
		head := &d.b.s.Header
		set(&head.ID, summary.Get("info", "id"))
		set(&head.Dir, summary.Get("info", "cwd"))
		d.b.seen(when(summary.Get("created_at")))
		d.b.seen(when(summary.Get("updated_at")))
	}
	switch kind := v.Get("type").Text(40); kind {
	case "assistant":
		_ = v.Get("tool_calls").Each(func(_ []byte, call skim.Value) error {
			d.b.call(call.Get("id"), when(skim.Value{}), call.Get("name").Text(100), call.Get("arguments"))
			return nil
		})
	case "tool_result":
		content := v.Get("content")
		if c := d.b.answer(v.Get("tool_call_id"), when(skim.Value{}), d.b.place(content, AsBlocks)); c != nil {
			c.Media = hasMedia(content)
		}
	default:
		return among("system user reasoning", kind)
	}
	return true
}

// grokUpdates takes times and failures from the notifications for the screen.
type grokUpdates struct{ b *builder }

func (d *grokUpdates) record(v skim.Value) bool {
	params := v.Get("params")
	update := params.Get("update")
	at := when(params.Get("_meta", "agentTimestampMs"))
	if at.IsZero() {
		at = when(v.Get("timestamp"))
	}
	d.b.seen(at)
	c := d.b.find(update.Get("toolCallId"))
	if c == nil {
		return true
	}
	if update.Get("sessionUpdate").Is("tool_call") {
		c.Time = at
	}
	if update.Get("status").Is("failed") {
		c.Failed = true
	}
	return true
}
