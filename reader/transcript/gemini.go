package transcript

import (
	"io"
	"path/filepath"
	"strings"

	"eyeline/reader/internal/skim"
)

// geminiCLI is what Gemini CLI keeps of a chat: JSONL, or in older versions one JSON value. Seen: 0.61.0.
//
// A message is written again under the same identifier when it is completed. A result is the output or error of a
// functionResponse; the model gets the object around it. The version is not recorded, and the working folder only in a
// file beside.
var geminiCLI = &Format{
	Name:   "gemini-cli",
	Agent:  "Gemini CLI",
	lines:  true,
	sameID: true,
	reads:  geminiForm,
	detect: func(h *head) bool {
		return h.whole.Get("projectHash").Kind == skim.String && h.whole.Get("sessionId").Kind == skim.String
	},
	decode: func(b *builder) decoder { return &gemini{b: b} },
}

// geminiOld is the form of one value, which only differs in its outside.
var geminiOld = &Format{
	Name:   geminiCLI.Name,
	Agent:  geminiCLI.Agent,
	sameID: true,
	reads:  geminiForm,
	detect: func(h *head) bool {
		return geminiCLI.detect(h) && (strings.HasSuffix(h.path, ".json") || h.whole.Get("messages").Kind == skim.Array)
	},
	decode: func(b *builder) decoder { return &geminiWhole{gemini{b}} },
}

// geminiWhole reads the messages of a value whose end may be missing.
type geminiWhole struct{ gemini }

func (d *geminiWhole) record(v skim.Value) bool {
	head := &d.b.s.Header
	set(&head.ID, v.Get("sessionId"))
	head.Dir = geminiDir(d.b.s.files[d.b.file].name)
	d.b.seen(when(v.Get("startTime")))
	found := false
	_ = v.Enter("messages", func(list skim.Value) error {
		found = true
		return list.Each(func(_ []byte, message skim.Value) error {
			if !d.message(message) {
				d.b.s.Unknown++
			}
			return nil
		})
	})
	return found
}

type gemini struct{ b *builder }

func (d *gemini) record(v skim.Value) bool {
	var session, change, messages skim.Value
	_ = v.Each(func(key []byte, v skim.Value) error {
		switch string(key) {
		case "sessionId":
			session = v
		case "startTime", "lastUpdated":
			d.b.seen(when(v))
		case "$set":
			change = v
		case "messages":
			messages = v
		}
		return nil
	})
	if session.Kind == skim.Missing && change.Kind == skim.Missing {
		return d.message(v)
	}
	if head := &d.b.s.Header; session.Kind == skim.String {
		set(&head.ID, session)
		head.Dir = geminiDir(d.b.s.files[d.b.file].name)
	}
	for _, list := range []skim.Value{messages, change.Get("messages")} {
		_ = list.Each(func(_ []byte, message skim.Value) error {
			if !d.message(message) {
				d.b.s.Unknown++
			}
			return nil
		})
	}
	return true
}

// message takes one message; false says that its type is unknown.
func (d *gemini) message(v skim.Value) bool {
	var kind, at, calls, content skim.Value
	_ = v.Each(func(key []byte, v skim.Value) error {
		switch string(key) {
		case "type":
			kind = v
		case "timestamp":
			at = v
		case "toolCalls":
			calls = v
		case "content":
			content = v
		}
		return nil
	})
	t := when(at)
	d.b.seen(t)
	_ = calls.Each(func(_ []byte, call skim.Value) error {
		c := d.b.call(call.Get("id"), t, call.Get("name").Text(100), call.Get("args"))
		c.Failed = call.Get("status").Is("error")
		response := call.Get("result").Elem(0).Get("functionResponse", "response")
		if p := d.b.place(response, AsReply); p.As != Nothing {
			c.Result = p
		}
		return nil
	})
	if kind.Is("user") {
		_ = content.Each(func(_ []byte, part skim.Value) error {
			if reply := part.Get("functionResponse"); reply.Kind == skim.Object {
				d.b.answer(reply.Get("id"), t, d.b.place(reply.Get("response"), AsReply))
			}
			return nil
		})
	}
	return among("user gemini info error warning", kind.Text(20))
}

// geminiDir is the working folder of a chat at path, "" when it is not recorded.
func geminiDir(path string) string {
	return strings.TrimSpace(string(smallFile(filepath.Join(filepath.Dir(filepath.Dir(path)), ".project_root"))))
}

// writeReply writes the output of a functionResponse, or its error.
func writeReply(v skim.Value, w io.Writer) error {
	for _, name := range []string{"output", "error"} {
		if text := v.Get(name); text.Kind == skim.String {
			return text.WriteText(w)
		}
	}
	return v.WriteRaw(w)
}

// geminiForm is how Gemini CLI writes the lines of a file.
var geminiForm = form{status: "Status: Showing lines ", open: "--- FILE CONTENT (truncated) ---\n", notices: []string{
	"Cannot display content of ", "Binary content provided (",
}}
