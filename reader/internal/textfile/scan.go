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
	// Start and End are the half-open range of bytes of the lines wanted, line ends included; both the file's size when
	// there are none.
	Start, End int64
	// First and Last are the numbers of the lines found, 1-based, inclusive; 0 when there are none.
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

// Scan reads through b once, at the speed of memory for UTF-8, and finds where the lines wanted begin and end. Errors
// are ctx's and those of reading.
func Scan(ctx context.Context, b source.Bytes, q Search) (Scanned, error) {
	q.First = max(q.First, 1)
	if q.Count <= 0 || q.First > math.MaxInt64-q.Count {
		q.Count = math.MaxInt64 - q.First
	}
	if q.Form.Coding != UTF8 || q.Form.Ends&EndPython != 0 {
		return scanSlowly(ctx, b, q)
	}
	if !q.Valid && !q.NUL && q.Form.Ends&EndCR == 0 {
		return scanIndexed(ctx, b, q)
	}
	start := min(q.Form.Skip, b.Size())
	s := scanner{q: q, b: b, lines: finder{want: [2]int64{q.First - 1, q.First - 1 + q.Count}, offsets: [2]int64{-1, -1}}}
	if q.First == 1 {
		s.lines.offsets[0] = start
	}
	if m := source.MemoryOf(b); m != nil && s.inMemory(m) {
		return s.result(start), ctx.Err()
	}
	var err error
	s.whole, err = EachChunk(ctx, b, start, b.Size(), s.chunk)
	return s.result(start), err
}

// scanIndexed is a Scan for '\n' alone, by the line index where there is one.
func scanIndexed(ctx context.Context, b source.Bytes, q Search) (Scanned, error) {
	r := Scanned{Ends: -1, Lines: -1, LFLines: -1}
	win, err := window.SliceOf(ctx, b, q.Index, q.First, q.Count)
	if err != nil {
		return r, err
	}
	r.Start, r.End, r.First, r.Last = win.Start, win.End, win.First, win.Last
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
			rest, err := lineindex.CountLines(ctx, source.View(io.NewSectionReader(b, r.End, b.Size()-r.End), b.Size()-r.End))
			if err != nil {
				return r, err
			}
			r.Lines = r.Last + rest
		}
	}
	if b.Size() > 0 {
		last, err := lastByte(b)
		if err != nil {
			return r, err
		}
		r.Open = last != '\n'
	}
	r.Ends, r.LFLines = r.Lines, r.Lines
	if r.Open {
		r.Ends--
	}
	if q.Form.Skip >= b.Size() { // nothing but a byte-order mark
		r.Ends, r.Lines, r.Open, r.First, r.Last = 0, 0, false, 0, 0
		r.Start, r.End = b.Size(), b.Size()
	}
	return r, nil
}

// scanner is a Scan of UTF-8 under way.
type scanner struct {
	q        Search
	b        source.Bytes
	r        Scanned
	lines    finder
	lf       int64
	lastByte byte
	whole    bool
}

// finder counts line ends and finds the offsets after the ones wanted.
type finder struct {
	ends    int64
	want    [2]int64 // numbers of line ends
	offsets [2]int64 // after them; -1 when not found yet
}

// add counts n line ends that are in p, at offset off; next finds the first one from an index on and returns the index
// after it.
func (f *finder) add(p []byte, off, n int64, next func(p []byte, from int) int) {
	for i, want := range f.want {
		if f.offsets[i] >= 0 || want <= f.ends || want > f.ends+n {
			continue
		}
		at := 0
		for range want - f.ends {
			at = next(p, at)
		}
		f.offsets[i] = off + int64(at)
	}
	f.ends += n
}

func nextLF(p []byte, from int) int { return from + bytes.IndexByte(p[from:], '\n') + 1 }

// nextEnd is nextLF for tools that end lines at a lone '\r', too.
func nextEnd(p []byte, from int) int {
	i := from + bytes.IndexAny(p[from:], "\r\n")
	if p[i] == '\r' && i+1 < len(p) && p[i+1] == '\n' {
		i++
	}
	return i + 1
}

// inMemory answers from what is known of the bytes; false where that is not enough.
func (s *scanner) inMemory(m *source.Memory) bool {
	q, size := s.q, s.b.Size()
	cut := size < m.Size() // of what is not known where it occurs, only that it does not occur at all helps
	switch {
	case q.Form.Ends&EndCR != 0 && m.Has('\r'), q.Valid && cut && !m.Valid(), q.NUL && cut && m.Has(0):
		return false
	case q.Valid && cut && !m.ASCII(): // a character may be cut
		return false
	}
	s.r.Invalid, s.r.NUL = q.Valid && !m.Valid(), q.NUL && m.Has(0)
	n := int64(m.Ends(size))
	for i, want := range s.lines.want {
		if want > 0 && want <= n {
			s.lines.offsets[i] = m.End(int(want))
		}
	}
	s.lines.ends, s.lf = n, n
	s.whole = q.Form.Skip >= size || s.lines.offsets[1] < 0 || q.Total || q.Valid || q.NUL
	if size > 0 {
		s.lastByte = m.Data()[size-1]
	}
	return true
}

