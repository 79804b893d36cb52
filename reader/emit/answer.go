package emit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

	"eyeline/reader/tools"
)

// heldContent is how much of a content is held so that the answer can begin with whether it succeeded, in bytes. A
// longer one is made twice: once to see that it can be, once more to be written.
const heldContent = 1 << 20

// Answer writes {"tool","success","content"|"error","metadata"?} and a newline to w. It returns whether the tool
// succeeded. The error is a *UsageError for an unknown tool, with nothing written, or one of the context or of w; a
// refusal of the tool is an answer and no error.
//
// Memory does not grow with the content. Should the file of a long content change between the first making and the
// last byte, the content ends early and "success":false and an "error" follow it, which for JSON's readers override
// the "success":true before it.
func Answer(ctx context.Context, w io.Writer, env tools.Env, req Request) (success bool, err error) {
	return new(answerer).answer(ctx, w, env, req)
}

// answerer writes answers one after the other.
type answerer struct{ held held }

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
	a.held.reset()
	if _, err := r.Render(ctx, &a.held); err != nil {
		return false, err
	}
	return writeSuccess(ctx, w, r, &a.held)
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

func writeSuccess(ctx context.Context, w io.Writer, r *tools.Result, content *held) (bool, error) {
	e := &escaper{w: w}
	e.raw(`{"tool":`)
	e.quoted(r.Tool)
	e.raw(`,"success":true,"content":"`)
	var refusal *tools.Error
	if content.over {
		if _, err := r.Render(ctx, e); err != nil && !errors.As(err, &refusal) {
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
	case r.Metadata != nil:
		e.raw(`,"metadata":`)
		e.metadata(r.Metadata)
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

func (e *escaper) metadata(m *tools.Metadata) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(m); err != nil {
		e.fail(err)
		return
	}
	e.raw(string(bytes.TrimRight(b.Bytes(), "\n")))
}
