package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	fast "github.com/segmentio/encoding/json"

	"eyeline/reader/emit"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

// answer is what a client gets of a call.
type answer struct {
	text    string // that of emit
	refused bool
	hints   []string // the calls that give what the text leaves out
	made    *made    // nil where no tool was asked
}

// made is the call of a tool that gave an answer.
type made struct {
	tool   *tools.Tool
	args   json.RawMessage
	result *tools.Result // nil where the tool refuses
}

// sentAnswer is an answer in the form in which it is sent.
type sentAnswer struct {
	content []json.RawMessage // the texts
	refused bool
}

// toSend is the answer in the form in which it is sent.
func (a answer) toSend() sentAnswer {
	return sentAnswer{lists.Map(a.texts(), func(text string) json.RawMessage {
		encoded, _ := fast.Append(make([]byte, 0, len(text)*9/8+40), content{"text", text}, 0) // texts can be encoded
		return encoded
	}), a.refused}
}

// content is a text of an answer.
type content struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// size is how many bytes of the content are sent.
func (a sentAnswer) size() (n int) {
	for _, text := range a.content {
		n += len(text)
	}
	return n
}

// texts are the parts of an answer: its text and, behind it, the calls that read on.
func (a answer) texts() []string {
	if len(a.hints) == 0 {
		return []string{a.text}
	}
	return []string{a.text, strings.Join(a.hints, "\n")}
}

// refusal is an answer in the server's own words.
func refusal(format string, args ...any) answer {
	return answer{text: "eyeline: " + fmt.Sprintf(format, args...), refused: true}
}

// errFull ends the writing of a content that is longer than a page.
var errFull = errors.New("the page is full")

// maxAnswer is how many bytes an answer of a tool of the registry has at most. No client that was tried lets a tenth
// of it through.
const maxAnswer = 4 << 20

// errTooLong ends the writing of a content that is longer than maxAnswer.
var errTooLong = fmt.Errorf("the answer has more than %d MiB; ask for less of the file", maxAnswer>>20)

// answerPage keeps a content up to most bytes and maxLines lines; where most is 0, up to maxAnswer bytes.
type answerPage struct {
	text bytes.Buffer

	most, lines int
}

// Write implements [io.Writer].
func (p *answerPage) Write(b []byte) (int, error) {
	_, _ = p.text.Write(b)
	if p.most == 0 {
		if p.text.Len() > maxAnswer {
			p.text.Reset()
			return 0, errTooLong
		}
		return len(b), nil
	}

	p.lines += bytes.Count(b, []byte("\n"))
	if p.text.Len() > p.most || p.lines >= maxLines {
		return 0, errFull
	}

	return len(b), nil
}

// fit is how many whole lines of a content that is too long fit on the page.
func (p *answerPage) fit() int64 {
	text := p.text.Bytes()
	text = text[:min(len(text), p.most)]
	return int64(min(bytes.Count(text, []byte("\n")), maxLines))
}

// call is a call of a tool: where its content goes, its arguments, and what is said of a result that leaves something
// out.
type call struct {
	text  *answerPage
	tool  *tools.Tool
	args  []byte
	hints func(*tools.Result, tools.Stats) []string
}

// callTool makes a call of a tool with all that it gives. Only an answer that does not say itself that more
// follows has a hint, the tool's own next call. The error is that of the context.
func (s *Server) callTool(ctx context.Context, t *tools.Tool, args []byte) (answer, error) {
	return s.callInto(ctx, call{&answerPage{}, t, args, func(r *tools.Result, _ tools.Stats) []string {
		if !r.Silent || r.NextArgs == nil {
			return nil
		}
		return []string{more(Name(t), r.NextArgs)}
	}})
}

// callInto is call for a page. Where the page is full, errFull is the error.
func (s *Server) callInto(ctx context.Context, c call) (answer, error) {
	r, stats, err := emit.Read(ctx, c.text, s.env, c.tool, c.args)
	if errors.Is(err, errFull) {
		return answer{}, errFull
	}
	return s.give(ctx, c, r, stats, err)
}

// give is the answer to a call that has been read. The error is that of the context.
func (s *Server) give(ctx context.Context, c call, r *tools.Result, stats tools.Stats, failed error) (answer, error) {
	a, err := s.answerOf(ctx, c.text, failed)
	if err != nil {
		return a, err
	}
	a.made = &made{c.tool, c.args, r}
	if !a.refused && r != nil {
		a.hints = append(a.hints, c.hints(r, stats)...)
	}
	return a, nil
}

// answerOf is the answer of a read that gave a text and perhaps an error. Only that of the context is no answer.
func (s *Server) answerOf(ctx context.Context, text *answerPage, err error) (answer, error) {
	var refused *tools.Error
	notText, ok := errors.AsType[*emit.NotTextError](err)
	switch {
	case err == nil:
		return answer{text: text.text.String()}, nil
	case ctx.Err() != nil:
		return answer{}, ctx.Err()
	case ok:
		return answer{text: text.text.String(), hints: []string{"[" + notText.Text + "]"}}, nil
	case errors.As(err, &refused):
		return answer{text: text.text.String() + refused.Text, refused: true}, nil
	}

	return answer{text: text.text.String() + "eyeline: " + err.Error(), refused: true}, nil
}

// more names a call that reads on.
func more(name string, args json.RawMessage) string {
	return "[More follows; the next call is " + name + " " + string(args) + "]"
}
