package window

import (
	"bytes"
	"context"
	"encoding/binary"
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

const eightSpaces = 0x2020202020202020

// FactsOf reads as much of the line that begins at off as its facts need: its leading white space and two bytes.
// off is 0-based. Errors are ctx's and those of reading; a file that ends before its size is io.ErrUnexpectedEOF.
func FactsOf(ctx context.Context, b source.Bytes, off int64) (Facts, error) {
	return factsFrom(newForward(ctx, b, noSkip{}, off))
}

// factsFrom reads the facts of the line at the reader's place and leaves the reader somewhere inside it.
func factsFrom(r *forward) (Facts, error) {
	if r.rules != nil {
		return r.rules.facts(r)
	}
	f := Facts{}
	indenting := true
	for {
		p, err := r.peek(utf8.UTFMax)
		if err != nil {
			return f, err
		}
		if len(p) == 0 || p[0] == '\n' {
			f.Blank = true
			return f, nil
		}
		// Most white space is runs of spaces and tabs.
		n := 0
		for len(p)-n >= 8 && binary.LittleEndian.Uint64(p[n:]) == eightSpaces {
			n += 8
		}
		if indenting {
			f.Indent += int64(n)
		}
		for n < len(p) && (p[n] == ' ' || p[n] == '\t') {
			if indenting {
				f.Indent++
				if p[n] == '\t' {
					f.Indent += 3
				}
			}
			n++
		}
		if n > 0 {
			r.take(n)
			continue
		}
		indenting = false
		c, size := utf8.DecodeRune(p)
		if !unicode.IsSpace(c) {
			f.Comment = p[0] == '#' || bytes.HasPrefix(p, []byte("//")) || bytes.HasPrefix(p, []byte("--"))
			return f, nil
		}
		r.take(size)
	}
}

// Rules are how a tool looks at the beginning of a line, where that is not CONTRACTS.md §1.
type Rules struct {
	// Space reports whether a character is white space. It says yes to spaces and tabs, which are worth 1 and 4
	// columns, and no to '\n' and U+FFFD, which invalid bytes count as.
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
