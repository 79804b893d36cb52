// Package outline, which changes without notice, lists the symbols of a file: what byte_window shows of a file too
// large to return whole (CONTRACTS.md §4 Outline).
//
// Go is parsed by package godecls. Other languages are read line by line: a language's rules say which lines are
// declarations, and the indentation where they end and how they are nested. This is an estimate; it takes linear time,
// holds no more than a few KiB of a line in memory, and is deterministic. To add a language, write its file with a
// rules value and name its extensions in languages.go. A file in no known language falls back to its indentation.
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
	// MaxSymbols is how many symbols are kept; further ones are only counted.
	MaxSymbols = 1000
	// maxLine is how many bytes of a line are used, and kept of a declaration.
	maxLine = 4 << 10
	// maxParsed is the size of the largest file that is parsed as a whole, in bytes.
	maxParsed = 8 << 20
)

// Symbol is a declaration, heading or key of a file.
type Symbol struct {
	// Level is the nesting level, 0 for the outermost.
	Level int
	// Text is the declaration's first line, trimmed and lossily decoded, at most 4 KiB.
	Text string
	// First and Last are the lines of the whole declaration.
	First, Last int64
	// From is the first line of the comment and decorators above it, or First.
	From int64
	// Path is its name qualified by those of the enclosing symbols, "Base.is_private". Only Listed sets From and Path,
	// and only for declarations.
	Path string

	kind  container
	exact bool  // a parser found it
	body  int64 // line after the one that opens the body, if a parser knows it; else 0
}

// Row formats a symbol as tools do: " type T [L3-9]".
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
	// More is how many further symbols there are.
	More int64
	// Language is the language's name, "" if only the indentation was used.
	Language string
	// TotalLines is the number of lines in the file.
	TotalLines int64
	// Unparsed is the line from which symbols are an estimate although the language has a parser, since the file does
	// not parse; else 0. Only Listed sets it.
	Unparsed int64

	every  bool // all symbols are kept
	parsed bool // found by the language's parser
}

// Of returns the outline of b; name is the file's name or path. The error is that of reading or ctx's;
// io.ErrUnexpectedEOF for a file shorter than its size, source.ErrNegativeSize for a size below 0.
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

// line is a line of a file, at most maxLine bytes of it.
type line struct {
	number int64
	indent int    // columns of leading spaces (1) and tabs (4)
	code   string // trimmed; "" for a blank line
}

// lineReader receives the lines of a file one by one; end is called after the last.
type lineReader interface {
	next(line)
	end(total int64)
}

// whole is an io.Reader of all of b.
type whole struct {
	b  source.Bytes
	at int64
}

// Read implements io.Reader. The error is io.ErrUnexpectedEOF if b is shorter than its size.
func (w *whole) Read(p []byte) (int, error) {
	left := w.b.Size() - w.at
	if left <= 0 {
		return 0, io.EOF
	}
	n, err := source.ReadFull(w.b, p[:min(int64(len(p)), left)], w.at)
	w.at += int64(n)
	return n, err
}

// scan passes the lines of b to r, and returns their number.
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

// measure returns the indent of a line, in which a tab counts 4, and its trimmed text.
func measure(text []byte) (int, string) {
	code := bytes.TrimLeft(text, " \t")
	before := text[:len(text)-len(code)]
	return len(before) + 3*bytes.Count(before, []byte{'\t'}), strings.TrimSpace(string(code))
}

// add appends a symbol and returns its index, -1 if it is only counted.
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

// dropFrom removes the last symbol if it begins at a line.
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

// closeTo closes the open blocks with at least an indent, and returns the others.
func (o *Outline) closeTo(open []openBlock, indent int, last int64) []openBlock {
	for n := len(open); n > 0 && open[n-1].indent >= indent; n = len(open) {
		o.close(open[n-1].at, last)
		open = open[:n-1]
	}
	return open
}
