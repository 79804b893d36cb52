package tooloutput

import (
	"cmp"
	"context"
	"io"
	"slices"
	"sort"
	"strings"

	"eyeline/reader/lineindex"
)

// Composite is a capture with lines between its bytes that are not among them: headings over the parts of an answer,
// and the messages that follow it. Its offsets and line numbers, 0-based, count the lines put in; those of the capture
// that it was made of do not.
type Composite struct {
	out  *Capture
	ins  []insertion // in order
	size int64
}

// Insert is text to put before a byte of a capture.
type Insert struct {
	At    int64  // the offset in the capture, at most its Size
	Title string // a line of its own
	Text  string // what is under the title; "" for nothing
	// Change: the text is a change, whose lines have signs before them; see [Composite.ChangeLine].
	Change bool
}

// insertion is text that was put in.
type insertion struct {
	at   int64  // the offset in the capture before which it is
	end  int64  // the offset after it here
	text string // with the end of a line that it divides
	// line is the line of the capture that is before, or goes on after, the text; into is how many bytes of that are
	// before it.
	line, into int64
	// first is the number of its title's line here, lines how many lines it has.
	first, lines int64
	change       bool // of [Insert]
}

// Compose puts texts between the bytes of a capture that is written to the end, and stays open as long as what Compose
// returns is read. It may read the temporary file.
func Compose(ctx context.Context, out *Capture, texts []Insert) (*Composite, error) {
	f := &Composite{out: out, size: out.Size()}
	texts = slices.Clone(texts)
	slices.SortStableFunc(texts, func(a, b Insert) int { return cmp.Compare(a.At, b.At) })
	put := int64(0)
	divided := int64(-1) // how many line ends were put in, and where the capture's line is ended last
	for _, t := range texts {
		at := min(t.At, out.Size())
		line, err := out.LineOf(ctx, at)
		if err != nil {
			return nil, err
		}

		into := int64(0)
		start, _, found, err := lineindex.FindLine(ctx, out, nil, line+1)
		if found {
			into = at - start
		} else if err != nil {
			return nil, err
		}

		text := t.Title + "\n"
		if t.Text != "" {
			text += t.Text + "\n"
		}

		lines := int64(strings.Count(text, "\n"))
		if into > 0 && divided != at {
			text = "\n" + text
			put++
			divided = at
		}

		f.size += int64(len(text))
		f.ins = append(f.ins, insertion{at, at + f.size - out.Size(), text, line, into, line + put, lines, t.Change})
		put += lines
	}

	return f, nil
}

// Size is the number of bytes, those put in included.
func (f *Composite) Size() int64 { return f.size }

// ReadAt reads what was kept, with the texts.
func (f *Composite) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) && err == nil {
		var got int
		got, err = f.readPiece(p[n:], off+int64(n))
		n += got
	}
	return n, err
}

// readPiece reads from off on, at most to the end of the text, or of the bytes between two, that off is in.
func (f *Composite) readPiece(p []byte, off int64) (int, error) {
	i := sort.Search(len(f.ins), func(i int) bool { return f.ins[i].end > off })
	captured := off
	until := f.out.Size()
	if i > 0 {
		captured += f.ins[i-1].at - f.ins[i-1].end
	}

	if i < len(f.ins) {
		until = f.ins[i].at
		text := f.ins[i].text
		if captured >= until {
			return copy(p, text[captured-until:]), nil
		}
	}

	want := min(int64(len(p)), until-captured)
	if want <= 0 {
		return 0, io.EOF
	}

	n, err := f.out.ReadAt(p[:want], captured)
	if int64(n) == want {
		err = nil
	}

	return n, err
}

// LineOf returns the number of the line with the byte at off, both 0-based. It may read the temporary file.
func (f *Composite) LineOf(ctx context.Context, off int64) (int64, error) {
	return lineindex.EndsBefore(ctx, f, off)
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

// Line says what line n here, 0-based, is. Of a line of the capture line is its number there, and skip is how many
// bytes of it come before a text that divides it, where this is what follows. Of a line that was put in, line is -1.
func (f *Composite) Line(n int64) (line, skip int64, kind kind) {
	i := sort.Search(len(f.ins), func(i int) bool { return f.ins[i].first > n }) - 1
	if i < 0 {
		return n, 0, ofCapture
	}

	t := f.ins[i]
	past := n - t.first - t.lines
	switch {
	case n == t.first:
		return -1, 0, Title
	case past < 0:
		return -1, 0, beneath
	case past > 0:
		return t.line + past, 0, ofCapture
	default:
		return t.line, t.into, ofCapture
	}
}

// ChangeLine is the line of a change, 0-based, that line n, 0-based, shows; false where it shows none.
func (f *Composite) ChangeLine(n int64) (line int64, ok bool) {
	i := sort.Search(len(f.ins), func(i int) bool { return f.ins[i].first > n }) - 1
	if i < 0 || !f.ins[i].change {
		return 0, false
	}
	line = n - f.ins[i].first - 1
	return line, line >= 0 && line < f.ins[i].lines-1
}

// Until is the first line after line n, both 0-based, that does not go on as n does: where a text begins or ends, or
// the rest of a line that a text divides ends; end where that is further on.
func (f *Composite) Until(n, end int64) int64 {
	next := sort.Search(len(f.ins), func(i int) bool { return f.ins[i].first > n })
	if next < len(f.ins) {
		end = min(end, f.ins[next].first)
	}
	if next == 0 {
		return end
	}

	t := f.ins[next-1]
	past := n - t.first - t.lines
	switch {
	case past < 0:
		return min(end, t.first+t.lines)
	case past == 0 && t.into > 0:
		return min(end, n+1)
	}

	return end
}
