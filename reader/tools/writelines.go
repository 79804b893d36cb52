package tools

import (
	"bytes"
	"io"
	"slices"

	"eyeline/reader/window"

	"eyeline/reader/access"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/source"
)

// Excerpt writes the bytes [start, end) of b, lossily decoded and with their line ends, as one run of the window, and
// counts their lines. For an empty range it writes nothing and begins no run.
func (s *Sink) Excerpt(b source.Bytes, start, end int64) {
	if start >= end {
		return
	}
	s.BeginRun(0, len(s.Stats.Runs) == 0, 0)
	newlines, open := s.writeDecoded(b, start, end)
	if open {
		newlines++
	}
	s.AddLines(newlines)
}

// writeDecoded writes the bytes [start, end) of b, lossily decoded. open reports whether text follows the last newline.
func (s *Sink) writeDecoded(b source.Bytes, start, end int64) (newlines int64, open bool) {
	_, err := textfile.EachChunk(s.ctx, b, start, end, func(p []byte, _ int64, last bool) (int, bool) {
		if !last {
			p = p[:len(p)-lossy.PartialTail(p)]
		}

		s.Lossy(p)
		newlines += int64(bytes.Count(p, newline))
		open = p[len(p)-1] != '\n'
		return len(p), s.err != nil
	})
	if err != nil {
		s.Fail(err)
	}

	return newlines, open
}

// Lossy writes p decoded, as if nothing followed it.
func (s *Sink) Lossy(p []byte) {
	for len(p) > 0 && s.err == nil {
		valid, subpart := lossy.Next(p)
		s.Bytes(p[:valid])
		if subpart > 0 {
			s.Str(lossy.Replacement)
			s.Stats.Replaced++
		}
		p = p[valid+subpart:]
	}
}

// LineRange says which lines of a file WriteLines writes, and how.
type LineRange struct {
	Form   textfile.LineCoding
	Format *LineFormat
	// Start is the offset of the first line, End the offset after the last line's end.
	Start, End int64
	// Number is the tool's number of the first line.
	Number int64
	// Count is the most lines to write; 0 for all before End.
	Count int64
	// Phantom: the empty text after a final line end counts as a line.
	Phantom bool
	// Width is Line.Width for the prefixes.
	Width int
	// Continued: the lines follow others in the same answer: "\n" joins them, and Line.First is false for all.
	Continued bool
	// Trim is how many '\r' are at most removed at a line's end, besides its line end. A Format with Keep must not
	// be used with it.
	Trim int
	// Change, if not nil, returns what is written for the text of a line, which is then held in memory. A Format with
	// Limit must not be used with it.
	Change func(text []byte) []byte
	// CutLast: line number Count of the range is cut at LastLimit, in the Format's Unit, instead of the Format's Limit.
	// End is still the end of the whole line.
	CutLast   bool
	LastLimit int64
}

// WriteLines writes lines of b as one run of the window, and returns their number. It decodes one buffer at a time.
func (s *Sink) WriteLines(b source.Bytes, l LineRange) int64 {
	if l.Start > l.End || l.Start == l.End && !l.Phantom {
		return 0
	}
	w := lineWriter{sink: s, LineRange: l, number: l.Number, source: b}
	if err := textfile.Walk(s.ctx, source.View(b, l.End), l.Form, l.Start, &w); err != nil {
		s.Fail(err)
	}
	return w.written
}

// lineWriter is a textfile.LineVisitor that writes lines.
type lineWriter struct {
	LineRange
	sink    *Sink
	source  io.ReaderAt
	number  int64 // number of the current line
	written int64
	begun   bool   // the prefix of the current line is written
	text    []byte // text of the line, if Change is set
	limit   int64  // limit of the line; -1 for no limit
	keep    int64
	shown   int64
	length  int64 // length of the decoded text so far, written or not, in the format's unit
	cut     bool
	cutAt   int64 // offset of the first byte that was cut off
	at      int64 // offset after the text so far
	held    []byte
	scratch []byte
}

