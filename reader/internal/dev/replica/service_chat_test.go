package replica

// chatAgents is OpenAI's Chat Completions, which many services speak. It has no flag for failures.
var chatService = service{
	name: "chat",
	offered: func(body object) map[string]any {
		tools := map[string]any{}
		for _, t := range items(body, "tools") {
			tools[str(t, "function", "name")] = dig(t, "function", "parameters")
		}
		return tools
	},
	result: func(body object, id string) *result {
		return resultIn(items(body, "messages"), 1, true, func(message any) *returned {
			if str(message, "role") == "tool" && str(message, "tool_call_id") == id {
				return &returned{content: dig(message, "content")}
			}
			return nil
		})
	},
	answer: answerChat,
}

func answerChat(body object, t turn, id string) (object, []event) {
	finish, message := "stop", object{"role": "assistant", "content": t.said()}
	callID, name, args := t.id, t.call.Name, t.call.Args
	if !t.more {
		callID = "call_by_the_way"
		name, args = onlyTool(body, t)
	}
	if name != "" {
		finish = "tool_calls"
		message = object{"role": "assistant", "content": nil, "tool_calls": []object{
			{"index": 0, "id": callID, "type": "function", "function": object{"name": name, "arguments": args}},
		}}
	}
	usage := object{"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
	base := func(kind string, choice object) object {
		choice["index"] = 0
		return object{
			"id": "chatcmpl_" + id, "object": kind, "created": 1, "model": body["model"], "choices": []object{choice},
		}
	}
	whole := base("chat.completion", object{"message": message, "finish_reason": finish})
	last := base("chat.completion.chunk", object{"delta": object{}, "finish_reason": finish})
	whole["usage"], last["usage"] = usage, usage
	first := base("chat.completion.chunk", object{"delta": message, "finish_reason": nil})
	return whole, []event{{data: first}, {data: last}, {data: "[DONE]"}}
}

// onlyTool makes a call for a helper that offers one tool to be answered by, such as one for a title: every argument is
// the same word.
func onlyTool(body object, t turn) (name, args string) {
	tools := items(body, "tools")
	if t.main || len(tools) != 1 {
		return "", ""
	}
	properties, _ := dig(tools[0], "function", "parameters", "properties").(object) // one without gets none
	values := map[string]string{}
	for p := range properties {
		values[p] = "files"
	}
	return str(tools[0], "function", "name"), encode(values)
}
