package tools

import (
	"bytes"
	"context"
	"iter"
	"slices"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
)

// LineReading selects the lines of a file to read, and how much of each is kept.
type LineReading struct {
	Form  textfile.LineCoding
	Start int64 // offset of the first line
	// Most is how much of a line's text is kept, in Unit; 0 for all of it.
	Most int64
	Unit Unit
	// Whole: the rest of a longer line is decoded, too, for TextLine.Length.
	Whole bool
	// Phantom: the empty text after a final line end counts as a line.
	Phantom bool
	// EscapeCR: each '\r' within a line becomes the two characters \r.
	EscapeCR bool
}

// TextLine is a line of a file with its text. It is valid until the next one is read.
type TextLine struct {
	// Number counts from 1 at the first line read.
	Number int64
	// Text is the decoded text, at most LineReading.Most of it. Length is its length in the unit, or with
	// LineReading.Whole that of the whole line.
	Text   []byte
	Length int64
	// Start and End are the half-open range of the line's text in the file, Next is the offset of the next line.
	Start, End, Next int64
	// Term is the line end, "" at the end of the file.
	Term string

	coding textfile.Coding
	pieces []textPiece // empty if the text is as in the file
}

// textPiece maps a piece of a line's text to the file.
type textPiece struct {
	at       int // index in the text
	span     textfile.Span
	replaced bool // it is one U+FFFD for the whole span
	escaped  bool // it is \r for a '\r'
}

// Clone returns a copy that stays valid.
func (l *TextLine) Clone() *TextLine {
	c := *l
	c.Text = bytes.Clone(l.Text)
	c.pieces = slices.Clone(l.pieces)
	return &c
}

// Offset returns the offset in the file after the first n bytes of the text.
func (l *TextLine) Offset(n int) int64 {
	for i := len(l.pieces) - 1; i >= 0; i-- {
		p := l.pieces[i]
		switch {
		case n < p.at: // the piece begins later
		case n == p.at, p.escaped && n == p.at+1:
			return p.span.Start
		case p.replaced || p.escaped || l.coding == textfile.Legacy:
			return p.span.End
		default:
			return p.span.Start + SizeIn(l.coding, l.Text[p.at:n])
		}
	}

	return l.Start + int64(n)
}

// Replaced returns how many U+FFFD in the first n bytes of the text stand for bytes that cannot be decoded.
func (l *TextLine) Replaced(n int) (count int64) {
	for _, p := range l.pieces {
		if p.replaced && p.at < n {
			count++
		}
	}
	return count
}

// Escaped returns how many '\r' are escaped in the first n bytes of the text.
func (l *TextLine) Escaped(n int) (count int64) {
	for _, p := range l.pieces {
		if p.escaped && p.at < n {
			count++
		}
	}
	return count
}

// ShownSize returns the length in bytes of what the format shows of a line that was read with its Unit and Limit:
// including the mark of a cut, without prefix and line end.
func (f *LineFormat) ShownSize(l *TextLine) int64 {
	size := len(l.Text)
	if f.Limit > 0 && l.Length > f.Limit {
		kept := f.Unit.Length(l.Text)
		if kept < f.Limit {
			size += len(f.Half)
		}
		size += len(f.Mark(nil, Line{Number: l.Number, Length: l.Length, Kept: kept}))
	}
	return int64(size)
}

// Lines iterates over the lines of the file.
func (o *File) Lines(r LineReading) iter.Seq[*TextLine] { return linesOf(o.ctx, o, r, o.Fail) }

// LinesOf is Lines for a part of the file.
func (o *File) LinesOf(b source.Bytes, r LineReading) iter.Seq[*TextLine] {
	return linesOf(o.ctx, b, r, o.Fail)
}

// Lines iterates over lines of b during rendering.
func (s *Sink) Lines(b source.Bytes, r LineReading) iter.Seq[*TextLine] {
	return linesOf(s.ctx, b, r, s.Fail)
}

func linesOf(ctx context.Context, b source.Bytes, r LineReading, fail func(error)) iter.Seq[*TextLine] {
	if m := source.MemoryOf(b); m != nil && r.asInMemory(m) && ctx.Err() == nil {
		if data := m.Data()[:b.Size()]; lossy.PartialTail(data) == 0 {
			return linesIn(data, r)
		}
	}

	return func(yield func(*TextLine) bool) {
		v := &lineReader{LineReading: r, yield: yield}
		v.line = TextLine{Number: 1, Start: max(r.Start, r.Form.Skip), coding: r.Form.Coding}
		if err := textfile.Walk(ctx, b, r.Form, r.Start, v); err != nil {
			fail(err)
		}
	}
}

