// Package outline lists the symbols of a file: what byte_window shows of a file too large to return whole
// (CONTRACTS.md §4 Outline).
//
// Go is read by package golang, by its declarations. Other languages go line by line: a language says which lines
// declare something, and the indentation says where it ends and what lies within what. Such a reading is an estimate;
// it is linear in the file, keeps no line longer than a few KiB in memory, and gives the same answer each time. To add
// a language, write its file with a rules value and name its extensions in languages.go. A file in no known language
// falls back to its indentation.
//
// Line numbers are 1-based and inclusive.
package outline

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/source"
)

const (
	// MaxSymbols is the number of symbols kept; further ones are counted.
	MaxSymbols = 1000
	// maxLine is how much of a line is looked at, and kept of a declaration, in bytes.
	maxLine = 4 << 10
	// maxParsed is the largest file, in bytes, that is read as a whole.
	maxParsed = 8 << 20
)

// Symbol is something declared in a file.
type Symbol struct {
	// Level is the nesting, 0 for the outermost.
	Level int
	// Text is the declaration's line, trimmed, decoded lossily, at most 4 KiB of it.
	Text string
	// First and Last are the lines of the whole declaration.
	First, Last int64
}

// Outline is a file's symbols in file order.
type Outline struct {
	Symbols []Symbol
	// More is the number of symbols after those kept.
	More int64
	// Language is the language's name, "" when the indentation alone was read.
	Language string
	// TotalLines is the number of lines in the file.
	TotalLines int64
}

// Of reads the outline of b; name is the file's name or path. The error is one of reading, or ctx's.
func Of(ctx context.Context, name string, b source.Bytes) (Outline, error) {
	head := make([]byte, min(b.Size(), 256))
	n, err := b.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) && n < len(head) {
		return Outline{}, err
	}
	lang := languageOf(name, head[:n])
	if lang != nil && lang.parse != nil && b.Size() <= maxParsed {
		out, ok, err := lang.parse(ctx, b)
		if err != nil || ok {
			out.Language = lang.name
			return out, err
		}
	}
	r := rules{reader: newSteps}
	out := Outline{}
	if lang != nil {
		r = lang.rules
		out.Language = lang.name
	}
	if r.reader == nil {
		r.reader = newBlocks
	}
	err = scan(ctx, b, r.reader(&r, &out))
	return out, err
}

// line is a line of a file, as far as it is looked at.
type line struct {
	number int64
	text   []byte // without terminator, at most maxLine bytes
	indent int    // columns of leading spaces (1) and tabs (4)
	code   string // text without leading and trailing white space; "" for a blank line
}

// lineReader takes the lines of a file one by one; end is called after the last.
type lineReader interface {
	next(line)
	end(total int64)
}

// scan gives the lines of b to r.
func scan(ctx context.Context, b source.Bytes, r lineReader) error {
	buf := make([]byte, 256<<10)
	var l line
	var text []byte
	started := false
	flush := func() {
		l.number++
		l.text = bytes.TrimSuffix(text, []byte{'\r'})
		l.indent, l.code = measure(l.text)
		r.next(l)
		text, started = text[:0], false
	}
	for off, size := int64(0), b.Size(); off < size; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := b.ReadAt(buf[:min(int64(len(buf)), size-off)], off)
		off += int64(n)
		for p := buf[:n]; len(p) > 0; {
			piece, rest, ended := bytes.Cut(p, []byte{'\n'})
			if room := maxLine - len(text); room > 0 {
				text = append(text, piece[:min(len(piece), room)]...)
			}
			started = true
			p = rest
			if ended {
				flush()
			}
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if n == 0 || errors.Is(err, io.EOF) {
			break
		}
	}
	if started {
		flush()
	}
	r.end(l.number)
	return nil
}

// measure returns the indent of a line and its trimmed text.
func measure(text []byte) (int, string) {
	indent, i := 0, 0
	for ; i < len(text); i++ {
		if text[i] == '\t' {
			indent += 4
		} else if text[i] == ' ' {
			indent++
		} else {
			break
		}
	}
	return indent, strings.TrimSpace(string(text[i:]))
}

// add appends a symbol; it returns its place, -1 when it is only counted.
func (o *Outline) add(s Symbol) int {
	if len(o.Symbols) == MaxSymbols {
		o.More++
		return -1
	}
	if !utf8.ValidString(s.Text) {
		s.Text = string(lossy.Decode([]byte(s.Text)))
	}
	o.Symbols = append(o.Symbols, s)
	return len(o.Symbols) - 1
}

// close sets a symbol's last line.
func (o *Outline) close(at int, last int64) {
	if at >= 0 {
		o.Symbols[at].Last = max(last, o.Symbols[at].First)
	}
}
