package textfile

import (
	"bytes"
	"context"

	"eyeline/reader/source"
)

// LineEnds counts the line ends of a file by their kind.
type LineEnds struct {
	LF   int64 // '\n' alone
	CRLF int64 // '\r' and '\n'
	CR   int64 // '\r' alone
	// Open: the last line has no line end.
	Open bool
}

// All returns the total.
func (e LineEnds) All() int64 { return e.LF + e.CRLF + e.CR }

// Lines is the number of lines: one more than line ends where text follows the last one.
func (e LineEnds) Lines() int64 {
	if e.Open {
		return e.All() + 1
	}
	return e.All()
}

// CountLineEnds counts the line ends of a file; UTF-8 takes a fast path.
func CountLineEnds(ctx context.Context, b source.Bytes, form LineCoding) (e LineEnds, err error) {
	if form.Coding != UTF8 {
		form.Ends = EndCR
		err = Walk(ctx, b, form, form.Skip, (*endCounter)(&e))
		return e, err
	}

	start := min(form.Skip, b.Size())
	size := b.Size()
	if m := source.MemoryOf(b); m != nil && !m.HasCR() {
		e.LF = int64(m.Ends(size) - m.Ends(start))
		e.Open = start < size && m.Data()[size-1] != '\n'
		return e, ctx.Err()
	}

	_, err = EachChunk(ctx, b, start, size, func(p []byte, _ int64, last bool) (int, bool) {
		if !last && p[len(p)-1] == '\r' { // the next chunk shows whether a '\n' follows
			p = p[:len(p)-1]
		}

		if last {
			end := p[len(p)-1]
			e.Open = end != '\n' && end != '\r'
		}

		lf := int64(bytes.Count(p, lineFeed))
		if bytes.IndexByte(p, '\r') < 0 {
			e.LF += lf
			return len(p), false
		}

		crlf := int64(bytes.Count(p, []byte("\r\n")))
		e.LF += lf - crlf
		e.CRLF += crlf
		e.CR += int64(bytes.Count(p, []byte{'\r'})) - crlf
		return len(p), false
	})
	return e, err
}

// endCounter is a LineVisitor that counts line ends.
type endCounter LineEnds

// Text implements LineVisitor.
func (e *endCounter) Text([]byte, Span, bool) Continuation {
	e.Open = true
	return SkipLine
}

// End implements LineVisitor.
func (e *endCounter) End(_, _ int64, term string) bool {
	switch term {
	case "":
		return false
	case "\n":
		e.LF++
	case "\r\n":
		e.CRLF++
	case "\r":
		e.CR++
	}

	e.Open = false
	return true
}

// CountLF returns the number of '\n' in the bytes [start, end) of b.
func CountLF(ctx context.Context, b source.Bytes, start, end int64) (n int64, err error) {
	if m := source.MemoryOf(b); m != nil {
		return int64(m.Ends(end) - m.Ends(start)), ctx.Err()
	}
	_, err = EachChunk(ctx, b, start, end, func(p []byte, _ int64, _ bool) (int, bool) {
		n += int64(bytes.Count(p, lineFeed))
		return len(p), false
	})
	return n, err
}

// LineCount returns the number of lines of a text, including one without line end.
func LineCount(text []byte) int {
	n := bytes.Count(text, lineFeed)
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// PythonEnds counts the line ends of a text as Python's str.splitlines finds them.
type PythonEnds struct {
	LineEnds
	Others int64 // VT, FF, FS, GS, RS, NEL, U+2028 and U+2029
}

// Lines is the number of lines: one more than line ends where text follows the last one.
func (e PythonEnds) Lines() int64 { return e.LineEnds.Lines() + e.Others }

// CountPythonEnds counts the line ends of a UTF-8 file. If it is not valid UTF-8, valid is false and the counts mean
// nothing.
func CountPythonEnds(ctx context.Context, b source.Bytes) (e PythonEnds, valid bool, err error) {
	var c pythonCounter
	err = Walk(ctx, b, LineCoding{Ends: EndCRLF | EndPython}, 0, &c)
	return c.PythonEnds, !c.invalid, err
}

// pythonCounter is a LineVisitor that counts line ends and stops at invalid UTF-8.
type pythonCounter struct {
	PythonEnds
	invalid bool
}

// Text implements LineVisitor.
func (c *pythonCounter) Text(_ []byte, _ Span, replaced bool) Continuation {
	c.Open = true
	c.invalid = replaced
	if replaced {
		return Stop
	}
	return More
}

// End implements LineVisitor.
func (c *pythonCounter) End(end, next int64, term string) bool {
	switch term {
	case "", "\n", "\r\n", "\r":
		return (*endCounter)(&c.LineEnds).End(end, next, term)
	}
	c.Others++
	c.Open = false
	return true
}
