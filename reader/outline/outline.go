// Package outline lists the symbols of a file: what byte_window shows of a file too large to return whole
// (CONTRACTS.md §4 Outline). The package changes without notice.
//
// Go is read by package godecls, by its declarations. Other languages go line by line: a language says which lines
// declare something, and the indentation says where it ends and what lies within what. Such a reading is an estimate;
// it is linear in the file, keeps no line longer than a few KiB in memory, and gives the same answer each time. To add
// a language, write its file with a rules value and name its extensions in languages.go. A file in no known language
// falls back to its indentation.
//
// Line numbers are 1-based and inclusive.
package outline

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
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
	// From is the first line of the comment and the decorators above it, First without any.
	From int64
	// Path are the names of what it stands in and its own, "Base.is_private". Only Listed finds From and Path; they are
	// zero for what declares nothing.
	Path string

	kind  container
	exact bool  // a parser found it
	body  int64 // the line after the one that opens the body, where a parser knows it; else 0
}

// Row is a symbol as the outlines of tools give it: "  type T [L3-9]".
func (s Symbol) Row() string {
	lines := fmt.Sprintf("L%d", s.First)
	if s.Last > s.First {
		lines += fmt.Sprintf("-%d", s.Last)
	}
	return strings.Repeat(" ", s.Level) + s.Text + " [" + lines + "]"
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
	// Unparsed is the line from which the symbols are an estimate although the language has a parser, since the file
	// does not parse; 0 in other files. Only Listed finds it.
	Unparsed int64

	every  bool // every symbol is kept
	parsed bool // by the language's parser
}

// Of reads the outline of b; name is the file's name or path. The error is one of reading, or ctx's; a file that ends
// before its size is io.ErrUnexpectedEOF, a size below 0 source.ErrNegativeSize.
func Of(ctx context.Context, name string, b source.Bytes) (Outline, error) {
	if b.Size() < 0 {
		return Outline{}, source.ErrNegativeSize
	}

	head := make([]byte, min(b.Size(), 256))
	_, err := source.ReadFull(b, head, 0)
	if err != nil {
		return Outline{}, err
	}

	lang := languageOf(name, head)
	if lang != nil && lang.parse != nil && b.Size() <= maxParsed {
		out := Outline{Language: lang.name}
		ok, err := lang.parse(ctx, b, &out)
		if err != nil || ok {
			out.parsed = ok
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

	out.TotalLines, err = scan(ctx, b, r.reader(&r, &out))
	return out, err
}

// line is a line of a file, as far as it is looked at.
type line struct {
	number int64
	indent int    // columns of leading spaces (1) and tabs (4)
	code   string // without leading and trailing white space, of at most maxLine bytes; "" for a blank line
}

// lineReader takes the lines of a file one by one; end is called after the last.
type lineReader interface {
	next(line)
	end(total int64)
}

// whole reads b to its size.
type whole struct {
	b  source.Bytes
	at int64
}

// Read implements io.Reader. Bytes that end before their size are io.ErrUnexpectedEOF.
func (w *whole) Read(p []byte) (int, error) {
	left := w.b.Size() - w.at
	if left <= 0 {
		return 0, io.EOF
	}
	n, err := source.ReadFull(w.b, p[:min(int64(len(p)), left)], w.at)
	w.at += int64(n)
	return n, err
}

// scan gives the lines of b to r, and returns how many there are.
func scan(ctx context.Context, b source.Bytes, r lineReader) (total int64, err error) {
	in := bufio.NewReaderSize(&whole{b: b}, maxLine)
	for goesOn := false; ; {
		if err := ctx.Err(); err != nil {
			return total, err
		}

		text, more, err := in.ReadLine()
		switch {
		case errors.Is(err, io.EOF):
			r.end(total)
			return total, nil
		case err != nil:
			return total, err
		case !goesOn:
			total++
			indent, code := measure(text)
			r.next(line{total, indent, code})
		}

		goesOn = more
	}
}

// measure returns the indent of a line, in which a tab counts as four blanks, and its trimmed text.
func measure(text []byte) (int, string) {
	code := bytes.TrimLeft(text, " \t")
	before := text[:len(text)-len(code)]
	return len(before) + 3*bytes.Count(before, []byte{'\t'}), strings.TrimSpace(string(code))
}

// add appends a symbol; it returns its place, -1 when it is only counted.
func (o *Outline) add(s Symbol) int {
	if len(o.Symbols) == MaxSymbols && !o.every {
		o.More++
		return -1
	}
	if !utf8.ValidString(s.Text) {
		s.Text = string(lossy.Decode([]byte(s.Text)))
	}
	o.Symbols = append(o.Symbols, s)
	return len(o.Symbols) - 1
}

// dropFrom takes the last symbol away where it begins at a line.
func (o *Outline) dropFrom(first int64) {
	if n := len(o.Symbols); n > 0 && o.Symbols[n-1].First == first {
		o.Symbols = o.Symbols[:n-1]
	}
}

// close sets a symbol's last line.
func (o *Outline) close(at int, last int64) {
	if at >= 0 {
		o.Symbols[at].Last = max(last, o.Symbols[at].First)
	}
}

// closeTo closes the open blocks that are indented as far as a line or further, and returns the others.
func (o *Outline) closeTo(open []openBlock, indent int, last int64) []openBlock {
	for n := len(open); n > 0 && open[n-1].indent >= indent; n = len(open) {
		o.close(open[n-1].at, last)
		open = open[:n-1]
	}
	return open
}
