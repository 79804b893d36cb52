package bodies

import (
	"cmp"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

func chatParts(message jsonskim.Value, yield func(Part) bool) {
	content := message.Get("content")
	role := message.Get("role")
	if role.Is("tool") || role.Is("function") {
		id := message.Get("tool_call_id")
		yield(Part{Kind: Result, ID: id, Name: message.Get("name"), Text: content, As: record.AsBlocks})
		return
	}

	if !texts(content, "text", saidBy(message), yield) {
		return
	}

	for call := range message.Get("tool_calls").Values() {
		function := cmp.Or(call.Get("function"), call.Get("custom"))
		args := cmp.Or(function.Get("arguments"), function.Get("input"))
		if !yield(Part{Kind: Call, ID: call.Get("id"), Name: function.Get("name"), Text: args}) {
			return
		}
	}

	if call := message.Get("function_call"); call.Kind == jsonskim.Object { // until 2023, and has no identifier
		yield(Part{Kind: Call, Name: call.Get("name"), Text: call.Get("arguments")})
	}
}
