package window

import (
	"context"

	"eyeline/reader/source"
)

// Line is a line of a file and what blocks ask of it.
type Line struct {
	Facts
	Start, End int64 // half-open offsets, line end included
	// Effective is the indent, for a blank line that of the nearest line above that is not blank, or 0.
	Effective int64
}

// Around goes from a line to those above and below it, one by one, in memory that does not grow with them.
type Around struct {
	up    *backward
	down  *forward
	blank blankRun
	carry int64 // effective indent that a blank line below takes over
}

// LinesAround begins at the line whose first byte is at offset start, 0-based, and returns that line; at the end of the
// file it is empty. Errors are ctx's and those of reading; a file that ends before its size is io.ErrUnexpectedEOF.
func LinesAround(ctx context.Context, b source.Bytes, index Index, start int64, rules *Rules) (*Around, Line, error) {
	a := &Around{up: newBackward(ctx, b, index, start), down: newForward(ctx, b, index, start)}
	a.up.rules, a.down.rules = rules, rules
	f, err := a.down.line()
	if err == nil {
		a.carry, err = a.blank.effective(a.up, f)
	}
	return a, Line{f, start, a.down.at, a.carry}, err
}

// Up is the next line above; ok is false when there is none.
func (a *Around) Up() (l Line, ok bool, err error) {
	l.End = a.up.at
	if l.Facts, ok, err = a.up.up(); err != nil || !ok {
		return l, false, err
	}
	l.Start = a.up.at
	l.Effective, err = a.blank.effective(a.up, l.Facts)
	return l, err == nil, err
}

// Down is the next line below; ok is false when there is none, and the line is then the empty one at the end of the
// file.
func (a *Around) Down() (l Line, ok bool, err error) {
	l.Start = a.down.at
	if p, err := a.down.peek(1); err != nil || len(p) == 0 {
		l.Blank, l.End, l.Effective = true, l.Start, a.carry
		return l, false, err
	}
	l.Facts, err = a.down.line()
	l.End = a.down.at
	if !l.Blank {
		a.carry = l.Indent
	}
	l.Effective = a.carry
	return l, err == nil, err
}
