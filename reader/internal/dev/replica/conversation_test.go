package replica

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
)

// call is a call that a model made; without a name it made none.
type call struct{ ID, Name, Args string }

// conversation is an agent's side of the interface of a model service: what was said so far, with the calls that the
// model made and their results.
type conversation struct {
	url    string
	stream bool
	kind   kind
	body   object
}

// kind is an interface.
type kind struct {
	path string
	// first is a conversation with the prompt and a tool; add adds a call and its result.
	first func(prompt, tool string, schema any) object
	add   func(body object, c call, result string, failed bool)
	// call finds the call in the objects of an answer, which are the events of a stream.
	call func(objects []object, stream bool) (call, error)
	// Flagged: the interface says whether a result is a failure.
	flagged bool
}

var kinds = map[string]kind{"messages": messages, "chat": chat, "responses": responses, "gemini": gemini}

// interfaces names the interfaces.
func interfaces() []string { return []string{"messages", "chat", "responses", "gemini"} }

// newConversation begins a conversation over an interface with a model at url, offering one tool.
func newConversation(name, url, prompt, tool string, schema json.RawMessage, stream bool) *conversation {
	k := kinds[name]
	return &conversation{url: url, stream: stream, kind: k, body: k.first(prompt, tool, schema)}
}

// flagged reports whether the interface says of a result that it is a failure.
func (c *conversation) flagged() bool { return c.kind.flagged }

// withoutTools offers no tools from now on.
func (c *conversation) withoutTools() { delete(c.body, "tools") }

// answer adds a call and its result to the conversation.
func (c *conversation) answer(call call, result string, failed bool) {
	c.kind.add(c.body, call, result, failed)
}

// next sends the conversation and returns what the model calls.
func (c *conversation) next() (call, error) {
	c.body["stream"] = c.stream
	path := c.kind.path
	if c.stream {
		path = strings.Replace(path, ":generate", ":streamGenerate", 1)
	}
	body, err := json.Marshal(c.body)
	if err != nil {
		return call{}, err
	}
	resp, err := http.Post(c.url+path, "application/json", bytes.NewReader(body))
	if err != nil {
		return call{}, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return call{}, err
	}
	if resp.StatusCode != http.StatusOK {
		return call{}, fmt.Errorf("%s: %s", resp.Status, data)
	}
	objects, err := split(data, c.stream)
	if err != nil {
		return call{}, err
	}
	return c.kind.call(objects, c.stream)
}

// split reads an answer: one object, or the events of a stream.
func split(data []byte, stream bool) ([]object, error) {
	var objects []object
	decode := func(p []byte) error {
		var o object
		err := json.Unmarshal(p, &o)
		objects = append(objects, o)
		return err
	}
	if !stream {
		return objects, decode(data)
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		if d, ok := strings.CutPrefix(lines.Text(), "data: "); ok && d != "[DONE]" {
			if err := decode([]byte(d)); err != nil {
				return nil, err
			}
		}
	}
	return objects, lines.Err()
}

