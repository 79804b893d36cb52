package emit

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"eyeline/reader/tools"
)

// maxBuffered is how many bytes of a content are buffered, so that the answer can begin with whether it succeeded. A
// longer content is rendered twice: first to see that it succeeds, then to be written.
const maxBuffered = 1 << 20

// Answer writes an object and a newline to w: as in a batch, {"id"?,"tool","success","content"|"error", "metadata"?},
// with details of the read (detail.go) before the metadata. It returns whether the tool succeeded. The error is a
// *UsageError for an unknown tool, with nothing written, a *NotTextError when the model gets something else than text,
// which was written, or one of the context or of w; a refusal of the tool is an answer and no error.
//
// Memory does not grow with the content. Should the file of a long content change between the first making and the last
// byte, the content ends early and "success":false and an "error" follow it, which for JSON's readers override the
// "success":true before it.
func Answer(ctx context.Context, w io.Writer, env tools.Env, req Request) (success bool, err error) {
	a := &answerer{detailed: true}
	success, err = a.answerOne(ctx, w, env, req)
	return success, cmp.Or(err, a.notText)
}

// answerer writes answers, one after the other.
type answerer struct {
	content buffer
	// detailed: answers have the fields of answer.about besides the content.
	detailed   bool
	callsAhead *int64          // number of calls that read on after this one; nil if not known yet
	next       json.RawMessage // arguments of the call that reads on after the last one
	room       *tools.Room     // for the file, while the calls that read on are counted; nil before the first one
	notText    error           // *NotTextError of the last answer; nil for text
}

// answer is the answer being made.
type answer struct {
	*answerer
	ctx    context.Context
	env    tools.Env
	req    Request
	result *tools.Result
	stats  tools.Stats
	about  []field
}

// answerOne writes the answer to a request, and repeats the call if its file changes meanwhile. It reports whether the
// tool succeeded.
func (a *answerer) answerOne(ctx context.Context, w io.Writer, env tools.Env, req Request) (bool, error) {
	a.next = nil
	for try := 1; ; try++ {
		success, err := a.try(ctx, w, env, req)
		refusal, ok := errors.AsType[*tools.Error](err)
		switch {
		case !ok:
			return success, err
		case try == tries || !tools.Changed(err):
			return false, writeRefusal(w, req, refusal, a.detailed)
		}
	}
}

// try writes an answer, unless it returns a refusal: then it has written nothing.
func (a *answerer) try(ctx context.Context, w io.Writer, env tools.Env, req Request) (bool, error) {
	tool, env, err := req.resolve(env)
	if err != nil {
		return false, err
	}

	r, err := tool.Read(ctx, env, req.Arguments)
	if err != nil {
		return false, err
	}

	defer r.Close()
	a.next = r.NextArgs
	if r.Kind != "" {
		a.notText = &NotTextError{r.Kind, r.Instead}
	}

	a.content.clear(a.detailed)
	one := answer{answerer: a, ctx: ctx, env: env, req: req, result: r}
	if one.stats, err = r.Render(ctx, &a.content); err != nil {
		return false, err
	}

	if a.detailed {
		if err := one.describe(); err != nil {
			return false, err
		}
	}

	return one.write(w)
}

// buffer holds what is written to it, and drops everything once that exceeds maxBuffered bytes.
type buffer struct {
	text bytes.Buffer
	over bool
	long *sample // of a content that is dropped; nil if none is to be taken
}

// clear empties the buffer for the next content, of which a sample will be asked for or not.
func (b *buffer) clear(sampled bool) {
	b.text.Reset()
	b.over = false
	b.long = nil
	if sampled {
		b.long = &sample{}
	}
}

func (b *buffer) Write(p []byte) (int, error) {
	if !b.over && b.text.Len()+len(p) <= maxBuffered {
		return b.text.Write(p)
	}

	if b.long != nil {
		b.long.add(b.text.Bytes()) // empty from the second time on
		b.long.add(p)
	}

	b.over = true
	b.text.Reset()
	return len(p), nil
}

// sample returns what to count of the content. It is valid until the next write.
func (b *buffer) sample() []byte {
	if b.over {
		return b.long.kept
	}
	if b.text.Len() <= maxCounted {
		return b.text.Bytes()
	}

	var long sample
	long.add(b.text.Bytes())
	return long.kept
}

