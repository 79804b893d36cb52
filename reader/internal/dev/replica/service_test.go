package replica

import (
	"encoding/json"
	"fmt"
)

// service is an interface of a model service.
type service struct {
	name string
	// offered are the tools of a request with the schemas of their arguments.
	offered func(body object) map[string]any
	// result finds the result of a call by its identifier; where results have none, that of the last call.
	result func(body object, id string) *result
	// unnamed is the number of results in the conversation where they have no identifiers; nil: they have.
	unnamed func(body object) int
	// objects: calls carry an object, and no other text.
	objects bool
	// answer is what the model says, whole and as a stream; id is an identifier that no other message has.
	answer func(body object, t turn, id string) (whole object, stream []event)
}

// event is an event of a stream; name is "" where the service names none.
type event struct {
	name string
	data any
}

// served are the interfaces by what their paths end with.
var served = map[string]*service{
	"/messages": &messagesService, "/chat/completions": &chatService, "/responses": &responsesService,
	":generateContent": &geminiService, ":streamGenerateContent": &geminiService,
}

// carries reports whether the interface carries a call.
func (v *service) carries(c toolCall) bool {
	var o object
	return !v.objects || json.Unmarshal([]byte(c.Args), &o) == nil && o != nil
}

// request is a request of an interface, as the script looks at it.
type request struct {
	*service
	body object
	text string // of the body
}

func parseRequest(v *service, text []byte) (request, error) {
	r := request{service: v, text: string(text)}
	if err := json.Unmarshal(text, &r.body); err != nil {
		return r, fmt.Errorf("%s: %w", v.name, err)
	}
	return r, nil
}

// unnamedResults is unnamed of the request.
func (r request) unnamedResults() int {
	if r.unnamed == nil {
		return 0
	}
	return r.unnamed(r.body)
}

// blocks reads a content, which is a text or a list of blocks.
func blocks(content any) list {
	if text, ok := content.(string); ok {
		return list{object{"type": "text", "text": text}}
	}
	return items(content)
}

// returned is a result as a message has it.
type returned struct {
	content any
	failed  bool
}

// resultIn finds a result in messages; given finds it in one. Its notes are the texts of the messages from so many
// after it on; pictures that follow it are its own where they come in messages of their own.
func resultIn(messages list, after int, pictures bool, given func(message any) *returned) *result {
	for i, m := range messages {
		found := given(m)
		if found == nil {
			continue
		}
		r := &result{Failed: found.failed}
		for _, b := range blocks(found.content) {
			switch str(b, "type") {
			case "text", "input_text", "output_text":
				r.Text += str(b, "text")
			default:
				r.Media = true
			}
		}
		for _, m := range messages[i+after:] {
			for _, b := range blocks(dig(m, "content")) {
				if note := str(b, "text"); note != "" {
					r.Notes = append(r.Notes, note)
				} else if pictures {
					r.Media = true
				}
			}
		}
		return r
	}
	return nil
}

// said is what the model says when it makes no call: that it is done, or something that helpers of agents take for an
// answer to whatever they asked, such as a title.
func (t turn) said() string {
	if t.main {
		return "Done."
	}
	return `{"title": "A look at files", "isNewTopic": false, "next_speaker": "user", "reasoning": "none", "summary": "none"}`
}
