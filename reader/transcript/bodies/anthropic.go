package bodies

import (
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// isAnthropic reports whether a request with messages is of Anthropic's API, and not of chat completions.
func isAnthropic(v, list jsonskim.Value) bool {
	tool := v.Get("tools").Elem(0)
	switch {
	case v.Get("system").Kind != jsonskim.Missing, tool.Get("input_schema").Kind != jsonskim.Missing,
		v.Get("anthropic_version").Kind != jsonskim.Missing:
		return true
	case tool.Get("function").Kind != jsonskim.Missing:
		return false
	}

	for message := range list.Values() {
		for block := range message.Get("content").Values() {
			if kind := block.Get("type"); kind.Is("tool_use") || kind.Is("tool_result") {
				return true
			}
		}
	}

	return false
}

func anthropicParts(message jsonskim.Value, yield func(Part) bool) {
	content := message.Get("content")
	kind := saidBy(message)
	if content.Kind == jsonskim.String {
		yield(Part{Kind: kind, Text: content, As: record.AsText})
		return
	}

	for block := range content.Values() {
		p := Part{Kind: kind, Text: block.Get("text"), As: record.AsText}
		name := block.Get("type")
		switch {
		case name.Is("tool_use"):
			p = Part{Kind: Call, ID: block.Get("id"), Name: block.Get("name"), Text: block.Get("input")}
		case name.Is("tool_result"):
			p = Part{
				Kind: Result, ID: block.Get("tool_use_id"), Text: block.Get("content"), As: record.AsBlocks,
				Failed: block.Get("is_error").Kind == jsonskim.True,
			}
		case p.Text.Kind != jsonskim.String:
			continue // a picture, or what the model thought
		}

		if !yield(p) {
			return
		}
	}
}
