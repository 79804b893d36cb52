package formats

import (
	"path/filepath"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
)

// crush is a session of Crush's crush.db, of which the program sqlite3 makes a line for each message, those of the
// sessions that it started among them. The database lies in the folder .crush of the working folder. A summary takes
// the place of all that was before it. The fields are those of the project's sources.
var crush = &Format{
	Name:   "crush",
	Agent:  "Crush",
	Lines:  true,
	SameID: true,
	Reads:  LineLayout{seps: []string{"|"}, Always: true, Base0: true, open: []string{"<file>\n"}},
	Output: cmdoutput.Crush,
	detect: func(_ string, v jsonskim.Head) bool { return v.Get("crush").Kind == jsonskim.String },
	Places: []Place{{Dir: ".local/share", Variable: "XDG_DATA_HOME", Pattern: "crush/crush.db"}},
	Decoder: func(b *record.Builder) Decoder {
		return (&crushSession{b: b, started: map[string]*record.Builder{}}).record
	},
}

type crushSession struct {
	b       *record.Builder
	started map[string]*record.Builder // the sessions that this one started
}

func (d *crushSession) record(v jsonskim.Value) bool {
	id := v.Get("crush").Text(100)
	if d.b.Run.ID == "" {
		d.b.Run.ID = id
		d.b.Run.Dir = crushFolder(d.b.Main)
		d.b.SeenParent(v.Get("parent"))
	}

	b := d.b
	if id != d.b.Run.ID {
		if d.started[id] == nil {
			d.started[id] = d.b.Sub(record.Agent{ID: id})
		}
		b = d.started[id]
	}

	at := when(v.Get("created"))
	b.SeenAt(at)
	if n, ok := v.Get("summary").Int(); ok && n != 0 {
		b.Compaction(at)
	}

	own := v.Get("role").Is("assistant")
	decodeAll(b, v.Get("parts"), func(part jsonskim.Value) bool { return crushPart(b, part, own) })
	return true
}

// crushFolder is the working folder: the one that has the folder that the database lies in.
func crushFolder(path string) string {
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if filepath.Base(dir) == ".crush" {
			if abs, err := filepath.Abs(filepath.Dir(dir)); err == nil {
				return filepath.ToSlash(abs)
			}
		}
	}
	return ""
}

const crushParts = "reasoning image_url binary finish shell_command"

func crushPart(b *record.Builder, part jsonskim.Value, own bool) bool {
	kind := part.Get("type").Text(40)
	data := part.Get("data")

	switch kind {
	case "text":
		say(b, data.Get("text"), own)
	case "tool_call":
		b.Call(data.Get("id"), b.Run.Ended, data.Get("name"), data.Get("input"))
	case "tool_result":
		c := b.Answer(data.Get("tool_call_id"), b.Run.Ended, b.Place(data.Get("content"), record.AsText))
		c.Failed = data.Get("is_error").Kind == jsonskim.True
		c.Media = data.Get("data").Text(1) != ""
	default:
		return among(crushParts, kind)
	}

	return true
}
