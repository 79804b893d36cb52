package replica

import (
	"encoding/json"
	"strings"
)

// geminiService is Gemini's generateContent.
var geminiService = service{
	name:    "gemini",
	objects: true,
	offered: func(body object) map[string]any {
		tools := map[string]any{}
		for _, t := range items(body, "tools") {
			for _, f := range items(t, "functionDeclarations") {
				schema := dig(f, "parametersJsonSchema")
				if schema == nil {
					schema = dig(f, "parameters")
				}
				if schema == nil {
					schema = object{}
				}
				tools[str(f, "name")] = schema
			}
		}
		return tools
	},
	result:  resultGemini,
	unnamed: unnamedGemini,
	answer: func(_ object, t turn, _ string) (object, []event) {
		part := object{"text": t.said()}
		if t.more {
			call := object{"id": t.id, "name": t.call.Name, "args": json.RawMessage(t.call.Args)}
			part = object{"functionCall": call}
		}
		content := object{"role": "model", "parts": []object{part}}
		response := object{
			"candidates":    []object{{"content": content, "finishReason": "STOP", "index": 0}},
			"usageMetadata": object{"promptTokenCount": 100, "candidatesTokenCount": 10, "totalTokenCount": 110},
			"modelVersion":  "replica",
		}
		return response, []event{{data: response}}
	},
}

// unnamedGemini counts the responses, when they do not name the calls of the script.
func unnamedGemini(body object) int {
	n := 0
	for _, c := range items(body, "contents") {
		for _, p := range items(c, "parts") {
			if dig(p, "functionResponse") == nil {
				continue
			}
			if strings.HasPrefix(str(p, "functionResponse", "id"), "call_") {
				return 0
			}
			n++
		}
	}
	return n
}

// resultGemini finds the response to a call: by its identifier, or where agents drop that, the last one. Its notes and
// pictures are in the content with it and in those after it.
func resultGemini(body object, id string) *result {
	unnamed := unnamedGemini(body) > 0
	var found *result
	contents := items(body, "contents")
	for i, c := range contents {
		for _, p := range items(c, "parts") {
			given := dig(p, "functionResponse")
			if given == nil || !unnamed && str(given, "id") != id {
				continue
			}
			found = &result{Media: len(items(given, "parts")) > 0}
			found.addGemini(given, contents[i:])
		}
	}
	return found
}

func (r *result) addGemini(given any, contents list) {
	response, _ := dig(given, "response").(object)
	for name, value := range response {
		text, ok := value.(string)
		if !ok {
			text = encode(value)
		}
		switch name {
		case "error":
			r.Failed = true
			r.Text += text
		case "output", "content":
			r.Text += text
		default:
			r.Notes = append(r.Notes, name+": "+text)
		}
	}
	for _, c := range contents {
		for _, p := range items(c, "parts") {
			if dig(p, "inlineData") != nil {
				r.Media = true
			} else if note := str(p, "text"); note != "" {
				r.Notes = append(r.Notes, note)
			}
		}
	}
}
