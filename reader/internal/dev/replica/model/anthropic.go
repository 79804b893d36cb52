package model

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// anthropicRequest is what is looked at of a request of the Messages API.
type anthropicRequest struct {
	Model    string             `json:"model"`
	Stream   bool               `json:"stream"`
	Messages []anthropicMessage `json:"messages"`
	Tools    []struct {
		Name   string          `json:"name"`
		Schema json.RawMessage `json:"input_schema"`
	} `json:"tools"`
}

type anthropicMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

// anthropicBlock is a block of a message or of a tool result.
type anthropicBlock struct {
	Type    string          `json:"type"`
	Text    string          `json:"text"`
	ToolUse string          `json:"tool_use_id"`
	Content json.RawMessage `json:"content"`
	Error   bool            `json:"is_error"`
}

// blocks reads a content, which is a text or a list of blocks.
func blocks(content json.RawMessage) []anthropicBlock {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return []anthropicBlock{{Type: "text", Text: text}}
	}
	var list []anthropicBlock
	_ = json.Unmarshal(content, &list) // what is neither has no blocks
	return list
}

// anthropic answers POST /v1/messages.
func (s *Server) anthropic(w http.ResponseWriter, body []byte) error {
	var r anthropicRequest
	if err := json.Unmarshal(body, &r); err != nil {
		return fmt.Errorf("messages: %w", err)
	}
	tools := map[string]json.RawMessage{}
	for _, t := range r.Tools {
		tools[t.Name] = t.Schema
	}
	id, call, main, more := s.script.turn(request{tools: tools, text: string(body), result: r.result}, carriesAll)
	usage := object{"input_tokens": 100, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 10}
	message := object{
		"id": s.name("msg"), "type": "message", "role": "assistant", "model": r.Model, "content": []object{},
		"stop_reason": nil, "stop_sequence": nil, "usage": usage,
	}
	stop, block, delta := "end_turn", object{"type": "text", "text": ""}, object{"type": "text_delta", "text": said(main)}
	if more {
		stop = "tool_use"
		block = object{"type": "tool_use", "id": id, "name": call.Name, "input": object{}}
		delta = object{"type": "input_json_delta", "partial_json": call.Args}
	}
	if !r.Stream {
		if more {
			block["input"] = asObject(call.Args)
		} else {
			block["text"] = said(main)
		}
		message["content"], message["stop_reason"] = []object{block}, stop
		answer(w, message)
		return nil
	}
	to := newStream(w)
	to.event("message_start", object{"type": "message_start", "message": message})
	to.event("content_block_start", object{"type": "content_block_start", "index": 0, "content_block": block})
	to.event("content_block_delta", object{"type": "content_block_delta", "index": 0, "delta": delta})
	to.event("content_block_stop", object{"type": "content_block_stop", "index": 0})
	to.event("message_delta", object{"type": "message_delta", "delta": object{"stop_reason": stop, "stop_sequence": nil}, "usage": object{"output_tokens": 10}})
	to.event("message_stop", object{"type": "message_stop"})
	return nil
}

// result finds the tool result of a call. The notes are the other blocks of the messages after the call.
func (r anthropicRequest) result(id string) *Result {
	for i, m := range r.Messages {
		for _, b := range blocks(m.Content) {
			if b.Type != "tool_result" || b.ToolUse != id {
				continue
			}
			res := &Result{Failed: b.Error, Flagged: true}
			res.add(blocks(b.Content))
			for _, after := range r.Messages[i:] {
				for _, note := range blocks(after.Content) {
					if note.Type == "text" {
						res.Notes = append(res.Notes, note.Text)
					}
				}
			}
			return res
		}
	}
	return nil
}

// add puts the blocks of a content into the result.
func (r *Result) add(list []anthropicBlock) {
	var parts []string
	for _, b := range list {
		switch b.Type {
		case "text", "input_text", "output_text":
			parts = append(parts, b.Text)
			r.Text += b.Text
		default:
			r.Media = true
		}
	}
	if len(parts) > 1 {
		r.Parts = parts
	}
}

// said is what the model says when it makes no call: that it is done, or something that helpers of agents take for an
// answer to whatever they asked, such as a title.
func said(main bool) string {
	if main {
		return "Done."
	}
	return `{"title": "A look at files", "isNewTopic": false, "next_speaker": "user", "reasoning": "none", "summary": "none"}`
}

// asObject is the text of arguments as JSON; {} where it is none.
func asObject(args string) json.RawMessage {
	if json.Valid([]byte(args)) {
		return json.RawMessage(args)
	}
	return json.RawMessage("{}")
}
