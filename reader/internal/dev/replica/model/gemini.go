package model

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// geminiRequest is what is looked at of a request of Gemini's generateContent.
type geminiRequest struct {
	Contents []geminiContent `json:"contents"`
	Tools    []struct {
		Functions []geminiFunction `json:"functionDeclarations"`
	} `json:"tools"`
}

type geminiFunction struct {
	Name       string          `json:"name"`
	JSONSchema json.RawMessage `json:"parametersJsonSchema"`
	Schema     json.RawMessage `json:"parameters"`
}

type geminiContent struct {
	Role  string       `json:"role"`
	Parts []geminiPart `json:"parts"`
}

type geminiPart struct {
	Text     string          `json:"text"`
	Inline   json.RawMessage `json:"inlineData"`
	Response *struct {
		ID       string                     `json:"id"`
		Response map[string]json.RawMessage `json:"response"`
		Parts    json.RawMessage            `json:"parts"`
	} `json:"functionResponse"`
}

// gemini answers POST /v1beta/models/MODEL:generateContent and :streamGenerateContent.
func (s *Server) gemini(w http.ResponseWriter, body []byte, streamed bool) error {
	var r geminiRequest
	if err := json.Unmarshal(body, &r); err != nil {
		return fmt.Errorf("gemini: %w", err)
	}
	tools := map[string]json.RawMessage{}
	for _, t := range r.Tools {
		for _, f := range t.Functions {
			if tools[f.Name] = f.JSONSchema; f.JSONSchema == nil {
				tools[f.Name] = f.Schema
			}
			if tools[f.Name] == nil {
				tools[f.Name] = json.RawMessage("{}")
			}
		}
	}
	id, call, main, more := s.script.turn(request{tools: tools, text: string(body), result: r.result, unnamed: r.unnamed()}, isObject)
	part := object{"text": said(main)}
	if more {
		part = object{"functionCall": object{"id": id, "name": call.Name, "args": json.RawMessage(call.Args)}}
	}
	response := object{
		"candidates":    []object{{"content": object{"role": "model", "parts": []object{part}}, "finishReason": "STOP", "index": 0}},
		"usageMetadata": object{"promptTokenCount": 100, "candidatesTokenCount": 10, "totalTokenCount": 110},
		"modelVersion":  "replica",
	}
	if streamed {
		newStream(w).event("", response)
	} else {
		answer(w, response)
	}
	return nil
}

// isObject reports whether a call's arguments are an object, which is all that the interface carries.
func isObject(c Call) bool {
	return strings.HasPrefix(strings.TrimSpace(c.Args), "{") && json.Valid([]byte(c.Args))
}

// unnamed counts the responses, when they do not name the calls of the script.
func (r geminiRequest) unnamed() int {
	n := 0
	for _, c := range r.Contents {
		for _, p := range c.Parts {
			if p.Response == nil {
				continue
			}
			if strings.HasPrefix(p.Response.ID, "call_") {
				return 0
			}
			n++
		}
	}
	return n
}

// result finds the response to a call: by its identifier, or where agents drop that, the last one.
func (r geminiRequest) result(id string) *Result {
	named := r.unnamed() == 0
	var found *Result
	for i, c := range r.Contents {
		for _, p := range c.Parts {
			if p.Response != nil && (!named || p.Response.ID == id) {
				found = geminiResult(r.Contents[i:], p)
			}
		}
	}
	return found
}

// geminiResult reads a response; in is the content with it and those after it.
func geminiResult(in []geminiContent, p geminiPart) *Result {
	res := &Result{Flagged: true}
	for name, value := range p.Response.Response {
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		switch name {
		case "error":
			res.Failed = true
			res.Text += text
		case "output", "content":
			res.Text += text
		default:
			res.Notes = append(res.Notes, name+": "+text)
		}
	}
	res.Media = len(p.Response.Parts) > 0 && string(p.Response.Parts) != "null" && string(p.Response.Parts) != "[]"
	for _, c := range in {
		for _, other := range c.Parts {
			switch {
			case other.Inline != nil:
				res.Media = true
			case other.Text != "":
				res.Notes = append(res.Notes, other.Text)
			}
		}
	}
	return res
}
