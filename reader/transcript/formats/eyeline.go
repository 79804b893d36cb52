package formats

import (
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// eyelineMCP is what eyeline mcp --record appends: a line for the run, and one for each call with what it gave. Where
// one of the server's own reads was called, "by" has the tool that made it, and its arguments; a "part" was made by no
// tool that there is. Several runs may follow each other in a file.
var eyelineMCP = &Format{
	Name:   "eyeline-mcp",
	Agent:  "Eyeline's server",
	Lines:  true,
	Served: true,
	detect: func(_ string, v jsonskim.Head) bool {
		return v.Get("type").Is("eyeline-mcp") && v.Get("root").Kind == jsonskim.String
	},
	Decoder: func(b *record.Builder) Decoder { return eyelineRun{b}.record },
}

type eyelineRun struct{ b *record.Builder }

func (d eyelineRun) record(v jsonskim.Value) bool {
	at := when(v.Get("time"))
	d.b.SeenAt(at)
	switch kind := v.Get("type").Text(40); kind {
	case "eyeline-mcp":
		setHeader(d.b, v, "", "root", "version")
	case "call", "outline", "part":
		c := d.b.Call(v.Get("id"), at, v.Get("tool"), v.Get("arguments"))
		if by := v.Get("by"); by.Kind == jsonskim.Object {
			d.b.MadeBy(c, by.Get("tool").Text(100), d.b.PlaceObject(by.Get("arguments")))
		}
		switch kind {
		case "call":
			c.Kind = record.ReadFile
		case "part":
			d.b.GivesPart(c)
		}

		c = d.b.Answer(v.Get("id"), at, d.b.Place(v.Get("text"), record.AsText))
		c.Failed = v.Get("refused").Kind == jsonskim.True
	default:
		return false
	}

	return true
}
