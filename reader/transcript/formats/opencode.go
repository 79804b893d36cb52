package formats

import (
	"cmp"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
)

// openCode is what `opencode export ID` prints, and `kilo export ID`: one JSON value with the session and its messages.
// Seen: the rows of opencode 1.18.33 that the export is made of.
//
// The output or error of a call is what the model was sent; pictures are beside it. When results are pruned, the store
// keeps the text and marks the call: from then on the model has "[Old tool result content cleared]" in its place.
//
// Of the database that the sessions are in the program sqlite3 makes such a value, in which each part is in a message
// of its own, and those of the sessions that a session started are among its messages. The driver without cgo
// (modernc.org/sqlite 1.61.1) adds 4.7 MB and 0.4 ms to every start of the program, whatever it is started for.
var openCode = &Format{
	Says:   true,
	Name:   "opencode",
	Agent:  "opencode",
	SameID: true,
	Reads: LineLayout{
		seps: []string{": ", "| "}, Always: true, open: []string{"<content>\n", "<content>", "<file>\n"},
	},
	Output: cmdoutput.OpenCode,
	Silent: "(no output)",
	detect: func(path string, v jsonskim.Head) bool { return isExport(v) && !isKilo(path, v) },
	Places: []Place{
		{Dir: ".local/share", Variable: "XDG_DATA_HOME", Pattern: "opencode/*.db"},
		{Dir: ".local/share", Variable: "XDG_DATA_HOME", Pattern: "opencode/storage/session/*/ses_*.json"},
	},
	Decoder: func(b *record.Builder) Decoder { return newExport(b).record },
}

// kilo is the same of Kilo.
var kilo = openCode.with(func(f *Format) {
	f.Name, f.Agent = "kilo", "Kilo"
	f.Places = []Place{{Dir: ".local/share", Variable: "XDG_DATA_HOME", Pattern: "kilo/*.db"}}
	f.detect = func(path string, v jsonskim.Head) bool { return isExport(v) && isKilo(path, v) }
})

func isExport(v jsonskim.Head) bool {
	info := v.Get("info")
	return info.Get("id").Kind == jsonskim.String && info.Get("directory").Kind == jsonskim.String
}

// isKilo tells by the path, since the exports are alike but for the major version: Kilo's is at least 7.
func isKilo(path string, v jsonskim.Head) bool {
	version := v.Get("info", "version").Text(20)
	return strings.Contains(strings.ToLower(path), "kilo") ||
		len(version) > 1 && version[0] >= '7' && version[1] == '.'
}

type export struct {
	*record.Builder
	started map[string]*export // the sessions that this one started
	// before is, for each message by its identifier, the order of the last call before it.
	before map[string]int32
}

func newExport(b *record.Builder) *export {
	return &export{Builder: b, started: map[string]*export{}, before: map[string]int32{}}
}

func (d *export) record(v jsonskim.Value) bool {
	info := v.Get("info")
	setHeader(d.Builder, info, "id", "directory", "version")
	d.SeenParent(info.Get("parentID"))
	d.SeenAt(when(info.Get("time", "created")))
	list, found := v.Enter("messages")
	for message := range list.Values() {
		if d.Run.LimitError() != nil {
			break
		}

		at := when(message.Get("info", "time", "created"))
		d.SeenAt(at)
		by := d.session(message.Get("info", "sessionID").Text(256))
		own := message.Get("info", "role").Is("assistant")
		by.SetModel(message.Get("info", "modelID"))
		by.before[message.Get("info", "id").Text(256)] = by.LastOrder()
		by.mentioned(message.Get("parts"), at)
		decodeAll(d.Builder, message.Get("parts"), func(part jsonskim.Value) bool {
			switch kind := part.Get("type"); {
			case kind.Is("text"):
				say(by.Builder, part.Get("text"), own)
			case kind.Is("subtask"):
				say(by.Builder, part.Get("prompt"), own)
			}
			return by.part(part, at)
		})
	}

	return found
}

// mentioned adds the files that a person named in a message where the record does not have what was sent of them: else
// the agent's own words, which tell of its read tool, are among the parts.
func (d *export) mentioned(parts jsonskim.Value, at time.Time) {
	for part := range parts.Values() {
		if part.Get("synthetic").Kind == jsonskim.True {
			return
		}
	}

	for part := range parts.Values() {
		if !part.Get("type").Is("file") || !strings.HasPrefix(part.Get("mime").Text(40), "text/") {
			continue
		}
		d.AnswerUnrecorded(d.Attach(at, "file", d.Place(part, record.AsJSON)))
	}
}

// session takes the parts of a session, "" for the one that was asked for.
func (d *export) session(id string) *export {
	if id == "" || id == d.Run.ID {
		return d
	}
	if d.started[id] == nil {
		d.started[id] = newExport(d.Sub(record.Agent{ID: id}))
	}
	return d.started[id]
}

const exportParts = "text reasoning file step-start step-finish snapshot patch agent subtask retry"

func (d *export) part(part jsonskim.Value, at time.Time) bool {
	switch kind := part.Get("type").Text(40); kind {
	case "tool":
		d.tool(part, at)
	case "compaction":
		if drops, keepsTail := d.before[part.Get("tail_start_id").Text(256)]; keepsTail {
			d.CompactionTo(at, drops)
		} else {
			d.Compaction(at)
		}
	default:
		return among(exportParts, kind)
	}

	return true
}

func (d *export) tool(part jsonskim.Value, at time.Time) {
	state := part.Get("state")
	at = cmp.Or(when(state.Get("time", "start")), at)
	id := cmp.Or(part.Get("id"), part.Get("callID")) // which comes from the provider, and need not be unique
	d.Call(id, at, part.Get("tool"), state.Get("input"))
	result := state.Get("output")
	failed := state.Get("status").Is("error")
	if failed {
		result = state.Get("error")
	}

	c := d.Answer(id, when(state.Get("time", "end")), d.Place(result, record.AsText))
	if part.Get("id").Kind == jsonskim.String {
		d.AddID(c, part.Get("callID"))
	}

	c.Failed = failed
	c.Media = state.Get("attachments").Elem(0).Kind == jsonskim.Object
	if state.Get("time", "compacted").Kind == jsonskim.Number {
		d.Prune(c)
	}

	c.Side = d.Place(state.Get("metadata"), record.AsJSON)
}
