package textfile

import (
	"bytes"
	"context"
	"io"
	"math"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/lineindex"
	"eyeline/reader/source"
	"eyeline/reader/window"
)

// Search says what Scan is to find in a file.
type Search struct {
	Form LineCoding
	// First is the first requested line, 1-based, and Count the number of lines; 0 for all that follow.
	First, Count int64
	// Total: count all lines. Without it, the scan may end after the requested lines.
	Total bool
	// Valid: check the whole file for invalid UTF-8.
	Valid bool
	// NUL: check the whole file for NUL bytes.
	NUL bool
	// Index, if not nil, is used to skip parts of the file without requested lines.
	Index window.Index
}

// Scanned is the result of Scan.
type Scanned struct {
	// Start and End are the half-open range of the requested lines, with line ends; both are the file's size if it has
	// no such line.
	Start, End int64
	// First and Last are the numbers of the lines found, 1-based, inclusive; 0 if no line was.
	First, Last int64
	// Ends is the number of line ends in the file, Lines that of lines, including one without line end. Both are -1 if
	// the scan ended before the file did.
	Ends, Lines int64
	// Open: the last line has no line end.
	Open bool
	// Invalid and NUL are the results for Search.Valid and NUL.
	Invalid, NUL bool
	// LFLines is the number of lines that end at '\n' alone, as this program numbers lines; -1 if it was not counted.
	LFLines int64
}

// Phantom returns the number of lines for tools that count the empty text after a final line end, so that an empty file
// has one line.
func (r Scanned) Phantom() int64 { return r.Ends + 1 }

// Scan finds the byte range of the requested lines. It is fast for UTF-8 whose lines end at '\n' alone. The error is
// ctx's or that of reading.
func Scan(ctx context.Context, b source.Bytes, q Search) (Scanned, error) {
	q.First = max(q.First, 1)
	if q.Count <= 0 || q.First > math.MaxInt64-q.Count {
		q.Count = math.MaxInt64 - q.First
	}

	q.Total = q.Total || q.Valid || q.NUL
	lone := q.Form.Ends&EndCR != 0
	switch {
	case q.Form.Coding != UTF8 || q.Form.Ends&EndPython != 0, lone && q.Form.Skip >= b.Size():
		return scanSlowly(ctx, b, q)
	case lone && !q.Total:
		return scanUpTo(ctx, b, q)
	}

	if !q.Valid && !q.NUL && !lone {
		return scanIndexed(ctx, b, q)
	}

	seen, cr, err := check(ctx, b, q)
	switch {
	case err != nil:
		return seen, err
	case cr && lone:
		return scanSlowly(ctx, b, q)
	}

	r, err := scanIndexed(ctx, b, q)
	r.Invalid = seen.Invalid && q.Valid
	r.NUL = seen.NUL && q.NUL
	return r, err
}

// scanUpTo is a Scan that stops after the last requested line, for files in which a '\r' alone ends a line, too.
func scanUpTo(ctx context.Context, b source.Bytes, q Search) (Scanned, error) {
	r, err := scanIndexed(ctx, b, q)
	if err != nil {
		return r, err
	}

	before, err := r.cutAt(b, q)
	if err != nil {
		return r, err
	}

	_, cr, err := check(ctx, source.View(b, before), q)
	if err != nil || cr {
		return scanSlowly(ctx, b, q)
	}
	return r, nil
}

// cutAt takes back what a scan that stops after the last requested line does not know, such as the number of all lines,
// and returns the offset where it stops: the size of the file if it has to be read to its end. Of ten lines, of which 2
// and 3 are requested, that is the offset after line 3, and Lines becomes -1.
func (r *Scanned) cutAt(b source.Bytes, q Search) (int64, error) {
	if r.First == 0 || r.Last < q.First+q.Count-1 {
		return b.Size(), nil
	}

	last, err := Piece(b, r.End-1, 1)
	if err != nil || last[0] != '\n' {
		return r.End, err
	}

	r.Ends = -1
	r.Lines = -1
	r.LFLines = -1
	r.Open = false
	return r.End, nil
}

// check looks for invalid UTF-8, NUL and CR.
func check(ctx context.Context, b source.Bytes, q Search) (seen Scanned, cr bool, err error) {
	if m := source.MemoryOf(b); m != nil && m.Size() == b.Size() {
		return Scanned{Invalid: !m.Valid(), NUL: m.Has(0)}, m.HasCR(), nil
	}

	_, err = EachChunk(ctx, b, min(q.Form.Skip, b.Size()), b.Size(), func(p []byte, _ int64, last bool) (int, bool) {
		if !last {
			p = p[:len(p)-lossy.PartialTail(p)]
		}

		seen.Invalid = seen.Invalid || q.Valid && !utf8.Valid(p)
		seen.NUL = seen.NUL || q.NUL && bytes.IndexByte(p, 0) >= 0
		cr = cr || bytes.IndexByte(p, '\r') >= 0
		return len(p), cr && q.Form.Ends&EndCR != 0
	})
	return seen, cr, err
}

