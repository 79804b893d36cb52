// Package filepages, which changes without notice, loads the lines around a place in a file of any size, for one screen
// and some margin.
//
// A page costs what it shows: reads are bounded by the lines asked for and by a byte budget, whatever the length of
// the file or of a line. Offsets are 0-based byte offsets in int64, line numbers 1-based.
//
// A page is made of units. When lines are chopped, a unit is a line. When they wrap, a line longer than [PieceSize]
// is divided into pieces, so that any place inside a line of 1 GiB is reached without reading it from its start: a
// piece begins at each multiple M of PieceSize (moved down to a character boundary) that has no '\n' in the PieceSize
// bytes before it. The rule looks at PieceSize bytes only, so it gives the same pieces from wherever a page is loaded.
package filepages

import (
	"context"
	"math"
	"slices"

	"eyeline/reader/source"
)

// PieceSize is the distance in bytes between the pieces of a long line; a piece is shorter than twice that.
const PieceSize = 16 << 10

// scanBudget bounds the bytes that one load reads to find the ends of chopped lines; past it the page is Partial.
const scanBudget = 64 << 20

// Unit is what a page is made of: a line, a piece of a long line, or a run of bytes.
type Unit struct {
	// Off is the offset in the file, 0-based, of the unit's first byte: of a piece it is that of the piece, not of its
	// line.
	Off int64
	// End is the offset after the unit's last byte, which is that of its terminator where it has one; -1 when the scan
	// for it was given up.
	End int64
	// Number is the line's number, 0 when it is not known yet.
	Number int64
	// Continued says that the unit is a piece that does not begin its line.
	Continued bool
	// More says that the line of the unit goes on after it.
	More bool
	// Skip is how many bytes of the unit come before Head.
	Skip int64
	// Head is the bytes of the unit from Off+Skip, at most Request.Keep of them, terminator excluded.
	Head []byte
	// Whole says that Head reaches the unit's last byte before the terminator.
	Whole bool
	// Terminated says that the unit ends with '\n'.
	Terminated bool
	// CRLF says that there is a '\r' before the '\n', which is not in Head.
	CRLF bool
}

// Numbers knows the numbers of lines, as a line index's snapshot does.
type Numbers interface {
	// LineAt returns the 1-based number of the line with the byte at off; an error when it is not known.
	LineAt(ctx context.Context, b source.Bytes, off int64) (int64, error)
	// SkipForward returns an offset >= off such that there is no '\n' in between: a scan may go on from there.
	SkipForward(off int64) int64
	// SkipBackward returns an offset <= off such that there is no '\n' in between.
	SkipBackward(off int64) int64
}

// LineSubset restricts a page to some lines: a filter's result. Offsets are line starts in rising order.
type LineSubset interface {
	Len() int64
	At(i int64) int64
	// Search returns the smallest i with At(i) >= off, or Len().
	Search(off int64) int64
}

// Request says what to load.
type Request struct {
	// Anchor is a byte offset; the unit with that byte is the anchor unit. At or past the end it is the last unit.
	Anchor int64
	// Delta moves the anchor by units, down when positive, as far as the file goes.
	Delta int64
	// Before and After are the numbers of units wanted before and after the anchor unit.
	Before, After int
	// Keep is the number of bytes of each unit to keep, Skip the bytes of each to leave out before them.
	Keep int
	Skip int64
	// MaxBytes bounds the kept bytes before the anchor, and those after it.
	MaxBytes int
	// Wrap divides long lines into pieces.
	Wrap bool
	// Stride, when above 0, makes each run of Stride bytes a unit, counted from the file's start; Keep, Skip, Wrap,
	// Numbers and Only mean nothing then.
	Stride int
	// Numbers may be nil, and Only, too.
	Numbers Numbers
	Only    LineSubset
}