// asInMemory reports whether the lines are those between the '\n' of a file in memory, with the bytes that are there.
func (r LineReading) asInMemory(m *source.Memory) bool {
	form := r.Form
	knowsCR := form.Ends&(textfile.EndCRLF|textfile.EndCR|textfile.EndPython) != 0 || r.EscapeCR
	return m.Valid() && form.Coding == textfile.UTF8 && !(knowsCR && m.HasCR()) &&
		(form.Ends&textfile.EndPython == 0 || textfile.FileHasUsualEnds(m))
}

// linesIn goes through the lines of UTF-8 in memory, and copies none.
func linesIn(data []byte, r LineReading) iter.Seq[*TextLine] {
	return func(yield func(*TextLine) bool) {
		size := int64(len(data))
		l := TextLine{Number: 1, Start: max(r.Start, r.Form.Skip), coding: r.Form.Coding}
		for l.Start < size || l.Start == size && r.Phantom {
			l.take(data, r)
			next := TextLine{Number: l.Number + 1, Start: l.Next, coding: l.coding}
			if !yield(&l) || l.Term == "" {
				return
			}

			l = next
		}
	}
}

// take fills in the line of data that begins at l.Start.
func (l *TextLine) take(data []byte, r LineReading) {
	text := data[l.Start:]
	l.Next = int64(len(data))
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
		l.Next = l.Start + int64(i) + 1
		l.Term = "\n"
	}

	fits := len(text)
	if r.Most > 0 && int64(fits) > r.Most { // no unit is shorter than a byte
		fits, _ = r.Unit.Fit(text, r.Most)
	}

	l.End = l.Start + int64(len(text))
	l.Length = r.Unit.Length(text)
	l.Text = text[:fits:fits]
}

// lineReader is a textfile.LineVisitor that yields TextLines.
type lineReader struct {
	LineReading
	yield func(*TextLine) bool
	line  TextLine
	text  []byte // buffer for the text of a line
}

// Text implements textfile.LineVisitor.
func (v *lineReader) Text(p []byte, span textfile.Span, replaced bool) textfile.Continuation {
	for v.EscapeCR {
		i := bytes.IndexByte(p, '\r')
		if i < 0 {
			break
		}

		coding := v.Form.Coding
		at := textfile.Span{Start: span.Start + SizeIn(coding, p[:i]), End: span.Start + SizeIn(coding, p[:i+1])}
		v.add(p[:i], textPiece{span: textfile.Span{Start: span.Start, End: at.Start}})
		v.add([]byte(`\r`), textPiece{span: at, escaped: true})
		p = p[i+1:]
		span.Start = at.End
	}

	v.add(p, textPiece{span: span, replaced: replaced})
	if v.Most > 0 && v.line.Length > v.Most && !v.Whole {
		return textfile.SkipLine
	}

	return textfile.More
}

// SizeIn returns how many bytes well-formed text takes in an encoding.
func SizeIn(coding textfile.Coding, p []byte) int64 {
	switch coding {
	case textfile.UTF8:
		return int64(len(p))
	case textfile.UTF16LE, textfile.UTF16BE:
		return 2 * UTF16.Length(p)
	}
	return 4 * Runes.Length(p)
}

// add appends a piece to the line's text as far as it fits, and counts all of it.
func (v *lineReader) add(p []byte, piece textPiece) {
	l := &v.line
	fits := len(p)
	if v.Most > 0 {
		fits, _ = v.Unit.Fit(p, v.Most-l.Length)
	}

	if fits > 0 {
		piece.at = len(l.Text)
		if piece.replaced || piece.escaped || len(l.pieces) > 0 || v.Form.Coding != textfile.UTF8 {
			if len(l.pieces) == 0 && piece.at > 0 {
				l.pieces = append(l.pieces, textPiece{span: textfile.Span{Start: l.Start}})
			}
			l.pieces = append(l.pieces, piece)
		}

		v.text = append(v.text, p[:fits]...)
		l.Text = v.text
	}

	l.Length += v.Unit.Length(p)
}

// End implements textfile.LineVisitor.
func (v *lineReader) End(end, next int64, term string) bool {
	l := &v.line
	if term == "" && end == l.Start && !v.Phantom {
		return false
	}

	l.End = end
	l.Next = next
	l.Term = term

	if !v.yield(l) {
		return false
	}

	v.text = v.text[:0]
	*l = TextLine{Number: l.Number + 1, Start: next, coding: l.coding, pieces: l.pieces[:0]}
	return true
}