// scanIndexed is Scan for lines that end at '\n' alone, with the line index if there is one.
func scanIndexed(ctx context.Context, b source.Bytes, q Search) (Scanned, error) {
	r := Scanned{Ends: -1, Lines: -1, LFLines: -1}
	win, err := window.SliceOf(ctx, b, q.Index, q.First, q.Count)
	if err != nil {
		return r, err
	}

	r.Start, r.End = win.Start, win.End
	r.First, r.Last = win.First, win.Last
	if r.First == 0 {
		r.Last = 0
	} else if q.First == 1 {
		r.Start = min(q.Form.Skip, b.Size())
	}

	if win.TotalLines < 0 && !q.Total {
		return r, nil
	}
	if r.Lines = win.TotalLines; r.Lines < 0 {
		if m := source.MemoryOf(b); m != nil {
			r.Lines = m.Lines(b.Size())
		} else if q.Index != nil {
			if n, known := q.Index.Lines(); known {
				r.Lines = n
			}
		}

		if r.Lines < 0 {
			rest, err := lineindex.CountLines(
				ctx, source.View(io.NewSectionReader(b, r.End, b.Size()-r.End), b.Size()-r.End),
			)
			if err != nil {
				return r, err
			}

			r.Lines = r.Last + rest
		}
	}

	if b.Size() > 0 {
		last, err := Piece(b, b.Size()-1, 1)
		if err != nil {
			return r, err
		}
		r.Open = last[0] != '\n'
	}

	r.Ends, r.LFLines = r.Lines, r.Lines
	if r.Open {
		r.Ends--
	}

	if q.Form.Skip >= b.Size() { // the file is only a byte order mark
		r.Ends, r.Lines, r.Open = 0, 0, false
		r.First, r.Last = 0, 0
		r.Start, r.End = b.Size(), b.Size()
	}

	return r, nil
}

// scanSlowly is Scan for forms that require decoding.
func scanSlowly(ctx context.Context, b source.Bytes, q Search) (Scanned, error) {
	v := &slowScan{
		q: q, r: Scanned{Start: b.Size(), End: b.Size(), Ends: -1, Lines: -1, LFLines: -1}, size: b.Size(), line: 1,
	}
	if q.First == 1 && b.Size() > q.Form.Skip {
		v.r.Start = q.Form.Skip
		v.r.First = 1
	}
	err := Walk(ctx, b, q.Form, q.Form.Skip, v)
	return v.r, err
}

// slowScan is the LineVisitor of scanSlowly.
type slowScan struct {
	q      Search
	r      Scanned
	size   int64
	line   int64
	lf     int64
	filled bool // text follows the last line end
	after  bool // bytes follow the last '\n', such as a '\r' that ends a line
}

func (v *slowScan) Text(p []byte, _ Span, replaced bool) Continuation {
	v.filled = true
	v.after = true
	v.r.Invalid = v.r.Invalid || replaced && (v.q.Valid || v.q.Form.Coding != UTF8)
	v.r.NUL = v.r.NUL || v.q.NUL && bytes.IndexByte(p, 0) >= 0
	return More
}

func (v *slowScan) End(_, next int64, term string) bool {
	last := v.q.First + v.q.Count - 1
	if term == "" {
		v.r.Ends = v.line - 1
		v.r.Open = v.filled
		v.r.Lines = v.r.Ends
		v.r.LFLines = v.lf
		if v.after {
			v.r.LFLines++
		}

		if v.filled {
			v.r.Lines++
			if v.line >= v.q.First && v.line <= last {
				v.r.Last = v.line
			}
		} else if v.line == v.q.First { // no text follows the last line end
			v.r.First = 0
			v.r.Start = v.size
		}

		return false
	}

	v.after = term != "\n" && term != "\r\n"
	if !v.after {
		v.lf++
	}

	if v.line >= v.q.First && v.line <= last {
		v.r.Last = v.line
		if v.line == last {
			v.r.End = next
			if !v.q.Total {
				return false
			}
		}
	}

	v.line++
	v.filled = false
	if v.line == v.q.First {
		v.r.Start = next
		v.r.First = v.line
	}

	return true
}

// Whole returns the window of all lines, for a scan that found all.
func (r Scanned) Whole(size int64) window.Window {
	w := r.Window(size)
	w.Kind = window.Whole
	return w
}

// Window returns the window of the lines found, with the total if it is known.
func (r Scanned) Window(size int64) window.Window {
	return window.OfLines(
		window.Run{Start: r.Start, End: r.End, First: r.First, Last: r.Last}, size, r.Lines, window.StopLimit,
	)
}

// FileWindow is Window with line numbers that count '\n' alone, for tools that also end lines elsewhere: First, Last
// and TotalLines are the file's own, and Renumbered is the first line of the file that the tool splits.
func (r Scanned) FileWindow(ctx context.Context, b source.Bytes, form LineCoding) (window.Window, error) {
	w := r.Window(b.Size())
	if r.LFLines < 0 || r.LFLines == r.Lines {
		return w, nil
	}
	w.TotalLines = r.LFLines
	v := &fileLines{window: &w, line: 1}
	form.Ends |= EndCRLF
	err := Walk(ctx, b, form, 0, v)
	return w, err
}

// fileLines is a LineVisitor that numbers the ends of a window by '\n'.
type fileLines struct {
	window      *window.Window
	line        int64 // current line, by '\n'
	first, last bool  // the window's First or Last is set
}

// Text implements LineVisitor.
func (v *fileLines) Text([]byte, Span, bool) Continuation { return SkipLine }

// End implements LineVisitor.
func (v *fileLines) End(_, next int64, term string) bool {
	w := v.window
	if w.First > 0 {
		if !v.first && w.Start < next {
			w.First = v.line
			v.first = true
		}
		if !v.last && w.End <= next {
			w.Last = v.line
			v.last = true
		}
	}

	switch term {
	case "\n", "\r\n":
		v.line++
	case "": // the last line has no line end
	default:
		if w.Renumbered == 0 {
			w.Renumbered = v.line
		}
	}

	return w.Renumbered == 0 || w.First > 0 && !v.last
}
