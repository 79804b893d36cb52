package window

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/source"
)

// Facts are what the indentation block asks of a line (CONTRACTS.md §1 Indentation).
type Facts struct {
	// Indent is the number of columns of leading spaces (1 each) and tabs (4 each).
	Indent int64
	// Blank: the line has nothing but Unicode white space.
	Blank bool
	// Comment: the text, trimmed of white space, starts with "#", "//" or "--".
	Comment bool
}

// FactsOf reads as much of the line that begins at off as its facts need: its leading white space and two bytes.
// off is 0-based. Errors are ctx's and those of reading; a file that ends before its size is io.ErrUnexpectedEOF.
func FactsOf(ctx context.Context, b source.Bytes, off int64) (Facts, error) {
	return factsFrom(newForward(ctx, b, nil, off))
}

// Rules are how a tool looks at the beginning of a line, where that is not CONTRACTS.md §1.
type Rules struct {
	// Space reports whether a character is white space. It says yes to spaces and tabs, which are worth 1 and 4
	// columns, and no to '\n' and U+FFFD, which invalid bytes count as.
	Space func(rune) bool
	// Other is how many columns any other white space in a line's indent is worth; below 0 it ends the indent.
	Other int64
	// Comments are what the text of a comment may start with; none is empty.
	Comments []string
}

// contractRules are those of CONTRACTS.md §1.
var contractRules = Rules{Space: unicode.IsSpace, Other: -1, Comments: []string{"#", "//", "--"}}

// factsFrom reads the facts of the line at the reader's place and leaves the reader somewhere inside it.
func factsFrom(r *forward) (f Facts, err error) {
	rules := cmp.Or(r.rules, &contractRules)
	longest := rules.longest()
	for indenting := true; ; {
		p, err := r.peek(longest)
		if err != nil {
			return f, err
		}

		if len(p) == 0 || p[0] == '\n' {
			f.Blank = true
			return f, nil
		}

		n, columns := blanks(p)
		if n == 0 {
			var c rune
			c, n = utf8.DecodeRune(p)
			if !rules.Space(c) {
				f.Comment = rules.begins(p)
				return f, nil
			}

			columns = max(rules.Other, 0)
			indenting = indenting && rules.Other >= 0
		}

		if indenting {
			f.Indent += columns
		}

		r.advance(n)
	}
}

// line moves on past a line, and returns its facts.
func (r *forward) line() (Facts, error) {
	f, err := factsFrom(r)
	if err == nil {
		err = r.endLine()
	}
	return f, err
}

// longest is how many bytes of a line must be buffered to tell what it begins with.
func (c *Rules) longest() int {
	n := utf8.UTFMax
	for _, prefix := range c.Comments {
		n = max(n, len(prefix))
	}
	return n
}

// begins reports whether p, which is not empty, begins a comment.
func (c *Rules) begins(p []byte) bool {
	return slices.ContainsFunc(c.Comments, func(prefix string) bool { return bytes.HasPrefix(p, []byte(prefix)) })
}

// blanks is the number of spaces and tabs at the front of p, and of the columns that they are worth.
func blanks(p []byte) (n int, columns int64) {
	for n < len(p) && (p[n] == ' ' || p[n] == '\t') {
		columns++
		if p[n] == '\t' {
			columns += tabColumns - 1
		}
		n++
	}
	return n, columns
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

// Up is the next line above; ok is false without one.
func (a *Around) Up() (l Line, ok bool, err error) {
	l.End = a.up.at
	if l.Facts, ok, err = a.up.up(); err != nil || !ok {
		return l, false, err
	}
	l.Start = a.up.at
	l.Effective, err = a.blank.effective(a.up, l.Facts)
	return l, err == nil, err
}

// Down is the next line below; ok is false without one, and the line is then the empty one at the end of the
// file.
func (a *Around) Down() (l Line, ok bool, err error) {
	l.Start = a.down.at
	if p, err := a.down.peek(1); err != nil || len(p) == 0 {
		l.Blank = true
		l.End = l.Start
		l.Effective = a.carry
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
