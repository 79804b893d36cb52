package replica

// messagesAgents is the Messages API.
var messagesService = service{
	name: "messages",
	offered: func(body object) map[string]any {
		tools := map[string]any{}
		for _, t := range items(body, "tools") {
			tools[str(t, "name")] = dig(t, "input_schema")
		}
		return tools
	},
	result: func(body object, id string) *result {
		return resultIn(items(body, "messages"), 0, false, func(message any) *returned {
			for _, b := range blocks(dig(message, "content")) {
				if str(b, "type") == "tool_result" && str(b, "tool_use_id") == id {
					return &returned{dig(b, "content"), dig(b, "is_error") == true}
				}
			}
			return nil
		})
	},
	answer: answerAnthropic,
}

func answerAnthropic(body object, t turn, id string) (object, []event) {
	stop, block := "end_turn", object{"type": "text", "text": t.said()}
	start, delta := object{"type": "text", "text": ""}, object{"type": "text_delta", "text": t.said()}
	if t.more {
		stop = "tool_use"
		block = object{"type": "tool_use", "id": t.id, "name": t.call.Name, "input": asObject(t.call.Args)}
		start = object{"type": "tool_use", "id": t.id, "name": t.call.Name, "input": object{}}
		delta = object{"type": "input_json_delta", "partial_json": t.call.Args}
	}
	message := func(content []object, stop any) object {
		return object{
			"id": "msg_" + id, "type": "message", "role": "assistant", "model": body["model"], "content": content,
			"stop_reason": stop, "stop_sequence": nil, "usage": object{
				"input_tokens": 100, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 10,
			},
		}
	}
	var events []event
	send := func(kind string, fields object) {
		fields["type"] = kind
		events = append(events, event{kind, fields})
	}
	send("message_start", object{"message": message([]object{}, nil)})
	send("content_block_start", object{"index": 0, "content_block": start})
	send("content_block_delta", object{"index": 0, "delta": delta})
	send("content_block_stop", object{"index": 0})
	send("message_delta", object{
		"delta": object{"stop_reason": stop, "stop_sequence": nil}, "usage": object{"output_tokens": 10},
	})
	send("message_stop", object{})
	return message([]object{block}, stop), events
}