// write writes the answer of a tool that succeeded. It returns false if the tool refuses in the second rendering, since
// the file has changed.
func (a *answer) write(w io.Writer) (bool, error) {
	e := newAnswer(w, a.req, a.result.Tool.Name, a.detailed)
	e.raw(`,"success":true`)
	var refusal *tools.Error
	// Without a text the model gets something else, such as a picture.
	if a.result.Kind == "" || a.content.over || a.content.text.Len() > 0 {
		e.raw(`,"content":"`)
		if a.content.over {
			var err error
			a.stats, err = a.result.Render(a.ctx, e)
			if err != nil && !errors.As(err, &refusal) {
				return false, err
			}
		} else if _, err := e.Write(a.content.text.Bytes()); err != nil {
			return false, err
		}

		e.raw(`"`)
	}

	if refusal != nil {
		e.refused(refusal, a.detailed)
	} else {
		a.extras(e)
	}

	e.raw("}\n")
	if err := e.flush(); err != nil {
		return false, err
	}

	return refusal == nil, nil
}

// newAnswer begins an answer. A detailed one has the agent, its version, and the file if the request names one.
func newAnswer(w io.Writer, req Request, tool string, detailed bool) *escaper {
	e := newEscaper(w)
	e.raw("{")
	if req.ID != nil {
		e.raw(`"id":` + string(req.ID) + ",")
	}

	e.raw(`"tool":`)
	e.quoted(tool)
	if detailed || req.File != "" {
		e.writeSource(req, tool)
	}

	return e
}

// writeSource writes the fields for the file and the agent.
func (e *escaper) writeSource(req Request, tool string) {
	t, ok := tools.Lookup(tool)
	if !ok {
		return
	}

	file := req.File
	if file == "" {
		file, _ = tools.FileOf(t, req.Arguments)
	}
	if file != "" {
		e.writeField("file", file)
	}

	e.writeField("agent", t.Origin.Agent)
	e.writeField("version", t.Origin.Newest())
}

// Refuse writes the answer to an invalid call, with the reason in our words. The error is that of writing.
func Refuse(w io.Writer, req Request, reason string) error {
	return writeRefusal(w, req, &tools.Error{Text: "eyeline: " + reason, Own: true}, true)
}

// writeFailure writes an answer that is an error.
func writeFailure(w io.Writer, req Request, reason string) error {
	return writeRefusal(w, req, &tools.Error{Text: reason}, false)
}

// writeRefusal writes an answer that is a refusal. A detailed one says whether the words are the tool's.
func writeRefusal(w io.Writer, req Request, refusal *tools.Error, detailed bool) error {
	e := newAnswer(w, req, req.Tool, detailed)
	e.refused(refusal, detailed)
	e.raw("}\n")
	return e.flush()
}

func (e *escaper) refused(refusal *tools.Error, detailed bool) {
	e.raw(`,"success":false,"error":`)
	e.quoted(refusal.Text)
	if detailed && refusal.Own {
		e.raw(`,"own":true`)
	}
	if refusal.Aside != "" {
		e.writeField("aside", refusal.Aside)
	}
}

// extras writes the fields after the content.
func (a *answer) extras(e *escaper) {
	r := a.result
	if r.Kind != "" {
		e.writeField("kind", r.Kind)
		e.writeField("instead", r.Instead)
	}

	if r.Aside != "" {
		e.writeField("aside", r.Aside)
	}

	if len(a.stats.Parts) > 0 && !a.content.over {
		parts := make([]string, 0, len(a.stats.Parts))
		text := a.content.text.Bytes()
		for _, n := range a.stats.Parts {
			parts = append(parts, string(text[:n]))
			text = text[n:]
		}

		e.writeField("parts", parts)
	}

	if len(r.Notes) > 0 {
		e.writeField("notes", r.Notes)
	}

	for _, f := range a.about {
		e.writeField(f.name, f.value)
	}

	if r.Metadata != nil {
		e.writeField("metadata", r.Metadata)
	}
}

// writeField writes a comma and a field.
func (e *escaper) writeField(name string, value any) {
	text := tools.Encode(value)
	if text == nil {
		e.err = fmt.Errorf("emit: %s cannot be written as JSON", name)
		return
	}
	e.raw(`,"` + name + `":`)
	e.raw(string(text))
}