func (s *scanner) chunk(p []byte, off int64, last bool) (int, bool) {
	lone := s.q.Form.Ends&EndCR != 0
	if !last {
		if s.q.Valid {
			p = p[:len(p)-lossy.PartialTail(p)]
		}
		if lone && p[len(p)-1] == '\r' {
			p = p[:len(p)-1]
		}
	}
	if s.q.Valid && !s.r.Invalid && !utf8.Valid(p) {
		s.r.Invalid = true
	}
	if s.q.NUL && !s.r.NUL && bytes.IndexByte(p, 0) >= 0 {
		s.r.NUL = true
	}
	lf := int64(bytes.Count(p, lineFeed))
	s.lf += lf
	if lone && bytes.IndexByte(p, '\r') >= 0 {
		n := lf + int64(bytes.Count(p, []byte{'\r'})-bytes.Count(p, []byte("\r\n")))
		s.lines.add(p, off, n, nextEnd)
	} else {
		s.lines.add(p, off, lf, nextLF)
	}
	s.lastByte = p[len(p)-1]
	return len(p), s.lines.offsets[1] >= 0 && !s.q.Total && !s.q.Valid && !s.q.NUL
}

func (s *scanner) result(start int64) Scanned {
	r := s.r
	r.Ends, r.Lines, r.LFLines = -1, -1, -1
	size := s.b.Size()
	if s.whole {
		r.Ends, r.LFLines = s.lines.ends, s.lf
		if size > start {
			r.Open = s.lastByte != '\n' && (s.q.Form.Ends&EndCR == 0 || s.lastByte != '\r')
			if s.lastByte != '\n' {
				r.LFLines++
			}
		}
		r.Lines = r.Ends
		if r.Open {
			r.Lines++
		}
	}
	r.Start, r.End = s.lines.offsets[0], s.lines.offsets[1]
	if r.Start < 0 || r.Start >= size {
		r.Start, r.End = size, size
		return r
	}
	r.First = s.q.First
	if r.End < 0 {
		r.End = size
		r.Last = r.Lines
	} else {
		r.Last = s.q.First + s.q.Count - 1
	}
	return r
}

// scanSlowly is a Scan for what needs every character looked at.
func scanSlowly(ctx context.Context, b source.Bytes, q Search) (Scanned, error) {
	v := &slowScan{q: q, r: Scanned{Start: b.Size(), End: b.Size(), Ends: -1, Lines: -1, LFLines: -1}, size: b.Size(), line: 1}
	if q.First == 1 && b.Size() > q.Form.Skip {
		v.r.Start, v.r.First = q.Form.Skip, 1
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
	filled bool
}

func (v *slowScan) Text(p []byte, _ Span, replaced bool) Want {
	v.filled = true
	v.r.Invalid = v.r.Invalid || replaced
	v.r.NUL = v.r.NUL || v.q.NUL && bytes.IndexByte(p, 0) >= 0
	return More
}

func (v *slowScan) End(_, next int64, term string) bool {
	last := v.q.First + v.q.Count - 1
	if term == "" {
		v.r.Ends, v.r.Open = v.line-1, v.filled
		v.r.Lines, v.r.LFLines = v.r.Ends, v.lf
		if v.filled {
			v.r.Lines++
			v.r.LFLines++
			if v.line >= v.q.First && v.line <= last {
				v.r.Last = v.line
			}
		} else if v.line == v.q.First { // nothing follows the last line end
			v.r.First, v.r.Start = 0, v.size
		}
		return false
	}
	if term == "\n" || term == "\r\n" {
		v.lf++
	}
	if v.line >= v.q.First && v.line <= last {
		v.r.Last = v.line
		if v.line == last {
			v.r.End = next
			if !v.q.Total && !v.q.Valid && !v.q.NUL {
				return false
			}
		}
	}
	v.line++
	v.filled = false
	if v.line == v.q.First {
		v.r.Start, v.r.First = next, v.line
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
	return window.OfLines(window.Run{Start: r.Start, End: r.End, First: r.First, Last: r.Last}, size, r.Lines, window.StopLimit)
}
