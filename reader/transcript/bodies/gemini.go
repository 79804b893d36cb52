package bodies

import (
	"io"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// geminiParts gives the parts of a content. What the model thought is left out.
func geminiParts(content jsonskim.Value, yield func(Part) bool) {
	for part := range content.Get("parts").Values() {
		p := Part{Kind: saidBy(content), Text: part.Get("text"), As: record.AsText}
		call := part.Get("functionCall")
		reply := part.Get("functionResponse")
		switch {
		case call.Kind == jsonskim.Object:
			p = Part{Kind: Call, ID: call.Get("id"), Name: call.Get("name"), Text: call.Get("args")}
		case reply.Kind == jsonskim.Object:
			text := reply.Get("response")
			failed := text.Get("error").Kind != jsonskim.Missing
			p = Part{
				Kind: Result, ID: reply.Get("id"), Name: reply.Get("name"), Text: text, As: record.AsFormat,
				Failed: failed,
			}
		case p.Text.Kind != jsonskim.String || part.Get("thought").Kind == jsonskim.True:
			continue
		}

		if !yield(p) {
			return
		}
	}
}

// WriteReply writes the output of a reply of Gemini's API, or its error.
func WriteReply(v jsonskim.Value, w io.Writer) error {
	for _, name := range []string{"output", "error"} {
		if text := v.Get(name); text.Kind == jsonskim.String {
			return text.WriteText(w)
		}
	}
	return v.WriteRaw(w)
}

// WriteSent writes what is record.AsFormat in a request: a reply of Gemini's API, a text, or of a text of an attached
// file the arguments or the result.
func WriteSent(v jsonskim.Value, w io.Writer) error {
	if v.Kind == jsonskim.String {
		if inner, ok := attached(v); ok {
			_, err := io.WriteString(w, inner)
			return err
		}
		return v.WriteText(w)
	}
	return WriteReply(v, w)
}