// Page is a run of consecutive units (of those that a LineSubset lets through).
type Page struct {
	Lines []Unit
	// Anchor is the place in Lines of the anchor unit, -1 when there are no lines.
	Anchor int
	// AtStart and AtEnd say that there is no unit before the first or after the last.
	AtStart, AtEnd bool
	// Partial says that the scan for a line's end was given up; the page may be asked for again later.
	Partial bool
	// Size is the file's size at the time.
	Size int64
}

// Load reads a page. An early end of the file (truncation) ends the page; other read errors are returned with what
// was loaded before them.
func Load(ctx context.Context, b source.Bytes, req Request) (Page, error) {
	l := &loader{ctx: ctx, b: b, req: req, size: b.Size(), budget: scanBudget}
	defer l.end()
	p := Page{Anchor: -1, Size: l.size}
	if l.size == 0 || (req.Only != nil && req.Stride == 0 && req.Only.Len() == 0) {
		p.AtStart = true
		p.AtEnd = true
		return p, nil
	}

	walk := l.newWalker()
	start, err := l.anchor(walk)
	if err != nil {
		return p, err
	}
	if p.Lines, p.AtStart, err = l.above(walk, start); err != nil {
		return Page{Anchor: -1, Size: l.size}, err
	}

	p.Anchor = len(p.Lines)
	if err := l.below(walk, start, &p); err != nil {
		return p, err
	}

	p.Partial = l.gaveUp
	l.number(&p)
	return p, nil
}

// anchor is the start of the anchor unit.
func (l *loader) anchor(walk walker) (int64, error) {
	start, err := walk.at(min(max(l.req.Anchor, 0), l.size-1))
	step := walk.after
	by := int64(1)
	if l.req.Delta < 0 {
		step = walk.before
		by = -1
	}

	for n := l.req.Delta; n != 0 && err == nil; n -= by {
		next, ok, stepErr := step(start)
		if stepErr != nil || !ok {
			return start, stepErr
		}
		start = next
	}

	return start, err
}

// above are the units above the one at start. atStart says that they begin at the file's start.
func (l *loader) above(walk walker, start int64) (above []Unit, atStart bool, err error) {
	for at, kept := start, 0; ; {
		prev, ok, err := walk.before(at)
		if err != nil {
			return nil, false, err
		}

		if full := len(above) >= l.req.Before || kept > l.req.MaxBytes; !ok || full {
			slices.Reverse(above)
			return above, !ok, nil
		}

		u, err := walk.unit(prev)
		if err != nil {
			return nil, false, err
		}

		above = append(above, u)
		kept += len(u.Head)
		at = prev
	}
}

// below appends the unit at start and those below it to a page.
func (l *loader) below(walk walker, start int64, p *Page) error {
	for at, kept := start, 0; ; {
		u, err := walk.unit(at)
		if err != nil {
			return err
		}

		p.Lines = append(p.Lines, u)
		kept += len(u.Head)
		next, ok, err := walk.after(at)
		switch {
		case err != nil:
			return err
		case !ok:
			p.AtEnd = !l.gaveUp
			return nil
		case len(p.Lines)-p.Anchor > l.req.After || kept > l.req.MaxBytes:
			return nil
		}

		at = next
	}
}

// LineBounds returns the start of the line with the byte at off, and the offset after the line, terminator included. It
// reads the whole line, however long it is, unless numbers, which may be nil, lets it skip parts. The error is that of
// ctx or of reading.
func LineBounds(ctx context.Context, b source.Bytes, numbers Numbers, off int64) (start, end int64, err error) {
	l := &loader{ctx: ctx, b: b, req: Request{Numbers: numbers}, size: b.Size(), budget: math.MaxInt64}
	defer l.end()
	if l.size == 0 {
		return 0, 0, nil
	}
	if start, err = l.lineStart(min(max(off, 0), l.size-1)); err != nil {
		return 0, 0, err
	}

	end, err = l.lineEnd(start)
	return start, end, err
}