// begin writes what precedes the line, once.
func (w *lineWriter) begin() {
	if w.begun {
		return
	}

	w.begun = true
	w.limit = w.Format.Limit
	w.keep = w.Format.kept()
	if w.limit == 0 {
		w.limit = -1
	}
	if w.CutLast && w.written+1 == w.Count {
		w.limit = w.LastLimit
		w.keep = w.LastLimit
	}

	first := w.written == 0 && !w.Continued
	if w.written == 0 {
		if w.Continued && !w.Format.Each {
			w.sink.Str("\n")
		}
		w.sink.BeginRun(w.number, first, w.Width)
	} else if !w.Format.Each {
		w.sink.Str("\n")
	}

	if w.Format.Prefix != nil {
		w.scratch = w.Format.Prefix(w.scratch[:0], Line{Number: w.number, First: first, Width: w.Width})
		w.sink.Bytes(w.scratch)
	}
}

// Text implements textfile.LineVisitor.
func (w *lineWriter) Text(p []byte, span textfile.Span, replaced bool) textfile.Continuation {
	w.begin()
	if w.Trim > 0 {
		return w.writeTrimmed(p, span, replaced)
	}
	return w.write(p, span, replaced)
}

// writeTrimmed is write with Trim: it holds back each '\r' that may end the line.
func (w *lineWriter) writeTrimmed(p []byte, span textfile.Span, replaced bool) textfile.Continuation {
	keep := len(p)
	for n := 0; keep > 0 && n < w.Trim && p[keep-1] == '\r'; n++ { // U+FFFD has no '\r'
		keep--
	}

	at := span.End - int64(len(p)-keep)
	if keep > 0 {
		if want := w.release(len(w.held), span.Start); want != textfile.More {
			return want
		}
		if want := w.write(p[:keep], textfile.Span{Start: span.Start, End: at}, replaced); want != textfile.More {
			return want
		}
	}

	w.held = append(w.held, p[keep:]...)
	return w.release(max(len(w.held)-w.Trim, 0), span.End-int64(min(len(w.held), w.Trim)))
}

// release writes the first n bytes that were held back, which end at an offset, since text follows them.
func (w *lineWriter) release(n int, end int64) textfile.Continuation {
	if n == 0 {
		return textfile.More
	}

	head := w.held[:n:n]
	rest := bytes.Clone(w.held[n:])
	w.held = nil
	want := w.write(head, textfile.Span{Start: end - int64(n), End: end}, false)
	if want != textfile.Stop {
		w.held = rest
	}

	return want
}

// write writes decoded text as far as the limit allows.
func (w *lineWriter) write(p []byte, span textfile.Span, replaced bool) textfile.Continuation {
	w.at = span.End
	f := w.Format
	if w.cut {
		w.length += f.Unit.Length(p)
		return w.sink.want()
	}

	if w.limit < 0 {
		w.put(p, replaced)
		return w.sink.want()
	}

	length := f.Unit.Length(p)
	w.length += length
	long := w.length > w.limit
	if len(w.held) == 0 {
		if !long && w.shown+length <= w.keep {
			w.shown += length
			w.put(p, replaced)
			return w.sink.want()
		}

		fits, left := f.Unit.Fit(p, w.keep-w.shown)
		w.put(p[:fits], false)
		w.shown = w.keep - left
		w.cutHere(p, fits, span)
		p = p[fits:]
	}

	if long {
		w.cut = true
		w.held = nil
		if w.shown < w.keep && f.Unit == UTF16 && f.Half != "" { // only half of the next character fits
			w.sink.Str(f.Half)
			w.shown++
		}
		return w.afterCut()
	}

	// Text between Keep and Limit is held back until it is known whether the line is longer than Limit.
	w.held = append(w.held, p...)
	if replaced {
		w.sink.Stats.Replaced++
	}

	return w.sink.want()
}

