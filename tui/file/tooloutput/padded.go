package tooloutput

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"sort"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
)

// Padded is a composite with blank lines between its own, as one side of a comparison shows it. Its offsets and line
// numbers, 0-based, count the blank lines; those of the composite that it was made of do not.
type Padded struct {
	of   *Composite
	gaps []gap // in order
	size int64
}

// Blank asks for blank lines in a composite.
type Blank struct {
	Before int64 // the 0-based line before which they are; the number of lines for after the last one
	Lines  int64 // how many
}

// gap is blank lines that were put in.
type gap struct {
	at    int64 // the offset in the composite before which they are
	end   int64 // the offset here after them
	bytes int64 // how many line ends they are, with the one that ends the line before where it had none
	line  int64 // the 0-based line of the composite before which they are
	first int64 // the 0-based number here of the first of them
	lines int64
}

// kind says what a line of a [Padded] is.
type kind uint8

// What a line may be.
const (
	ofCapture kind = iota // a line of the capture, or the rest of one that a text divides
	Title                 // the first line of a text that was put in
	beneath               // another line of such a text
	IsBlank               // blank, because the other side of a comparison has a line there
)

// Pad puts blank lines, which are in rising order, between those of a composite. It may read the temporary file.
func Pad(ctx context.Context, of *Composite, blanks []Blank) (*Padded, error) {
	f := Unpadded(of)
	if len(blanks) == 0 {
		return f, nil
	}

	starts := make([]int64, len(blanks))
	for i, b := range blanks {
		starts[i] = b.Before
	}

	offs, ended, err := lineOffsets(ctx, of, starts)
	if err != nil {
		return nil, err
	}

	put := int64(0)
	for i, b := range blanks {
		g := gap{at: offs[i], bytes: b.Lines, line: b.Before, first: b.Before + put, lines: b.Lines}
		if g.at == of.Size() && !ended {
			g.bytes++
		}

		f.size += g.bytes
		g.end = g.at + f.size - of.Size()
		f.gaps = append(f.gaps, g)
		put += b.Lines
	}

	return f, nil
}

// lineOffsets are the offsets of lines of a text, 0-based and in rising order; that of a line past the last one is the
// text's end. ended reports whether the text has no line or ends with a line end.
func lineOffsets(ctx context.Context, b source.Bytes, lines []int64) (offs []int64, ended bool, err error) {
	at := int64(0)
	line := int64(0)
	buf := make([]byte, 64<<10)
	ended = true
	for {
		for len(offs) < len(lines) && lines[len(offs)] <= line {
			offs = append(offs, at)
		}

		n, err := b.ReadAt(buf[:min(int64(len(buf)), max(b.Size()-at, 0))], at)
		if err != nil && !errors.Is(err, io.EOF) || ctx.Err() != nil {
			return nil, false, cmp.Or(ctx.Err(), err)
		}
		if n == 0 {
			break
		}

		for i, c := range buf[:n] {
			ended = c == '\n'
			if !ended {
				continue
			}

			line++
			for len(offs) < len(lines) && lines[len(offs)] == line {
				offs = append(offs, at+int64(i)+1)
			}
		}

		at += int64(n)
	}

	for len(offs) < len(lines) {
		offs = append(offs, at)
	}

	return offs, ended, nil
}

// Unpadded is a composite without blank lines.
func Unpadded(of *Composite) *Padded { return &Padded{of: of, size: of.Size()} }

// Plain is the composite that the blank lines were put into.
func (f *Padded) Plain() *Composite { return f.of }

// HasBlanks reports whether there are blank lines.
func (f *Padded) HasBlanks() bool { return len(f.gaps) > 0 }

// Unpadded is the line of the composite that line n here is, both 0-based, or the one after a blank line.
func (f *Padded) Unpadded(n int64) int64 {
	i := sort.Search(len(f.gaps), func(i int) bool { return f.gaps[i].first+f.gaps[i].lines > n })
	if i < len(f.gaps) && f.gaps[i].first <= n {
		return f.gaps[i].line
	}
	return n - f.before(i)
}

// Size is the number of bytes, those put in included.
func (f *Padded) Size() int64 { return f.size }

