package formats

import (
	"path/filepath"
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
)

// cursor is an agent transcript of Cursor, agent-transcripts/{id}/{id}.jsonl: a line for each message. Results are not
// recorded, so that which lines were sent is not known; nor are times. There was no sample of a real run: the fields
// are those that public readers of it take.
var cursor = &Format{
	Name:   "cursor",
	Agent:  "Cursor",
	Note:   "The transcript has no results: which lines were sent is not known, nor whether a change was made.",
	Lines:  true,
	Shown:  true,
	Output: func(string) cmdoutput.Output { return cmdoutput.Output{} },
	detect: func(_ string, v jsonskim.Head) bool {
		role := v.Get("role")
		return (role.Is("user") || role.Is("assistant")) && v.Get("type").Kind == jsonskim.Missing &&
			v.Get("message", "content").Kind != jsonskim.Missing
	},
	Places:  []Place{{Dir: ".cursor", Pattern: "projects/*/agent-transcripts/*/*.jsonl", Folder: 3}},
	Decoder: func(b *record.Builder) Decoder { return cursorChat{b}.record },
}

type cursorChat struct{ b *record.Builder }

func (d cursorChat) record(v jsonskim.Value) bool {
	d.b.NameRun(strings.TrimSuffix(filepath.Base(d.b.Main), ".jsonl"))
	say(d.b, v.Get("message", "content"), v.Get("role").Is("assistant"))
	for block := range v.Get("message", "content").Values() {
		if block.Get("type").Is("tool_use") {
			c := d.b.Call(block.Get("id"), when(v.Get("timestamp")), block.Get("name"), block.Get("input"))
			c.Fidelity = record.Recorded
			d.b.AnswerUnrecorded(c)
		}
	}

	return v.Get("role").Kind == jsonskim.String
}

// droid is a session of Factory's Droid: a head, and a line for each message, whose content has blocks as Anthropic has
// them. The fields are those that public readers of it take.
var droid = &Format{
	Name:  "droid",
	Agent: "Droid",
	Lines: true,
	detect: func(_ string, v jsonskim.Head) bool {
		return v.Get("type").Is("session_start") &&
			(v.Get("id").Kind == jsonskim.String || v.Get("session", "id").Kind == jsonskim.String)
	},
	Places:  []Place{{Dir: ".factory", Pattern: "sessions/*/*.jsonl", Folder: 1}},
	Decoder: func(b *record.Builder) Decoder { return droidSession{b}.record },
}

type droidSession struct{ b *record.Builder }

func (d droidSession) record(v jsonskim.Value) bool {
	kind := v.Get("type").Text(40)
	at := when(v.Get("timestamp"))
	d.b.SeenAt(at)
	switch kind {
	case "session_start":
		setHeader(d.b, v, "id", "cwd", "version")
		setHeader(d.b, v, "", "workspace_root", "")
		setHeader(d.b, v.Get("session"), "id", "cwd", "")
	case "message":
		content := v.Get("message", "content")
		say(d.b, content, v.Get("message", "role").Is("assistant"))
		callBlocks(d.b, content, at, "tool_use", "input")
		for block := range content.Values() {
			if block.Get("type").Is("tool_result") {
				c := d.b.AnswerBlocks(block.Get("tool_use_id"), at, block.Get("content"))
				c.Failed = block.Get("is_error").Kind == jsonskim.True
			}
		}
	case "compaction_state", "summary":
		d.b.Compaction(at)
		say(d.b, v.Get("summaryText"), true)
	default:
		return among("session_end todo_state settings", kind)
	}

	return true
}
