package tools

import (
	"bytes"
	"context"

	"eyeline/reader/source"
	"eyeline/reader/tools/textfile"
)

// Longer reports whether one of the lines of [start, end) is longer than the format's limit and so will be cut. UTF-8 is
// skipped at the speed of memory: only lines that may be too long are decoded.
func Longer(ctx context.Context, b source.Bytes, form textfile.Form, start, end int64, format *LineFormat) (bool, error) {
	if format.Limit == 0 || start >= end {
		return false, nil
	}
	if m := source.MemoryOf(b); m != nil && form.Coding == textfile.UTF8 && (m.Longest() <= format.Limit && format.Unit != Bytes || 3*m.Longest() <= format.Limit) {
		return false, nil // no character has more units than bytes, and three bytes stand for an invalid one
	}
	b = source.View(b, end)
	found := false
	if form.Coding != textfile.UTF8 || form.Ends&^textfile.EndCRLF != 0 {
		err := Measure(ctx, b, form, start, format, format.Unit, func(m Measured) bool {
			found = m.Cut
			return !found
		})
		return found, err
	}
	s := longScan{ctx: ctx, b: b, form: form, format: format, line: start}
	err := textfile.EachChunk(ctx, b, start, end, func(p []byte, off int64, _ bool) (int, bool) {
		return len(p), s.chunk(p, off)
	}, nil)
	if err == nil && s.err == nil && !s.found {
		s.look(end)
	}
	if err == nil {
		err = s.err
	}
	return s.found, err
}

// longScan looks for a line that is too long.
type longScan struct {
	ctx    context.Context
	b      source.Bytes
	form   textfile.Form
	format *LineFormat
	line   int64 // offset of the current line
	found  bool
	err    error
}

// chunk looks at the lines that end in p, which is at offset off, and stops when it has found one.
func (s *longScan) chunk(p []byte, off int64) (stop bool) {
	for at := 0; ; {
		i := bytes.IndexByte(p[at:], '\n')
		if i < 0 {
			// No unit takes more than four bytes of the file: a line that is longer than that need not be decoded.
			return off+int64(len(p))-s.line > 4*(s.format.Limit+2) && s.look(off+int64(len(p)))
		}
		if s.look(off + int64(at+i)) {
			return true
		}
		at += i + 1
		s.line = off + int64(at)
	}
}

// look decides about the current line, whose text goes up to end at least.
func (s *longScan) look(end int64) (stop bool) {
	if end-s.line <= s.format.Limit {
		// Invalid bytes may become longer in bytes: three for one.
		if s.format.Unit != Bytes || 3*(end-s.line) <= s.format.Limit {
			return false
		}
	}
	visitor := &longLine{limit: s.format.Limit, unit: s.format.Unit}
	s.err = textfile.Walk(s.ctx, s.b, s.form, s.line, visitor)
	s.found = visitor.length > visitor.limit
	return s.found || s.err != nil
}

// longLine is a textfile.LineVisitor that measures one line as far as its limit.
type longLine struct {
	limit, length int64
	unit          Unit
}

// Text implements textfile.LineVisitor.
func (l *longLine) Text(p []byte, _ textfile.Span, _ bool) textfile.Want {
	if l.length += l.unit.Length(p); l.length > l.limit {
		return textfile.Stop
	}
	return textfile.More
}

// End implements textfile.LineVisitor.
func (l *longLine) End(_, _ int64, _ string) bool { return false }
