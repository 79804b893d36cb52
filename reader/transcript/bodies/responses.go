package bodies

import (
	"cmp"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// responsesParts gives the part that an item is, or the texts of one that is a message.
func responsesParts(item jsonskim.Value, yield func(Part) bool) {
	id := item.Get("call_id")
	name := item.Get("name")

	kind := item.Get("type")
	switch {
	case kind.Is("function_call"):
		yield(Part{Kind: Call, ID: id, Name: name, Text: item.Get("arguments")})
	case kind.Is("custom_tool_call"):
		yield(Part{Kind: Call, ID: id, Name: name, Text: item.Get("input")})
	case kind.Is("local_shell_call"):
		yield(Part{Kind: Call, ID: cmp.Or(id, item.Get("id")), Name: kind, Text: item.Get("action")})
	case kind.Is("function_call_output"), kind.Is("custom_tool_call_output"), kind.Is("local_shell_call_output"):
		yield(Part{Kind: Result, ID: cmp.Or(id, item.Get("id")), Text: item.Get("output"), As: record.AsBlocks})
	case item.Kind == jsonskim.String:
		yield(Part{Kind: Said, Text: item, As: record.AsText})
	default:
		texts(item.Get("content"), "text", saidBy(item), yield)
	}
}
