package bodies

import (
	"cmp"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// telemetryParts gives the parts of a message as OpenTelemetry has them.
func telemetryParts(message jsonskim.Value, yield func(Part) bool) {
	for part := range message.Get("parts").Values() {
		p := Part{Kind: saidBy(message), Text: part.Get("content"), As: record.AsText}
		kind := part.Get("type")
		switch {
		case kind.Is("tool_call"):
			p = Part{Kind: Call, ID: part.Get("id"), Name: part.Get("name"), Text: part.Get("arguments")}
		case kind.Is("tool_call_response"):
			text := cmp.Or(part.Get("response"), part.Get("result"))
			p = Part{Kind: Result, ID: part.Get("id"), Text: text, As: record.AsBlocks}
			if text.Kind == jsonskim.Object {
				p.As = record.AsJSON
			}
		case p.Text.Kind != jsonskim.String:
			continue
		}

		if !yield(p) {
			return
		}
	}
}
