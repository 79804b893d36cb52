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

// Search says what a Scan is to find out about a file.
type Search struct {
	Form Form
	// First is the first line wanted, 1-based, Count how many; Count 0 wants all that follow.
	First, Count int64
	// Total counts all lines of the file. Without it the scan ends with the last line wanted.
	Total bool
	// Valid looks through the whole file for bytes that are not UTF-8, and NUL for NUL bytes.
	Valid, NUL bool
	// Index, when not nil, is used to skip parts of the file whose lines are not asked for.
	Index window.Index
}

// Scanned is what a Scan found.
type Scanned struct {
	// Start and End are the half-open range of bytes of the lines wanted, line ends included; both are the file's size
	// when the file has no such lines.
	Start, End int64
	// First and Last are the numbers of the lines found, 1-based, inclusive; 0 without one.
	First, Last int64
	// Ends is the number of line ends in the file, Lines that of lines: one more when text follows the last end. Both
	// are -1 when the scan ended before the file did.
	Ends, Lines int64
	// Open: the file is not empty and does not end with a line end.
	Open bool
	// Invalid and NUL are what was looked for.
	Invalid, NUL bool
	// LFLines is the number of lines that '\n' alone ends, which is how this program's line numbers count; -1 when it
	// was not counted.
	LFLines int64
}

// Phantom is the number of lines where the empty text after a final line end counts as one, and an empty file has one.
func (s Scanned) Phantom() int64 { return s.Ends + 1 }

// Scan reads through b, at the speed of memory for UTF-8 whose lines end at '\n' alone, and finds where the lines
// wanted begin and end. Errors are ctx's and those of reading.
func Scan(ctx context.Context, b source.Bytes, q Search) (Scanned, error) {
	q.First = max(q.First, 1)
	if q.Count <= 0 || q.First > math.MaxInt64-q.Count {
		q.Count = math.MaxInt64 - q.First
	}

	q.Total = q.Total || q.Valid || q.NUL
	lone := q.Form.Ends&EndCR != 0
	if q.Form.Coding != UTF8 || q.Form.Ends&EndPython != 0 || lone && !q.Total {
		return scanSlowly(ctx, b, q)
	}
	if !q.Valid && !q.NUL && !lone {
		return scanIndexed(ctx, b, q)
	}

	seen, cr, err := look(ctx, b, q)
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

// look checks UTF-8 for invalid bytes, NUL and CR.
func look(ctx context.Context, b source.Bytes, q Search) (seen Scanned, cr bool, err error) {
	if m := source.MemoryOf(b); m != nil && m.Size() == b.Size() {
		return Scanned{Invalid: !m.Valid(), NUL: m.Has(0)}, m.Has('\r'), nil
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

// scanIndexed is a Scan for '\n' alone, by the line index where there is one.
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

	if q.Form.Skip >= b.Size() { // nothing but a byte-order mark
		r.Ends, r.Lines, r.Open = 0, 0, false
		r.First, r.Last = 0, 0
		r.Start, r.End = b.Size(), b.Size()
	}

	return r, nil
}

// scanSlowly is a Scan for what needs every character looked at.
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

// slowScan is a LineVisitor that finds lines.
type slowScan struct {
	q      Search
	r      Scanned
	size   int64
	line   int64
	lf     int64
	filled bool // something follows the last line end
	after  bool // something follows the last '\n', such as a '\r' that ends a line
}

func (v *slowScan) Text(p []byte, _ Span, replaced bool) Want {
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
		} else if v.line == v.q.First { // nothing follows the last line end
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

// Whole is the window of all lines, which a scan for all of them found.
func (r Scanned) Whole(size int64) window.Window {
	w := r.Window(size)
	w.Kind = window.Whole
	return w
}

// Window is the window of the lines that a scan found, with the total where it is known.
func (r Scanned) Window(size int64) window.Window {
	return window.OfLines(
		window.Run{Start: r.Start, End: r.End, First: r.First, Last: r.Last}, size, r.Lines, window.StopLimit,
	)
}

// FileWindow is Window with the numbers that '\n' gives to lines, for tools that end lines at other places too: First,
// Last and TotalLines are the file's own, and Renumbered is the first line of the file of which the tool makes several.
func (r Scanned) FileWindow(ctx context.Context, b source.Bytes, form Form) (window.Window, error) {
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

// fileLines is a LineVisitor that counts '\n' at the places of a window.
type fileLines struct {
	window      *window.Window
	line        int64 // as '\n' counts
	first, last bool  // of the window are known
}

// Text implements LineVisitor.
func (v *fileLines) Text([]byte, Span, bool) Want { return SkipLine }

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
	case "": // the last line has no end
	default:
		if w.Renumbered == 0 {
			w.Renumbered = v.line
		}
	}

	return w.Renumbered == 0 || w.First > 0 && !v.last
}
