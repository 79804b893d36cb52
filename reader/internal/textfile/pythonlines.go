package textfile

import (
	"context"

	"eyeline/reader/source"
)

// PythonEnds counts the line ends that Python's str.splitlines finds in a text.
type PythonEnds struct {
	LineEnds
	Others int64 // VT, FF, FS, GS, RS, NEL, U+2028 and U+2029
}

// Lines is the number of lines: one more than line ends where text follows the last one.
func (e PythonEnds) Lines() int64 { return e.LineEnds.Lines() + e.Others }

// CountPythonEnds counts the line ends of a file in UTF-8. valid is false, and they are not known, where the file is
// not UTF-8.
func CountPythonEnds(ctx context.Context, b source.Bytes) (e PythonEnds, valid bool, err error) {
	count := func(ctx context.Context) *pythonCounter {
		c := &pythonCounter{}
		err = Walk(ctx, b, Form{Ends: EndCRLF | EndPython}, 0, c)
		return c
	}
	var c *pythonCounter
	if m := source.MemoryOf(b); m != nil && m.Size() == b.Size() {
		all := context.WithoutCancel(ctx) // what is kept for other reads is whole
		c = m.Once("line ends of Python", func() any { return count(all) }).(*pythonCounter)
		err = ctx.Err()
	} else {
		c = count(ctx)
	}
	return c.PythonEnds, !c.invalid, err
}

// pythonCounter is a LineVisitor that counts line ends up to the first byte that is not UTF-8.
type pythonCounter struct {
	PythonEnds
	invalid bool
}

// Text implements LineVisitor.
func (c *pythonCounter) Text(_ []byte, _ Span, replaced bool) Want {
	c.Open = true
	if c.invalid = replaced; replaced {
		return Stop
	}
	return More
}

// Plain implements PlainVisitor.
func (c *pythonCounter) Plain(l PlainLines) (taken int, more bool) {
	c.LF += int64(l.Len())
	c.Open = false
	return l.Len(), true
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
