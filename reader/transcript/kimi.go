package transcript

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"eyeline/reader/internal/skim"
)

// kimiCode is the wire.jsonl of Kimi Code, a log of what happened to the context. Seen: 2.1.0.
//
// A result is kept in parts: the output, a note that follows it, and whether it failed. What the model was sent is put
// together from them. Each agent of a session has a file of its own.
var kimiCode = &Format{
	Name:   "kimi-code",
	Agent:  "Kimi Code",
	Note:   "Results are put together from the parts that are recorded.",
	lines:  true,
	forget: true,
	reads:  form{sep: "\t", always: true},
	detect: func(h *head) bool {
		return h.any(func(v skim.Value) bool {
			return v.Get("type").Is("metadata") && v.Get("protocol_version").Kind == skim.String
		})
	},
	decode: func(b *builder) decoder { return &kimi{b} },
	beside: kimiAgents,
}

type kimi struct{ b *builder }

func (d *kimi) record(v skim.Value) bool {
	var kind, event, at skim.Value
	_ = v.Each(func(key []byte, v skim.Value) error {
		switch string(key) {
		case "type":
			kind = v
		case "event":
			event = v
		case "time", "created_at":
			at = v
		}
		return nil
	})
	t := when(at)
	d.b.seen(t)
	switch name := kind.Text(60); name {
	case "metadata":
		if id, ok := strings.CutPrefix(filepath.Base(filepath.Join(d.b.s.files[0].name, "../../..")), "session_"); ok {
			d.b.s.ID = id
		}
	case "profile.bind":
		set(&d.b.s.Dir, v.Get("environmentDisclosure", "cwd"))
	case "context.apply_compaction", "micro_compaction.apply":
		d.b.compaction(t)
	case "context.append_loop_event":
		switch event.Get("type").Text(40) {
		case "tool.call":
			d.b.call(event.Get("toolCallId"), t, event.Get("name").Text(100), event.Get("args"))
		case "tool.result":
			result := event.Get("result")
			if c := d.b.answer(event.Get("toolCallId"), t, d.b.place(result, AsKimi)); c != nil {
				c.Failed = result.Get("isError").Kind == skim.True
				c.Media = hasMedia(result.Get("output"))
				c.Fidelity = Rebuilt
			}
		}
	default:
		group, _, _ := strings.Cut(name, ".")
		return among("agent context full_compaction goal llm permission plan plan_mode plugin profile prompt runtime skill"+
			" task todo token_counting turn usage config", group)
	}
	return true
}

// writeKimi puts together what the model was sent.
func writeKimi(v skim.Value, w io.Writer) error {
	output, note := v.Get("output"), v.Get("note")
	switch {
	case v.Get("isError").Kind == skim.True:
		if _, err := io.WriteString(w, "<system>ERROR: Tool execution failed.</system>\n"); err != nil {
			return err
		}
	case output.Is(""):
		if _, err := io.WriteString(w, "<system>Tool output is empty.</system>"); err != nil {
			return err
		}
	}
	if err := writeBlocks(output, w); err != nil {
		return err
	}
	if note.Kind != skim.String {
		return nil
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return note.WriteText(w)
}

// kimiAgents lists the files of the other agents of the session at path, which is .../agents/{name}/wire.jsonl.
func kimiAgents(path string) []beside {
	own := filepath.Dir(path)
	dir := filepath.Dir(own)
	if filepath.Base(dir) != "agents" || filepath.Base(own) != "main" {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var found []beside
	for _, e := range entries {
		if e.IsDir() && e.Name() != "main" {
			file := filepath.Join(dir, e.Name(), "wire.jsonl")
			found = append(found, beside{path: file, agent: Agent{ID: e.Name(), File: file}})
		}
	}
	return found
}
