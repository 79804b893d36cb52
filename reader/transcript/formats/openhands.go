package formats

import (
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// openHands is the trajectory that OpenHands saves: one list of events, actions and the observations that they caused.
// There was no sample of a real run: the fields are those of the project's source, versions 0.x.
var openHands = &Format{
	Name:  "openhands",
	Agent: "OpenHands",
	Note:  "Whether the texts of observations are what was sent is not known: long ones are cut for the model.",
	detect: func(_ string, v jsonskim.Value) bool {
		first := v.Elem(0)
		return first.Get("source").Kind == jsonskim.String && first.Get("id").Kind == jsonskim.Number &&
			(first.Get("action").Kind == jsonskim.String || first.Get("observation").Kind == jsonskim.String)
	},
	Decoder: func(b *record.Builder) Decoder { return &openHandsEvents{b, map[int64]*record.Call{}} },
}

type openHandsEvents struct {
	b     *record.Builder
	calls map[int64]*record.Call // by the numbers of the actions
}

// openHandsKinds are what actions on files do.
var openHandsKinds = map[string]record.Kind{
	"read": record.ReadFile, "edit": record.Change, "write": record.Change, "run": record.Shell,
}

func (d *openHandsEvents) Record(list jsonskim.Value) bool {
	for v := range list.Values() {
		at := when(v.Get("timestamp"))
		d.b.Seen(at)
		if action := v.Get("action").Text(40); action != "" && v.Get("source").Is("agent") {
			c := d.b.CallNamed(jsonskim.Value{}, at, action, v.Get("args"))
			if c.Kind = openHandsKinds[action]; v.Get("args", "command").Is("view") {
				c.Kind = record.ReadFile
			}
			c.Fidelity = record.Recorded
			if id, ok := v.Get("id").Int(); ok {
				d.calls[id] = c
			}
		}
		cause, caused := v.Get("cause").Int()
		if c := d.calls[cause]; caused && c != nil && v.Get("observation").Kind == jsonskim.String {
			c.Result = d.b.Place(v.Get("content"), record.AsText)
			c.Failed = v.Get("observation").Is("error")
		}
	}
	return true
}
