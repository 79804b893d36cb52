package window

import (
	"bytes"
	"context"
	"encoding/binary"
	"unicode/utf8"

	"eyeline/reader/source"
)

// Rules are how a tool looks at the beginning of a line, where that is not CONTRACTS.md §1.
type Rules struct {
	// Space reports whether a character is white space. It says yes to spaces and tabs, which are worth 1 and 4 columns, and
	// no to '\n' and U+FFFD, which invalid bytes count as.
	Space func(rune) bool
	// Other is how many columns any other white space in a line's indent is worth.
	Other int64
	// Comments are what the text of a comment may start with.
	Comments []string
}

// facts reads the facts of the line at the reader's place and leaves the reader somewhere inside it.
func (c *Rules) facts(r *forward) (f Facts, err error) {
	longest := utf8.UTFMax
	for _, prefix := range c.Comments {
		longest = max(longest, len(prefix))
	}
	for {
		p, err := r.peek(longest)
		if err != nil {
			return f, err
		}
		if len(p) == 0 || p[0] == '\n' {
			f.Blank = true
			return f, nil
		}
		n := 0 // most white space is runs of spaces
		for len(p)-n >= 8 && binary.LittleEndian.Uint64(p[n:]) == eightSpaces {
			n += 8
		}
		if n > 0 {
			f.Indent += int64(n)
			r.take(n)
			continue
		}
		char, size := utf8.DecodeRune(p)
		switch {
		case char == ' ':
			f.Indent++
		case char == '\t':
			f.Indent += tabColumns
		case c.Space(char):
			f.Indent += c.Other
		default:
			for _, prefix := range c.Comments {
				f.Comment = f.Comment || bytes.HasPrefix(p, []byte(prefix))
			}
			return f, nil
		}
		r.take(size)
	}
}

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

// LinesAround begins at the line whose first byte is at offset start, 0-based, and returns that line; at the end of the file
// it is empty. Errors are ctx's and those of reading; a file that ends before its size is io.ErrUnexpectedEOF.
func LinesAround(ctx context.Context, b source.Bytes, index Index, start int64, rules *Rules) (*Around, Line, error) {
	skip := skipperOf(index)
	a := &Around{up: newBackward(ctx, b, skip, start), down: newForward(ctx, b, skip, start)}
	a.up.rules, a.down.rules = rules, rules
	f, err := factsFrom(a.down)
	if err == nil {
		err = a.down.endLine()
	}
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

// Down is the next line below; ok is false when there is none, and the line is then the empty one at the end of the file.
func (a *Around) Down() (l Line, ok bool, err error) {
	l.Start = a.down.at
	if p, err := a.down.peek(1); err != nil || len(p) == 0 {
		l.Blank, l.End, l.Effective = true, l.Start, a.carry
		return l, false, err
	}
	if l.Facts, err = factsFrom(a.down); err == nil {
		err = a.down.endLine()
	}
	l.End = a.down.at
	if !l.Blank {
		a.carry = l.Indent
	}
	l.Effective = a.carry
	return l, err == nil, err
}
