package emit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"eyeline/reader/tools"
)

// heldContent is how much of a content is kept so that the answer can begin with whether it succeeded, in bytes. A
// longer one is made twice: once to see that it can be, once more to be written.
const heldContent = 1 << 20

// Answer writes an object and a newline to w: what a batch answers, {"tool","success","content"|"error","metadata"?},
// and between the content and the metadata what is known of the read (detail.go). It returns whether the tool
// succeeded. The error is a *UsageError for an unknown tool, with nothing written, or one of the context or of w; a
// refusal of the tool is an answer and no error.
//
// Memory does not grow with the content. Should the file of a long content change between the first making and the
// last byte, the content ends early and "success":false and an "error" follow it, which for JSON's readers override
// the "success":true before it.
func Answer(ctx context.Context, w io.Writer, env tools.Env, req Request) (success bool, err error) {
	return (&answerer{detailed: true}).answer(ctx, w, env, req)
}

// answerer writes answers one after the other.
type answerer struct {
	held     held
	sessions map[string]*tools.Session
	// detailed answers have the fields of about besides the content.
	detailed bool
	left     *int64              // calls that read on after this one; nil: not known yet
	taken    func(*tools.Result) // gets each result; may be nil
}

func (a *answerer) answer(ctx context.Context, w io.Writer, env tools.Env, req Request) (bool, error) {
	for try := 1; ; try++ {
		success, err := a.try(ctx, w, env, req)
		var refusal *tools.Error
		switch {
		case !errors.As(err, &refusal):
			return success, err
		case try == tries || !tools.Changed(err):
			return false, writeFailure(w, req.Tool, refusal.Text)
		}
	}
}

// try writes an answer, unless it returns a refusal: then nothing is written.
func (a *answerer) try(ctx context.Context, w io.Writer, env tools.Env, req Request) (bool, error) {
	r, err := open(ctx, env, req)
	if err != nil {
		return false, err
	}
	defer r.Close()
	if a.taken != nil {
		a.taken(r)
	}
	a.held.reset()
	var to io.Writer = &a.held
	counted := sample{}
	if a.detailed {
		to = io.MultiWriter(&a.held, &counted)
	}
	stats, err := r.Render(ctx, to)
	if err != nil {
		return false, err
	}
	var about []field
	if a.detailed {
		if about, err = a.about(ctx, env, req, r, stats, &counted); err != nil {
			return false, err
		}
	}
	return writeSuccess(ctx, w, r, stats, &a.held, about)
}

// held keeps what is written to it, up to heldContent bytes, and only counts what is longer.
type held struct {
	bytes.Buffer
	over bool
}

func (h *held) reset() {
	h.Reset()
	h.over = false
}

func (h *held) Write(p []byte) (int, error) {
	switch {
	case h.over:
	case h.Len()+len(p) > heldContent:
		h.over = true
		h.Reset()
	default:
		return h.Buffer.Write(p)
	}
	return len(p), nil
}

func writeSuccess(ctx context.Context, w io.Writer, r *tools.Result, stats tools.Stats, content *held, about []field) (bool, error) {
	e := &escaper{w: w}
	e.raw(`{"tool":`)
	e.quoted(r.Tool.Name)
	e.raw(`,"success":true`)
	var refusal *tools.Error
	if r.Kind != "" && !content.over && content.Len() == 0 { // the model gets something else than text
		e.extras(r, stats, content, about)
		e.raw("}\n")
		return true, e.flush()
	}
	e.raw(`,"content":"`)
	if content.over {
		var err error
		if stats, err = r.Render(ctx, e); err != nil && !errors.As(err, &refusal) {
			return false, err
		}
	} else if _, err := e.Write(content.Bytes()); err != nil {
		return false, err
	}
	e.raw(`"`)
	switch {
	case refusal != nil:
		e.raw(`,"success":false,"error":`)
		e.quoted(refusal.Text)
	default:
		e.extras(r, stats, content, about)
	}
	e.raw("}\n")
	if err := e.flush(); err != nil {
		return false, err
	}
	return refusal == nil, nil
}

func writeFailure(w io.Writer, tool, reason string) error {
	e := &escaper{w: w}
	e.raw(`{"tool":`)
	e.quoted(tool)
	e.raw(`,"success":false,"error":`)
	e.quoted(reason)
	e.raw("}\n")
	return e.flush()
}

// extras writes what an answer has besides its content.
func (e *escaper) extras(r *tools.Result, stats tools.Stats, content *held, about []field) {
	if r.Kind != "" {
		e.field("kind", r.Kind)
		e.field("instead", r.Instead)
	}
	if len(stats.Parts) > 0 && !content.over {
		parts := make([]string, 0, len(stats.Parts))
		text := content.Bytes()
		for _, n := range stats.Parts {
			parts = append(parts, string(text[:n]))
			text = text[n:]
		}
		e.field("parts", parts)
	}
	if len(r.Notes) > 0 {
		e.field("notes", r.Notes)
	}
	for _, f := range about {
		e.field(f.name, f.value)
	}
	if r.Metadata != nil {
		e.field("metadata", r.Metadata)
	}
}

// field writes a field of the answer after others.
func (e *escaper) field(name string, value any) {
	text := tools.Encode(value)
	if text == nil {
		e.fail(fmt.Errorf("emit: %s cannot be written as JSON", name))
		return
	}
	e.raw(`,"` + name + `":`)
	e.raw(string(text))
}
