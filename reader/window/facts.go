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

// Facts are the properties of a line by which blocks grow (CONTRACTS.md §1 Indentation).
type Facts struct {
	// Indent is the number of columns of leading spaces (1 each) and tabs (4 each).
	Indent int64
	// Blank: the line consists of Unicode white space.
	Blank bool
	// Comment: the text, trimmed of white space, starts with "#", "//" or "--".
	Comment bool
}

// FactsOf returns the facts of the line that begins at the 0-based offset off. It reads the line's leading white space
// and a few bytes. The error is ctx's or that of reading; io.ErrUnexpectedEOF if the file is shorter than its size.
func FactsOf(ctx context.Context, b source.Bytes, off int64) (Facts, error) {
	return factsFrom(newForward(ctx, b, nil, off))
}

// Rules are how a tool determines facts, if not as in CONTRACTS.md §1.
type Rules struct {
	// Space reports whether a character is white space. It must return true for spaces and tabs, which count 1 and 4
	// columns, and false for '\n' and U+FFFD, which stands for invalid bytes.
	Space func(rune) bool
	// Other is how many columns any other white space counts in an indent; less than 0 ends the indent.
	Other int64
	// Comments are the prefixes of comments, none of them empty.
	Comments []string
}

// contractRules are those of CONTRACTS.md §1.
var contractRules = Rules{Space: unicode.IsSpace, Other: -1, Comments: []string{"#", "//", "--"}}

// factsFrom returns the facts of the line at the cursor and leaves the cursor somewhere in it.
func factsFrom(r *forward) (f Facts, err error) {
	rules := cmp.Or(r.rules, &contractRules)
	longest := rules.longest()
	for indenting := true; ; {
		p, err := r.peekLine(longest)
		if err != nil {
			return f, err
		}

		if len(p) == 0 || p[0] == '\n' {
			f.Blank = true
			return f, nil
		}

		n, columns := leadingBlanks(p)
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

// line moves the cursor behind its line, and returns the facts.
func (r *forward) line() (Facts, error) {
	f, err := factsFrom(r)
	if err == nil {
		err = r.endLine()
	}
	return f, err
}

// longest returns how many bytes of a text must be buffered to recognize a character or the prefix of a comment.
func (c *Rules) longest() int {
	n := utf8.UTFMax
	for _, prefix := range c.Comments {
		n = max(n, len(prefix))
	}
	return n
}

// begins reports whether p begins a comment.
func (c *Rules) begins(p []byte) bool {
	return slices.ContainsFunc(c.Comments, func(prefix string) bool { return bytes.HasPrefix(p, []byte(prefix)) })
}

// leadingBlanks returns the number of spaces and tabs at the start of p, and how many columns they count.
func leadingBlanks(p []byte) (n int, columns int64) {
	for n < len(p) && (p[n] == ' ' || p[n] == '\t') {
		columns++
		if p[n] == '\t' {
			columns += tabColumns - 1
		}
		n++
	}
	return n, columns
}

// Line is a line of a file with its facts.
type Line struct {
	Facts
	Start, End int64 // half-open offsets, line end included
	// Effective is the indent; for a blank line that of the nearest line above that is not blank, or 0.
	Effective int64
}

// LineWalker moves from a line up and down, line by line. Its memory does not grow.
type LineWalker struct {
	up    *backward
	down  *forward
	blank blankRun
	carry int64 // effective indent of a blank line that follows below
}

// LinesAround returns the line whose first byte is at the 0-based offset start, and a LineWalker at it. At the end of
// the file the line is empty. The error is ctx's or that of reading; io.ErrUnexpectedEOF if the file is shorter than
// its size.
func LinesAround(
	ctx context.Context, b source.Bytes, index Index, start int64, rules *Rules,
) (*LineWalker, Line, error) {
	a := &LineWalker{up: newBackward(ctx, b, index, start), down: newForward(ctx, b, index, start)}
	a.up.rules = rules
	a.down.rules = rules
	f, err := a.down.line()
	if err == nil {
		a.carry, err = a.blank.effective(a.up, f)
	}

	return a, Line{f, start, a.down.at, a.carry}, err
}

// Up moves up and returns the next line; ok is false at the start of the file.
func (a *LineWalker) Up() (l Line, ok bool, err error) {
	l.End = a.up.at
	l.Facts, ok, err = a.up.up()
	if err != nil || !ok {
		return l, false, err
	}
	l.Start = a.up.at
	l.Effective, err = a.blank.effective(a.up, l.Facts)
	return l, err == nil, err
}

// Down moves down and returns the next line; ok is false at the end of the file, with the empty line there.
func (a *LineWalker) Down() (l Line, ok bool, err error) {
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