// ReadAt reads what was kept, with the texts and the blank lines.
func (f *Padded) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) && err == nil {
		var got int
		got, err = f.readPiece(p[n:], off+int64(n))
		n += got
	}
	return n, err
}

// readPiece reads from off on, at most to the end of the blank lines, or of the bytes between two gaps, that off is in.
func (f *Padded) readPiece(p []byte, off int64) (int, error) {
	i := sort.Search(len(f.gaps), func(i int) bool { return f.gaps[i].end > off })
	inner := f.inner(i, off)
	until := f.of.Size()
	if i < len(f.gaps) {
		g := f.gaps[i]
		until = g.at
		if inner >= until {
			n := int(min(int64(len(p)), g.end-off))
			copy(p, slices.Repeat([]byte{'\n'}, n))
			return n, nil
		}
	}

	want := min(int64(len(p)), until-inner)
	if want <= 0 {
		return 0, io.EOF
	}

	n, err := f.of.ReadAt(p[:want], inner)
	if int64(n) == want {
		err = nil
	}

	return n, err
}

// inner is the offset in the composite of a byte here that has i gaps before it.
func (f *Padded) inner(i int, off int64) int64 {
	if i == 0 {
		return off
	}
	return off + f.gaps[i-1].at - f.gaps[i-1].end
}

// LineOf returns the number of the line with the byte at off, both 0-based. It may read the temporary file.
func (f *Padded) LineOf(ctx context.Context, off int64) (int64, error) {
	i := sort.Search(len(f.gaps), func(i int) bool { return f.gaps[i].end > off })
	if i < len(f.gaps) {
		g := f.gaps[i]
		if past := off - (g.end - g.lines); past >= 0 {
			return g.first + past, nil
		}
	}
	line, err := f.of.LineOf(ctx, min(f.inner(i, off), f.of.Size()))
	return line + f.before(i), err
}

// before is how many blank lines the first i gaps have.
func (f *Padded) before(i int) int64 {
	if i == 0 {
		return 0
	}
	g := f.gaps[i-1]
	return g.first + g.lines - g.line
}

// LineStart returns the offset of line n, 0-based, clamped to the last line. It may read the temporary file.
func (f *Padded) LineStart(ctx context.Context, n int64) (int64, error) {
	i := sort.Search(len(f.gaps), func(i int) bool { return f.gaps[i].first+f.gaps[i].lines > n })
	if i < len(f.gaps) && f.gaps[i].first <= n {
		g := f.gaps[i]
		return g.end - g.lines + n - g.first, nil
	}

	inner := n - f.before(i)
	off, lines, found, err := lineindex.FindLine(ctx, f.of, nil, inner+1)
	if !found && lines > 0 && err == nil {
		off, _, _, err = lineindex.FindLine(ctx, f.of, nil, lines)
	}

	return f.outer(off), err
}

// outer is the offset here of a byte of the composite.
func (f *Padded) outer(inner int64) int64 {
	i := sort.Search(len(f.gaps), func(i int) bool { return f.gaps[i].at > inner })
	if i == 0 {
		return inner
	}
	return inner + f.gaps[i-1].end - f.gaps[i-1].at
}

// Offset is the offset here of a byte of the capture.
func (f *Padded) Offset(captured int64) int64 { return f.outer(f.of.Offset(captured)) }

// Line says what line n here, 0-based, is. Of a line of the capture line is its number there, and skip is how many
// bytes of it come before a text that divides it, where this is what follows. Of any other line, line is -1.
func (f *Padded) Line(n int64) (line, skip int64, kind kind) {
	i := sort.Search(len(f.gaps), func(i int) bool { return f.gaps[i].first+f.gaps[i].lines > n })
	if i < len(f.gaps) && f.gaps[i].first <= n {
		return -1, 0, IsBlank
	}
	return f.of.Line(n - f.before(i))
}

// ChangeLine is [Composite.ChangeLine] of a pane's line.
func (f *Padded) ChangeLine(n int64) (line int64, ok bool) {
	i := sort.Search(len(f.gaps), func(i int) bool { return f.gaps[i].first+f.gaps[i].lines > n })
	if i < len(f.gaps) && f.gaps[i].first <= n {
		return 0, false
	}
	return f.of.ChangeLine(n - f.before(i))
}
