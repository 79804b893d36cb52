package tooloutput

import (
	"cmp"
	"context"
	"io"
	"math"
	"slices"
	"strings"

	"eyeline/reader/lineindex"
)

// Composite is a capture with lines between its bytes that are not among them: headings over the parts of an answer,
// and the messages that follow it. Its offsets and line numbers, 0-based, count the lines put in; those of the capture
// that it was made of do not.
type Composite struct {
	*Capture
	ins []insertion // in order
}

// Insert is text to put before a byte of a capture.
type Insert struct {
	At    int64  // the offset in the capture, at most its Size
	Title string // a line of its own
	Text  string // what is under the title; "" for nothing
}

// insertion is text that was put in.
type insertion struct {
	at  int64 // the offset in the capture before which it is
	end int64 // the offset after it here
	// line is the line of the capture that is before, or goes on after, the text; into is how many bytes of that are
	// before it.
	line, into int64
	// first is the number of its title's line here, lines how many lines it has.
	first, lines int64
}

// Compose puts texts into a copy of a capture that is written to the end, or into none where there are no texts.
// Closing the copy leaves the capture open. It may read the temporary file. Where there is no room for the copy, the
// texts are left out: what a tool gave is shown all the same.
func Compose(ctx context.Context, out *Capture, texts []Insert) (*Composite, error) {
	if len(texts) == 0 {
		return &Composite{Capture: out}, nil
	}
	f := &Composite{Capture: &Capture{limit: math.MaxInt64}}
	if err := f.compose(ctx, out, texts); err != nil {
		_ = f.Close()
		if ctx.Err() != nil {
			return nil, err
		}
		return &Composite{Capture: out}, nil
	}
	return f, nil
}

func (f *Composite) compose(ctx context.Context, out *Capture, texts []Insert) error {
	texts = slices.Clone(texts)
	slices.SortStableFunc(texts, func(a, b Insert) int { return cmp.Compare(a.At, b.At) })
	at, put := int64(0), int64(0) // how much is copied, and how many line ends were put in
	divided := false              // the capture's line is ended at this place
	for _, t := range texts {
		if to := min(t.At, out.Size()); to > at {
			if err := f.copyOf(out, at, to); err != nil {
				return err
			}
			at, divided = to, false
		}
		line, err := out.LineOf(ctx, at)
		if err != nil {
			return err
		}
		into := int64(0)
		start, _, found, err := lineindex.FindLine(ctx, out, nil, line+1)
		if found {
			into = at - start
		} else if err != nil {
			return err
		}
		if into > 0 && !divided {
			_, _ = f.Write([]byte("\n"))
			put++
			divided = true
		}
		text := t.Title + "\n"
		if t.Text != "" {
			text += t.Text + "\n"
		}
		_, _ = f.Write([]byte(text))
		lines := int64(strings.Count(text, "\n"))
		f.ins = append(f.ins, insertion{at, f.Size(), line, into, line + put, lines})
		put += lines
	}
	return f.copyOf(out, at, out.Size())
}

// copyOf appends the bytes [from, to) of a capture.
func (f *Composite) copyOf(out *Capture, from, to int64) error {
	_, err := io.Copy(f.Capture, io.NewSectionReader(out, from, to-from))
	return cmp.Or(err, f.err)
}

// Offset is the offset here of a byte of the capture.
func (f *Composite) Offset(captured int64) int64 {
	for _, t := range slices.Backward(f.ins) {
		if t.at <= captured {
			return captured + t.end - t.at
		}
	}
	return captured
}

// Line says what a line here is: line is that of the capture, and skip is how many bytes of that come before a text
// that divides the line, where this is what follows. Of a line that was put in, line is -1 and title says that it is a
// title.
func (f *Composite) Line(n int64) (line, skip int64, title bool) {
	for _, t := range slices.Backward(f.ins) {
		switch past := n - t.first - t.lines; {
		case n < t.first:
		case past < 0:
			return -1, 0, n == t.first
		case past > 0:
			return t.line + past, 0, false
		default:
			return t.line, t.into, false
		}
	}
	return n, 0, false
}
