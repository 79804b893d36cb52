package model

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// responsesRequest is what is looked at of a request of OpenAI's Responses.
type responsesRequest struct {
	Model  string          `json:"model"`
	Stream bool            `json:"stream"`
	Input  json.RawMessage `json:"input"`
	Tools  []responsesTool `json:"tools"`
}

type responsesTool struct {
	Type       string          `json:"type"`
	Name       string          `json:"name"`
	Parameters json.RawMessage `json:"parameters"`
	Tools      []responsesTool `json:"tools"` // of a namespace
}

type responsesItem struct {
	Type    string          `json:"type"`
	Role    string          `json:"role"`
	Call    string          `json:"call_id"`
	Tools   []responsesTool `json:"tools"` // Codex gives its tools to some models in an item of the input
	Output  json.RawMessage `json:"output"`
	Content json.RawMessage `json:"content"`
}

// responses answers POST /v1/responses.
func (s *Server) responses(w http.ResponseWriter, body []byte) error {
	var r responsesRequest
	if err := json.Unmarshal(body, &r); err != nil {
		return fmt.Errorf("responses: %w", err)
	}
	id, call, main, more := s.script.turn(request{tools: r.offered(), text: string(body), result: r.result}, carriesAll)
	item := object{
		"type": "message", "id": s.name("msg"), "role": "assistant", "status": "completed",
		"content": []object{{"type": "output_text", "text": said(main), "annotations": []object{}}},
	}
	switch {
	case more && call.Custom:
		item = object{"type": "custom_tool_call", "id": "ctc_" + id, "call_id": id, "name": call.Name, "input": call.Args, "status": "completed"}
	case more:
		item = object{"type": "function_call", "id": "fc_" + id, "call_id": id, "name": call.Name, "arguments": call.Args, "status": "completed"}
	}
	response := object{
		"id": s.name("resp"), "object": "response", "created_at": 1, "model": r.Model, "status": "completed", "output": []object{item},
		"usage": object{
			"input_tokens": 100, "input_tokens_details": object{"cached_tokens": 0}, "output_tokens": 10,
			"output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": 110,
		},
	}
	if !r.Stream {
		answer(w, response)
		return nil
	}
	to, number := newStream(w), 0
	send := func(kind string, fields object) {
		fields["type"], fields["sequence_number"] = kind, number
		number++
		to.event(kind, fields)
	}
	send("response.created", object{"response": object{"id": response["id"], "object": "response", "created_at": 1, "status": "in_progress", "model": r.Model, "output": []object{}}})
	send("response.output_item.added", object{"output_index": 0, "item": item})
	switch {
	case more && !call.Custom:
		send("response.function_call_arguments.delta", object{"output_index": 0, "item_id": item["id"], "delta": call.Args})
		send("response.function_call_arguments.done", object{"output_index": 0, "item_id": item["id"], "arguments": call.Args})
	case !more:
		send("response.output_text.delta", object{"output_index": 0, "content_index": 0, "item_id": item["id"], "delta": said(main)})
	}
	send("response.output_item.done", object{"output_index": 0, "item": item})
	send("response.completed", object{"response": response})
	return nil
}

// offered are the tools of a request, those of its input and of namespaces too.
func (r responsesRequest) offered() map[string]json.RawMessage {
	found := map[string]json.RawMessage{}
	var add func(list []responsesTool)
	add = func(list []responsesTool) {
		for _, t := range list {
			name := t.Name
			if name == "" {
				name = t.Type
			}
			if found[name] = t.Parameters; t.Parameters == nil {
				found[name] = json.RawMessage("{}")
			}
			add(t.Tools)
		}
	}
	add(r.Tools)
	for _, it := range r.items() {
		add(it.Tools)
	}
	return found
}

// items are the items of the input; none when it is a text, as in a first request.
func (r responsesRequest) items() []responsesItem {
	var items []responsesItem
	_ = json.Unmarshal(r.Input, &items)
	return items
}

// result finds the item with the output of a call.
func (r responsesRequest) result(id string) *Result {
	items := r.items()
	for i, it := range items {
		if it.Call != id || it.Type != "function_call_output" && it.Type != "custom_tool_call_output" {
			continue
		}
		res := &Result{}
		res.add(blocks(it.Output))
		for _, after := range items[i+1:] {
			for _, note := range blocks(after.Content) {
				if note.Text != "" {
					res.Notes = append(res.Notes, note.Text)
				}
			}
		}
		return res
	}
	return nil
}
