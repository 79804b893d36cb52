package formats

import (
	"cmp"
	"strings"
	"time"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// openCode is what `opencode export ID` prints, and `kilo export ID`: one JSON value with the session and its messages.
// Seen: the rows of opencode 1.18.33, of which the export is made.
//
// The output or error of a call is what the model was sent; pictures are beside it. When results are pruned, the store
// keeps the text and marks the call: from then on the model has "[Old tool result content cleared]" in its place.
//
// The SQLite stores themselves are not read: the driver without cgo (modernc.org/sqlite 1.61.1) adds 4.7 MB and 0.4 ms
// to every start of the program, whatever it is started for.
var openCode = &Format{
	Name:    "opencode",
	Agent:   "opencode",
	SameID:  true,
	Reads:   Form{seps: []string{": ", "| "}, Always: true, open: []string{"<content>\n", "<content>", "<file>\n"}},
	detect:  func(path string, v jsonskim.Value) bool { return isExport(v) && !isKilo(path, v) },
	Decoder: func(b *record.Builder) Decoder { return &export{b} },
}

// kilo is the same of Kilo.
var kilo = openCode.but(func(f *Format) {
	f.Name, f.Agent = "kilo", "Kilo"
	f.detect = func(path string, v jsonskim.Value) bool { return isExport(v) && isKilo(path, v) }
})

func isExport(v jsonskim.Value) bool {
	info := v.Get("info")
	return info.Get("id").Kind == jsonskim.String && info.Get("directory").Kind == jsonskim.String
}

// isKilo tells by the path, since the exports are alike but for the major version: Kilo's is at least 7.
func isKilo(path string, v jsonskim.Value) bool {
	version := v.Get("info", "version").Text(20)
	return strings.Contains(strings.ToLower(path), "kilo") ||
		len(version) > 1 && version[0] >= '7' && version[1] == '.'
}

type export struct{ b *record.Builder }

func (d *export) Record(v jsonskim.Value) bool {
	info := v.Get("info")
	setHeader(d.b, info, "id", "directory", "version")
	set(&d.b.Run.Parent, info, "parentID")
	d.b.Seen(when(info.Get("time", "created")))
	list, found := v.Enter("messages")
	for message := range list.Values() {
		at := when(message.Get("info", "time", "created"))
		d.b.Seen(at)
		for part := range message.Get("parts").Values() {
			d.part(part, at)
		}
	}
	return found
}

const exportParts = "text reasoning file step-start step-finish snapshot patch agent subtask retry"

func (d *export) part(part jsonskim.Value, at time.Time) {
	switch kind := part.Get("type").Text(40); kind {
	case "tool":
		d.tool(part, at)
	case "compaction":
		d.b.Compaction(at)
	default:
		if !among(exportParts, kind) {
			d.b.Run.Unknown++
		}
	}
}

func (d *export) tool(part jsonskim.Value, at time.Time) {
	state := part.Get("state")
	at = cmp.Or(when(state.Get("time", "start")), at)
	id := cmp.Or(part.Get("id"), part.Get("callID")) // which comes from the provider, and need not be unique
	d.b.Call(id, at, part.Get("tool"), state.Get("input"))
	result := state.Get("output")
	failed := state.Get("status").Is("error")
	if failed {
		result = state.Get("error")
	}
	c := d.b.Answer(id, when(state.Get("time", "end")), d.b.Place(result, record.AsText))
	c.Failed = failed
	c.Media = state.Get("attachments").Elem(0).Kind == jsonskim.Object
	if state.Get("time", "compacted").Kind == jsonskim.Number {
		d.b.Prune(c)
	}
	c.Side = d.b.Place(state.Get("metadata"), record.AsJSON)
}
