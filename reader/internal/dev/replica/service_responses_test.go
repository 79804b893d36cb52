package replica

// responsesService is OpenAI's Responses.
var responsesService = service{
	name:    "responses",
	offered: offeredResponses,
	result: func(body object, id string) *result {
		return resultIn(items(body, "input"), 1, false, func(item any) *returned {
			kind := str(item, "type")
			if str(item, "call_id") == id && (kind == "function_call_output" || kind == "custom_tool_call_output") {
				return &returned{content: dig(item, "output")}
			}
			return nil
		})
	},
	answer: answerResponses,
}

// offeredResponses are the tools of a request, those of namespaces and of its input too, in which Codex gives its tools
// to some models.
func offeredResponses(body object) map[string]any {
	found := map[string]any{}
	var add func(tools list)
	add = func(tools list) {
		for _, t := range tools {
			name := str(t, "name")
			if name == "" {
				name = str(t, "type")
			}
			if found[name] = dig(t, "parameters"); found[name] == nil {
				found[name] = object{}
			}
			add(items(t, "tools"))
		}
	}
	add(items(body, "tools"))
	for _, item := range items(body, "input") {
		add(items(item, "tools"))
	}
	return found
}

func answerResponses(body object, t turn, id string) (object, []event) {
	item := object{
		"type": "message", "id": "msg_" + id, "role": "assistant", "status": "completed",
		"content": []object{{"type": "output_text", "text": t.said(), "annotations": []object{}}},
	}
	function := t.more && !t.call.Custom
	switch {
	case function:
		item = object{"type": "function_call", "id": "fc_" + t.id, "arguments": t.call.Args}
	case t.more:
		item = object{"type": "custom_tool_call", "id": "ctc_" + t.id, "input": t.call.Args}
	}
	if t.more {
		item["call_id"], item["name"], item["status"] = t.id, t.call.Name, "completed"
		if t.call.Namespace != "" {
			item["namespace"] = t.call.Namespace
		}
	}
	response := func(status string, output []object) object {
		return object{
			"id": "resp_" + id, "object": "response", "created_at": 1, "model": body["model"],
			"status": status, "output": output,
		}
	}
	whole := response("completed", []object{item})
	whole["usage"] = object{
		"input_tokens": 100, "input_tokens_details": object{"cached_tokens": 0}, "output_tokens": 10,
		"output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": 110,
	}
	var events []event
	send := func(kind string, fields object) {
		fields["type"], fields["sequence_number"] = kind, len(events)
		events = append(events, event{kind, fields})
	}
	send("response.created", object{"response": response("in_progress", []object{})})
	send("response.output_item.added", object{"output_index": 0, "item": item})
	switch {
	case function:
		send("response.function_call_arguments.delta", object{"output_index": 0, "item_id": item["id"], "delta": t.call.Args})
		send("response.function_call_arguments.done", object{
			"output_index": 0, "item_id": item["id"], "arguments": t.call.Args,
		})
	case !t.more:
		send("response.output_text.delta", object{
			"output_index": 0, "content_index": 0, "item_id": item["id"], "delta": t.said(),
		})
	}
	send("response.output_item.done", object{"output_index": 0, "item": item})
	send("response.completed", object{"response": whole})
	return whole, events
}
