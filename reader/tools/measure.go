package tools

import (
	"context"

	"eyeline/reader/source"
	"eyeline/reader/tools/textfile"
)

// Measured is one line as a tool would show it, without its text.
type Measured struct {
	// Number counts the lines from the first one measured: 1, 2, …
	Number int64
	// Start and End are the half-open range of the line's text in the file, Next where the next line begins.
	Start, End, Next int64
	// Term is the line end, "" at the end of the file.
	Term string
	// Length is the length of the line's decoded text, in the format's unit: of the whole line, but for a line that is cut
	// by a format that does not ask for it (LineFormat.Whole). Shown is the length of what is shown of it, with the mark of
	// a cut but without prefix and line end, in the unit asked for.
	Length, Shown int64
	// Cut: the line is longer than the format's limit.
	Cut bool
}

// Measure hands the lines from byte start on to take, one after the other, until it returns false. The text after the
// last line end comes as a line, too, also when it is empty (textfile.Walk). format may be nil.
func Measure(ctx context.Context, b source.Bytes, form textfile.Form, start int64, format *LineFormat, unit Unit, take func(Measured) bool) error {
	if format == nil {
		format = &LineFormat{}
	}
	m := &measurer{format: format, unit: unit, take: take}
	m.line = Measured{Number: 1, Start: max(start, form.Skip)}
	return textfile.Walk(ctx, b, form, start, m)
}

// measurer is a textfile.LineVisitor that measures.
type measurer struct {
	format *LineFormat
	unit   Unit
	take   func(Measured) bool
	line   Measured
	kept   int64 // in the format's unit
	shown  int64 // of what fits into Keep, in unit
	rest   int64 // of what fits into Limit besides
}

// Text implements textfile.LineVisitor.
func (m *measurer) Text(p []byte, _ textfile.Span, _ bool) textfile.Want {
	f := m.format
	n := f.Unit.Length(p)
	m.line.Length += n
	if f.Limit == 0 {
		m.shown += m.unit.Length(p)
		return textfile.More
	}
	if m.kept < f.keep() {
		fits, left := f.Unit.Fit(p, f.keep()-m.kept)
		m.kept = f.keep() - left
		m.shown += m.unit.Length(p[:fits])
		if fits < len(p) && left > 0 { // half a character
			m.kept = f.keep()
			if m.line.Length > f.Limit {
				m.shown += m.unit.Length([]byte(f.Half))
			}
		}
		p = p[fits:]
	}
	if m.line.Length > f.Limit && !f.Whole {
		return textfile.SkipLine
	}
	m.rest += m.unit.Length(p)
	return textfile.More
}

// End implements textfile.LineVisitor.
func (m *measurer) End(end, next int64, term string) bool {
	l := m.line
	l.End, l.Next, l.Term = end, next, term
	l.Shown = m.shown
	if l.Cut = m.format.Limit > 0 && l.Length > m.format.Limit; !l.Cut {
		l.Shown += m.rest
	} else if m.format.Mark != nil {
		l.Shown += m.unit.Length(m.format.Mark(nil, Line{Number: l.Number, Length: l.Length, Kept: m.kept}))
	}
	m.kept, m.shown, m.rest = 0, 0, 0
	m.line = Measured{Number: l.Number + 1, Start: next}
	return m.take(l)
}

// Plain implements textfile.PlainVisitor.
func (m *measurer) Plain(l textfile.PlainLines) (taken int, more bool) {
	n := l.Len()
	if m.format.Limit > 0 {
		n = l.Within(m.format.Limit, n)
	}
	at := l.Start(0)
	line := m.line
	for i := range n {
		next := l.Start(i + 1)
		line.Start, line.End, line.Next, line.Term = at, next-1, next, "\n"
		line.Length, line.Shown = next-1-at, next-1-at
		if !m.take(line) {
			return i + 1, false
		}
		line.Number++
		at = next
	}
	m.line = Measured{Number: line.Number, Start: at}
	return n, true
}

// Longer reports whether one of the lines of [start, end) is longer than the format's limit and so will be cut.
func Longer(ctx context.Context, b source.Bytes, form textfile.Form, start, end int64, format *LineFormat) (longer bool, err error) {
	if format.Limit == 0 || start >= end {
		return false, nil
	}
	err = Measure(ctx, source.View(b, end), form, start, format, format.Unit, func(m Measured) bool {
		longer = m.Cut
		return !longer
	})
	return longer, err
}