var messages = kind{
	path: "/v1/messages", flagged: true,
	first: func(prompt, tool string, schema any) object {
		return object{"model": "m", "messages": list{object{"role": "user", "content": prompt}}, "tools": list{object{"name": tool, "input_schema": schema}}}
	},
	add: func(body object, c call, result string, failed bool) {
		body["messages"] = append(
			body["messages"].(list),
			object{"role": "assistant", "content": list{object{"type": "tool_use", "id": c.ID, "name": c.Name, "input": c.Args}}},
			object{"role": "user", "content": list{
				object{"type": "tool_result", "tool_use_id": c.ID, "is_error": failed, "content": list{object{"type": "text", "text": result}}},
				object{"type": "text", "text": "by the way"},
			}},
		)
	},
	call: func(objects []object, stream bool) (c call, err error) {
		if !stream {
			block := dig(objects[0], "content", 0)
			return call{str(block, "id"), str(block, "name"), text(dig(block, "input"))}, nil
		}
		var events []string
		for _, o := range objects {
			events = append(events, str(o, "type"))
			if b := dig(o, "content_block"); b != nil {
				c.ID, c.Name = str(b, "id"), str(b, "name")
			}
			c.Args += str(o, "delta", "partial_json")
		}
		want := []string{"message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "message_stop"}
		if !slices.Equal(events, want) {
			err = fmt.Errorf("events %q, want %q", events, want)
		}
		return c, err
	},
}

var chat = kind{
	path: "/v1/chat/completions",
	first: func(prompt, tool string, schema any) object {
		return object{
			"model": "m", "messages": list{object{"role": "user", "content": prompt}},
			"tools": list{object{"type": "function", "function": object{"name": tool, "parameters": schema}}},
		}
	},
	add: func(body object, c call, result string, _ bool) {
		body["messages"] = append(
			body["messages"].(list),
			object{"role": "assistant", "tool_calls": list{object{"id": c.ID, "type": "function", "function": object{"name": c.Name, "arguments": c.Args}}}},
			object{"role": "tool", "tool_call_id": c.ID, "content": result},
			object{"role": "user", "content": "by the way"},
		)
	},
	call: func(objects []object, stream bool) (call, error) {
		said := "message"
		if stream {
			said = "delta"
		}
		c := dig(objects[0], "choices", 0, said, "tool_calls", 0)
		return call{str(c, "id"), str(c, "function", "name"), str(c, "function", "arguments")}, nil
	},
}

var responses = kind{
	path: "/v1/responses",
	first: func(prompt, tool string, schema any) object {
		return object{
			"model": "m", "tools": list{object{"type": "function", "name": tool, "parameters": schema}},
			"input": list{object{"type": "message", "role": "user", "content": list{object{"type": "input_text", "text": prompt}}}},
		}
	},
	add: func(body object, c call, result string, _ bool) {
		body["input"] = append(
			body["input"].(list),
			object{"type": "function_call", "call_id": c.ID, "name": c.Name, "arguments": c.Args},
			object{"type": "function_call_output", "call_id": c.ID, "output": result},
			object{"type": "message", "role": "user", "content": list{object{"type": "input_text", "text": "by the way"}}},
		)
	},
	call: func(objects []object, stream bool) (call, error) {
		for i, o := range objects {
			item := dig(o, "item")
			if !stream {
				item = dig(o, "output", 0)
			} else if n, _ := dig(o, "sequence_number").(float64); int(n) != i {
				return call{}, fmt.Errorf("event %d has the number %v", i, n)
			}
			switch str(item, "type") {
			case "function_call":
				return call{str(item, "call_id"), str(item, "name"), str(item, "arguments")}, nil
			case "custom_tool_call":
				return call{str(item, "call_id"), str(item, "name"), str(item, "input")}, nil
			}
		}
		return call{}, nil
	},
}

var gemini = kind{
	path: "/v1beta/models/m:generateContent", flagged: true,
	first: func(prompt, tool string, schema any) object {
		return object{
			"contents": list{object{"role": "user", "parts": list{object{"text": prompt}}}},
			"tools":    list{object{"functionDeclarations": list{object{"name": tool, "parametersJsonSchema": schema}}}},
		}
	},
	add: func(body object, c call, result string, failed bool) {
		name := "output"
		if failed {
			name = "error"
		}
		body["contents"] = append(
			body["contents"].(list),
			object{"role": "model", "parts": list{object{"functionCall": object{"name": c.Name, "args": json.RawMessage(c.Args)}}}},
			object{"role": "user", "parts": list{
				object{"functionResponse": object{"name": c.Name, "response": object{name: result}}},
				object{"text": "by the way"},
			}},
		)
	},
	call: func(objects []object, _ bool) (call, error) {
		c := dig(objects[0], "candidates", 0, "content", "parts", 0, "functionCall")
		return call{str(c, "id"), str(c, "name"), text(dig(c, "args"))}, nil
	},
}

// text is a value as JSON; "" for none.
func text(v any) string {
	if v == nil {
		return ""
	}
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
