package formats

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strings"

	"eyeline/reader/internal/skim"
	"eyeline/reader/transcript/record"
)

// kimiCode is the wire.jsonl of Kimi Code, a log of what happened to the context. Seen: 2.1.0.
//
// A result is kept in parts: the output, a note that follows it, and whether it failed. What the model was sent is put
// together from them. Each agent of a session has a file of its own.
var kimiCode = &Format{
	Name:   "kimi-code",
	Agent:  "Kimi Code",
	Note:   "Results are put together from the parts that are recorded.",
	Lines:  true,
	Forget: true,
	Reads:  Form{sep: "\t", Always: true},
	detect: func(h *head) bool {
		return h.any(func(v skim.Value) bool {
			return v.Get("type").Is("metadata") && v.Get("protocol_version").Kind == skim.String
		})
	},
	Decoder: func(b *record.Builder) Decoder { return &kimi{b} },
	Beside:  kimiAgents,
	Write:   writeKimi,
	Places:  []Place{{Dir: ".kimi-code", Pattern: "sessions/*/session_*/agents/main/wire.jsonl"}},
}

type kimi struct{ b *record.Builder }

func (d *kimi) Record(v skim.Value) bool {
	var m [4]skim.Value
	v.Members(m[:], "type", "event", "time", "created_at")
	kind, event, t := m[0], m[1], when(cmp.Or(m[2], m[3]))
	d.b.Seen(t)
	switch name := kind.Text(60); name {
	case "metadata":
		if id, ok := strings.CutPrefix(filepath.Base(filepath.Join(d.b.Main, "../../..")), "session_"); ok {
			d.b.Run.ID = id
		}
	case "profile.bind":
		set(&d.b.Run.Dir, v.Get("environmentDisclosure", "cwd"))
	case "context.apply_compaction", "micro_compaction.apply":
		d.b.Compaction(t)
	case "context.append_loop_event":
		switch event.Get("type").Text(40) {
		case "tool.call":
			d.b.Call(event.Get("toolCallId"), t, event.Get("name"), event.Get("args"))
		case "tool.result":
			result := event.Get("result")
			if c := d.b.Answer(event.Get("toolCallId"), t, d.b.Place(result, record.AsFormat)); c != nil {
				c.Failed = result.Get("isError").Kind == skim.True
				c.Media = record.HasMedia(result.Get("output"))
				c.Fidelity = record.Rebuilt
			}
		}
	default:
		group, _, _ := strings.Cut(name, ".")
		return among(kimiKnown, group)
	}
	return true
}

// kimiKnown are the first parts of the types of records that say nothing of files.
const kimiKnown = "agent context full_compaction goal llm permission plan plan_mode plugin profile prompt runtime" +
	" skill task todo token_counting turn usage config"

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
	if err := record.WriteBlocks(output, w); err != nil {
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
func kimiAgents(path string) []File {
	own := filepath.Dir(path)
	dir := filepath.Dir(own)
	if filepath.Base(dir) != "agents" || filepath.Base(own) != "main" {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var found []File
	for _, e := range entries {
		if e.IsDir() && e.Name() != "main" {
			file := filepath.Join(dir, e.Name(), "wire.jsonl")
			found = append(found, File{Path: file, Agent: record.Agent{ID: e.Name(), File: file}})
		}
	}
	return found
}