// cutHere records where the line would be cut: after fits bytes of the piece p, which comes from span.
func (w *lineWriter) cutHere(p []byte, fits int, span textfile.Span) {
	w.cutAt = span.Start
	size := int(span.End - span.Start)
	switch {
	case size == len(p):
		w.cutAt += int64(fits)
	case len(p) > 0: // transcoded: the ratio is constant
		w.cutAt += int64(size) * int64(fits) / int64(len(p))
	}
}

// afterCut returns how to go on after a cut.
func (w *lineWriter) afterCut() textfile.Continuation {
	switch {
	case w.sink.err != nil:
		return textfile.Stop
	case w.Format.Mark != nil && w.Format.Whole:
		return textfile.More
	case w.Count > 0 && w.written+1 == w.Count && w.LineRange.End > w.at+2:
		w.skipToEnd()
		return textfile.Stop
	}

	return textfile.SkipLine
}

func (w *lineWriter) put(p []byte, replaced bool) {
	if w.Change != nil {
		if n := len(w.text); n > sinkSize && cap(w.text)-n < len(p) { // avoids repeated growth for a long line
			w.text = slices.Grow(w.text, len(p)+int(max(w.LineRange.End-w.at, 0)))
		}

		w.text = append(w.text, p...)
	} else {
		w.sink.Bytes(p)
	}

	if replaced && len(p) > 0 {
		w.sink.Stats.Replaced++
	}
}

func (s *Sink) want() textfile.Continuation {
	if s.err != nil {
		return textfile.Stop
	}
	return textfile.More
}

// End implements textfile.LineVisitor.
func (w *lineWriter) End(end, next int64, term string) bool {
	if term == "" && !w.begun && !w.Phantom {
		return false // no line follows the final line end
	}
	w.begin()
	w.endText()
	w.finish(end, term)
	return w.sink.err == nil && (w.Count == 0 || w.written < w.Count) &&
		(next < w.LineRange.End || w.Phantom && term != "")
}

// endText drops or writes what was held back, at the line's end.
func (w *lineWriter) endText() {
	if len(w.held) == 0 {
		return
	}

	held := w.held
	w.held = nil
	if w.Trim > 0 {
		w.sink.Stats.Altered[DroppedCR] += int64(len(held))
		return
	}

	w.sink.Bytes(held) // the line turned out to be short enough
}

// finish ends the line, whose text ends at offset end.
func (w *lineWriter) finish(end int64, term string) {
	f := w.Format
	if w.Change != nil {
		w.sink.Bytes(w.Change(w.text))
		w.text = w.text[:0]
	}

	if w.cut {
		w.sink.CutLine(w.number, w.cutAt, end)
		if f.Mark != nil {
			w.scratch = f.Mark(w.scratch[:0], Line{Number: w.number, Width: w.Width, Length: w.length, Kept: w.shown})
			w.sink.Bytes(w.scratch)
		}
	}

	w.sink.Stats.Altered.LineEnd(EndOf(term))
	if f.Each {
		w.sink.Str("\n")
	}

	w.sink.AddLines(1)
	w.written++
	w.number++
	w.begun = false
	w.shown = 0
	w.length = 0
	w.cut = false
}

// skipToEnd ends the run's last line after a cut. It finds the line end by the range's last two bytes.
func (w *lineWriter) skipToEnd() {
	var tail [2]byte
	if err := access.ReadFull(w.source, tail[:], w.LineRange.End-2); err != nil {
		w.sink.Fail(err)
		return
	}

	end := w.LineRange.End
	term := ""
	if tail[1] == '\n' {
		end--
		term = "\n"
		if tail[0] == '\r' && w.Form.Ends != textfile.EndLF {
			end--
			term = "\r\n"
		}
	}

	w.held = nil
	w.finish(end, term)
}

// LinesOf returns the lines of a window with their own numbers, without '\r' before '\n'.
func LinesOf(win window.Window, format *LineFormat) LineRange {
	if win.First == 0 {
		return LineRange{Format: format}
	}
	return LineRange{
		Form: textfile.CRLF, Format: format, Start: win.Start, End: win.End, Number: win.First,
		Count: win.Last - win.First + 1,
	}
}
