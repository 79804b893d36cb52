package formats

import (
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// geminiStream is what `gemini --output-format stream-json` prints. Its results are what a person is shown, not what
// the model was sent: of a read they say no line, so that lines are unsure.
var geminiStream = geminiCLI.but(func(f *Format) {
	f.Note = "This is the form for programs: it has what a person is shown of a result, not what was sent."
	f.Shown, f.Places, f.Hook = true, nil, ""
	f.detect = func(_ string, v jsonskim.Value) bool {
		kind := v.Get("type")
		return kind.Is("tool_use") && v.Get("tool_id").Kind == jsonskim.String ||
			kind.Is("init") && v.Get("session_id").Kind == jsonskim.String && v.Get("model").Kind == jsonskim.String
	}
	f.Decoder = func(b *record.Builder) Decoder { return (&geminiEvents{b}).record }
})

type geminiEvents struct{ b *record.Builder }

func (d *geminiEvents) record(v jsonskim.Value) bool {
	at := when(v.Get("timestamp"))
	d.b.Seen(at)
	switch kind := v.Get("type").Text(20); kind {
	case "init":
		set(&d.b.Run.ID, v, "session_id")
	case "tool_use":
		d.b.Call(v.Get("tool_id"), at, v.Get("tool_name"), v.Get("parameters")).Fidelity = record.Recorded
	case "tool_result":
		c := d.b.Answer(v.Get("tool_id"), at, d.b.Place(v.Get("output"), record.AsText))
		c.Failed = v.Get("status").Is("error")
	default:
		return among("message result error", kind)
	}
	return true
}
