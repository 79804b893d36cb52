// Package bodies, which changes without notice, reads the requests that go to models, in each of the forms that they
// have, and keeps them as records.
//
// A [Recorder] makes one record, a line of JSON, of each request: of the messages that a request before had it names
// how many, and has the others as they were sent. Whoever reads the records one after the other so meets every message
// once.
package bodies

import (
	"iter"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// RequestFormat is the form of a request.
type RequestFormat string

// The forms. Each has a file of its own.
const (
	Unknown   RequestFormat = ""
	Anthropic RequestFormat = "anthropic" // the messages of Anthropic's API
	Responses RequestFormat = "responses" // OpenAI's Responses
	Chat      RequestFormat = "chat"      // chat completions, as most providers have them
	Gemini    RequestFormat = "gemini"    // the contents of Google's API
	Telemetry RequestFormat = "telemetry" // the messages in a span of OpenTelemetry; a request has only the new ones
)

// Kind says what a part of a message is.
type Kind uint8

// The kinds of parts.
const (
	Said   Kind = iota // a text that the model was sent
	Own                // a text that the model wrote
	Call               // a call of a tool
	Result             // the result of one
)

// Part is a part of a message.
type Part struct {
	Kind Kind
	// ID is the identifier of a call, also of a result's; missing where the form has none for it.
	ID   jsonskim.Value
	Name jsonskim.Value // of the tool that is called; of a result's where the form has it
	// Text is the text, the arguments, or the result. As says how it becomes a text.
	Text   jsonskim.Value
	As     record.TextForm
	Failed bool // the result says that the call failed
}

// Body is a request, of which nothing is copied.
type Body struct {
	Form  RequestFormat
	Value jsonskim.Value // the object that has the list of messages as a member
	List  jsonskim.Value // the messages
	Name  string         // of the member that List is
}

// Parse tells what a value is as a request; its form is Unknown for any other value.
func Parse(v jsonskim.Value) Body {
	if inner := v.Get("request"); inner.Get("contents").Kind == jsonskim.Array {
		v = inner // as Gemini CLI sends it for a person who is logged in
	}

	for _, name := range []string{"contents", "input", "messages"} {
		list, _ := v.Enter(name)
		if list.Kind != jsonskim.Array && (name != "input" || list.Kind != jsonskim.String) {
			continue
		}

		return Body{Form: formOf(v, name, list), Value: v, List: list, Name: name}
	}

	return Body{}
}

// formOf tells the form by the list, which has a name, and by what stands beside it.
func formOf(v jsonskim.Value, name string, list jsonskim.Value) RequestFormat {
	first := list.Elem(0)
	switch {
	case name == "contents":
		if first.Get("parts").Kind == jsonskim.Missing {
			return Unknown
		}
		return Gemini
	case v.Get("model").Kind != jsonskim.String && v.Get("anthropic_version").Kind != jsonskim.String:
		return Unknown
	case name == "input":
		if first.Kind == jsonskim.String {
			return Unknown // texts to be embedded
		}
		return Responses
	case first.Get("parts").Kind == jsonskim.Array:
		return Telemetry
	case isAnthropic(v, list):
		return Anthropic
	}

	return Chat
}

// Parts gives the parts of a message.
func (f RequestFormat) Parts(message jsonskim.Value) iter.Seq[Part] {
	return func(yield func(Part) bool) {
		switch f {
		case Anthropic:
			anthropicParts(message, yield)
		case Responses:
			responsesParts(message, yield)
		case Chat:
			chatParts(message, yield)
		case Gemini:
			geminiParts(message, yield)
		case Telemetry:
			telemetryParts(message, yield)
		}
	}
}

// Instructions is what stands outside of the messages and is said to the model before them; missing without any.
func Instructions(v jsonskim.Value) jsonskim.Value {
	for _, name := range []string{"system", "instructions", "systemInstruction", "system_instruction"} {
		if text := v.Get(name); text.Kind != jsonskim.Missing && text.Kind != jsonskim.Null {
			if parts := text.Get("parts"); parts.Kind == jsonskim.Array {
				return parts
			}
			return text
		}
	}
	return jsonskim.Value{}
}

// texts gives the texts of a content: a text, or a list of blocks that have one under a name.
func texts(content jsonskim.Value, name string, kind Kind, yield func(Part) bool) bool {
	if content.Kind == jsonskim.String {
		return yield(Part{Kind: kind, Text: content, As: record.AsText})
	}

	for block := range content.Values() {
		text := block.Get(name)
		if block.Kind == jsonskim.String {
			text = block
		}
		if text.Kind == jsonskim.String && !yield(Part{Kind: kind, Text: text, As: record.AsText}) {
			return false
		}
	}

	return true
}

// saidBy is the kind of what a role says.
func saidBy(message jsonskim.Value) Kind {
	if role := message.Get("role"); role.Is("assistant") || role.Is("model") {
		return Own
	}
	return Said
}
