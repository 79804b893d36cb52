package model

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// chatRequest is what is looked at of a request of OpenAI's Chat Completions, which many services speak.
type chatRequest struct {
	Model    string `json:"model"`
	Stream   bool   `json:"stream"`
	Messages []struct {
		Role    string          `json:"role"`
		Call    string          `json:"tool_call_id"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	Tools []chatTool `json:"tools"`
}

type chatTool struct {
	Function struct {
		Name       string          `json:"name"`
		Parameters json.RawMessage `json:"parameters"`
	} `json:"function"`
}

// chat answers POST /v1/chat/completions.
func (s *Server) chat(w http.ResponseWriter, body []byte) error {
	var r chatRequest
	if err := json.Unmarshal(body, &r); err != nil {
		return fmt.Errorf("chat: %w", err)
	}
	tools := map[string]json.RawMessage{}
	for _, t := range r.Tools {
		tools[t.Function.Name] = t.Function.Parameters
	}
	id, call, main, more := s.script.turn(request{tools: tools, text: string(body), result: r.result}, carriesAll)
	text, finish := said(main), "stop"
	var calls []object
	if more {
		finish = "tool_calls"
		calls = []object{{"id": id, "type": "function", "function": object{"name": call.Name, "arguments": call.Args}}}
	} else if name, args := onlyTool(main, r.Tools); name != "" {
		finish = "tool_calls"
		calls = []object{{"id": "call_by_the_way", "type": "function", "function": object{"name": name, "arguments": args}}}
	}
	usage := object{"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
	id = s.name("chatcmpl")
	base := func(kind string, choice object, usage any) object {
		choice["index"] = 0
		o := object{"id": id, "object": kind, "created": 1, "model": r.Model, "choices": []object{choice}}
		if usage != nil {
			o["usage"] = usage
		}
		return o
	}
	message := object{"role": "assistant", "content": text}
	if calls != nil {
		message["content"], message["tool_calls"] = nil, calls
	}
	if !r.Stream {
		answer(w, base("chat.completion", object{"message": message, "finish_reason": finish}, usage))
		return nil
	}
	for i := range calls {
		calls[i]["index"] = i
	}
	to := newStream(w)
	to.event("", base("chat.completion.chunk", object{"delta": message, "finish_reason": nil}, nil))
	to.event("", base("chat.completion.chunk", object{"delta": object{}, "finish_reason": finish}, usage))
	to.event("", "[DONE]")
	return nil
}

// onlyTool makes a call for a helper that offers one tool to be answered by, such as one for a title: every argument is
// the same word.
func onlyTool(main bool, tools []chatTool) (name, args string) {
	if main || len(tools) != 1 {
		return "", ""
	}
	var schema struct{ Properties map[string]any }
	_ = json.Unmarshal(tools[0].Function.Parameters, &schema) // one without properties gets none
	values := map[string]string{}
	for p := range schema.Properties {
		values[p] = "files"
	}
	return tools[0].Function.Name, string(encode(values))
}

// result finds the message with the result of a call. The interface has no flag for failures.
func (r chatRequest) result(id string) *Result {
	for i, m := range r.Messages {
		if m.Role != "tool" || m.Call != id {
			continue
		}
		res := &Result{}
		res.add(blocks(m.Content))
		for _, after := range r.Messages[i+1:] {
			for _, note := range blocks(after.Content) {
				switch note.Type {
				case "text":
					res.Notes = append(res.Notes, note.Text)
				default:
					res.Media = true // the interface has pictures in messages of their own
				}
			}
		}
		return res
	}
	return nil
}
