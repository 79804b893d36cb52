// Package page loads the lines around a place in a file of any size, for one screen and some margin.
//
// A page costs what it shows: reads are bounded by the lines asked for and by a byte budget, whatever the length of
// the file or of a line. Offsets are 0-based byte offsets in int64, line numbers 1-based.
//
// A page is made of units. When lines are chopped, a unit is a line. When they wrap, a line longer than [PieceSize]
// is divided into pieces, so that any place inside a line of 1 GiB is reached without reading it from its start: a
// piece begins at each multiple M of PieceSize (moved down to a character boundary) that has no '\n' in the PieceSize
// bytes before it. The rule looks at PieceSize bytes only, so it gives the same pieces from wherever a page is loaded.
package page

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"unicode/utf8"

	"eyeline/reader/source"
)

// PieceSize is the distance in bytes between the pieces of a long line; a piece is shorter than twice that.
const PieceSize = 16 << 10

// scanBudget bounds the bytes that one load reads to find the ends of chopped lines; past it the page is Partial.
const scanBudget = 64 << 20

// Line is one unit of a page.
type Line struct {
	// Off is the offset of the unit's first byte.
	Off int64
	// End is the offset after the unit, terminator included; -1 when the scan for it was given up.
	End int64
	// Number is the line's number, 0 when it is not known yet.
	Number int64
	// Continued says that the unit is a piece that does not begin its line; More that its line goes on after it.
	Continued, More bool
	// Skip is how many bytes of the unit come before Head.
	Skip int64
	// Head holds bytes of the unit from Off+Skip, at most Request.Keep of them, terminator excluded.
	Head []byte
	// Whole says that Head reaches the unit's last byte before the terminator.
	Whole bool
	// Terminated says that the unit ends with '\n', CRLF that there is a '\r' before it (which is not in Head).
	Terminated, CRLF bool
}

// Numbers tells line numbers: a line index's snapshot.
type Numbers interface {
	// LineAt returns the 1-based number of the line holding the byte at off; an error when it is not known.
	LineAt(ctx context.Context, b source.Bytes, off int64) (int64, error)
	// NextNewlineFrom returns an offset >= off such that there is no '\n' in between: a scan may go on from there.
	NextNewlineFrom(off int64) int64
	// PrevNewlineFrom returns an offset <= off such that there is no '\n' in between.
	PrevNewlineFrom(off int64) int64
}

// Only restricts a page to some lines: a filter's result. Offsets are line starts in rising order.
type Only interface {
	Len() int64
	At(i int64) int64
	// Search returns the smallest i with At(i) >= off, or Len().
	Search(off int64) int64
}

// Request says what to load.
type Request struct {
	// Anchor is a byte offset; the unit holding it is the anchor unit. At or past the end it is the last unit.
	Anchor int64
	// Delta moves the anchor by units, down when positive, as far as the file goes.
	Delta int64
	// Before and After are the numbers of units wanted before and after the anchor unit.
	Before, After int
	// Keep is the number of bytes of each unit to keep, Skip the bytes of each to leave out before them.
	Keep int
	Skip int64
	// MaxBytes bounds the kept bytes before the anchor, and those after it.
	MaxBytes int
	// Wrap divides long lines into pieces.
	Wrap bool
	// Stride, when above 0, makes each run of so many bytes a unit, counted from the file's start; Keep, Skip, Wrap,
	// Numbers and Only mean nothing then.
	Stride int
	// Numbers may be nil, Only too.
	Numbers Numbers
	Only    Only
}

// Page is a run of consecutive units (of those that Only lets through).
type Page struct {
	Lines []Line
	// Anchor is the place in Lines of the anchor unit, -1 when there are no lines.
	Anchor int
	// AtStart and AtEnd say that there is no unit before the first or after the last.
	AtStart, AtEnd bool
	// Partial says that the scan for a line's end was given up; the page may be asked for again later.
	Partial bool
	// Size is the file's size at the time.
	Size int64
}

// Load reads a page. An early end of the file (truncation) ends the page; other read errors are returned with what
// was loaded before them.
func Load(ctx context.Context, b source.Bytes, req Request) (Page, error) {
	l := &loader{ctx: ctx, b: b, req: req, size: b.Size(), budget: scanBudget}
	p := Page{Anchor: -1, Size: l.size}
	if l.size == 0 || (req.Only != nil && req.Stride == 0 && req.Only.Len() == 0) {
		p.AtStart, p.AtEnd = true, true
		return p, nil
	}
	var walk walker = units{l}
	switch {
	case req.Stride > 0:
		walk = strides{l}
	case req.Only != nil:
		walk = &filtered{loader: l, only: req.Only}
	}
	start, err := walk.at(min(max(req.Anchor, 0), l.size-1))
	for d := req.Delta; d != 0 && err == nil; {
		var next int64
		var ok bool
		if d > 0 {
			next, ok, err = walk.after(start)
			d--
		} else {
			next, ok, err = walk.before(start)
			d++
		}
		if !ok || err != nil {
			break
		}
		start = next
	}
	if err != nil {
		return p, err
	}

	var above []Line
	p.AtStart = true
	for at, kept := start, 0; ; {
		prev, ok, err := walk.before(at)
		if err != nil {
			return p, err
		}
		if !ok {
			break
		}
		if len(above) >= req.Before || kept > req.MaxBytes {
			p.AtStart = false
			break
		}
		ln, err := walk.unit(prev)
		if err != nil {
			return p, err
		}
		above = append(above, ln)
		kept += len(ln.Head)
		at = prev
	}
	p.Lines = make([]Line, 0, len(above)+req.After+1)
	for i := len(above) - 1; i >= 0; i-- {
		p.Lines = append(p.Lines, above[i])
	}
	p.Anchor = len(p.Lines)
	for at, kept := start, 0; ; {
		ln, err := walk.unit(at)
		if err != nil {
			return p, err
		}
		p.Lines = append(p.Lines, ln)
		kept += len(ln.Head)
		next, ok, err := walk.after(at)
		if err != nil {
			return p, err
		}
		if !ok {
			p.AtEnd = !l.gaveUp
			break
		}
		if len(p.Lines)-p.Anchor > req.After || kept > req.MaxBytes {
			break
		}
		at = next
	}
	p.Partial = l.gaveUp
	l.number(&p)
	return p, nil
}

// LineBounds returns the start of the line that holds the byte at off, and the offset after the line, terminator
// included. It reads the whole line, however long it is, unless numbers, which may be nil, lets it skip parts. The error
// is that of ctx or of reading.
func LineBounds(ctx context.Context, b source.Bytes, numbers Numbers, off int64) (start, end int64, err error) {
	l := &loader{ctx: ctx, b: b, req: Request{Numbers: numbers}, size: b.Size(), budget: math.MaxInt64}
	if l.size == 0 {
		return 0, 0, nil
	}
	if start, err = l.lineStart(min(max(off, 0), l.size-1)); err != nil {
		return 0, 0, err
	}
	end, err = l.lineEnd(start)
	return start, end, err
}

// walker steps from unit to unit. Starts are offsets of units.
type walker interface {
	at(off int64) (start int64, err error)
	after(start int64) (next int64, ok bool, err error)
	before(start int64) (prev int64, ok bool, err error)
	unit(start int64) (Line, error)
}

type units struct{ *loader }

func (u units) at(off int64) (int64, error) { return u.unitStart(off) }

func (u units) after(start int64) (int64, bool, error) {
	end, _, err := u.unitEnd(start)
	return end, err == nil && end >= 0 && end < u.size, err
}

func (u units) before(start int64) (int64, bool, error) {
	if start <= 0 {
		return 0, false, nil
	}
	prev, err := u.unitStart(start - 1)
	return prev, err == nil, err
}

func (u units) unit(start int64) (Line, error) { return u.line(start) }

func (f *filtered) unit(start int64) (Line, error) { return f.line(start) }

// strides steps over runs of bytes of one length.
type strides struct{ *loader }

func (s strides) at(off int64) (int64, error) { return off - off%int64(s.req.Stride), nil }

func (s strides) after(start int64) (int64, bool, error) {
	next := start + int64(s.req.Stride)
	return next, next < s.size, nil
}

func (s strides) before(start int64) (int64, bool, error) {
	return start - int64(s.req.Stride), start > 0, nil
}

func (s strides) unit(start int64) (Line, error) {
	end := min(start+int64(s.req.Stride), s.size)
	head, err := s.copyOf(start, end)
	return Line{Off: start, End: end, Head: head, Whole: true}, err
}

// filtered steps over the units of the lines that a filter lets through.
type filtered struct {
	*loader
	only Only
}

func (f *filtered) at(off int64) (int64, error) {
	i := f.only.Search(off + 1)
	if i == 0 {
		return f.only.At(0), nil
	}
	line := f.only.At(i - 1)
	start, err := f.unitStart(off)
	if err != nil {
		return 0, err
	}
	if end, err := f.lineEnd(line); err != nil || (end >= 0 && start >= end) {
		// The offset lies in a line that is left out: take the next one let through, or the last.
		if i < f.only.Len() {
			return f.only.At(i), err
		}
		return line, err
	}
	return start, nil
}

func (f *filtered) after(start int64) (int64, bool, error) {
	end, more, err := f.unitEnd(start)
	if err != nil || end < 0 {
		return 0, false, err
	}
	if more {
		return end, true, nil
	}
	i := f.only.Search(end)
	if i >= f.only.Len() {
		return 0, false, nil
	}
	return f.only.At(i), true, nil
}

func (f *filtered) before(start int64) (int64, bool, error) {
	i := f.only.Search(start)
	if i < f.only.Len() && f.only.At(i) == start {
		if i == 0 {
			return 0, false, nil
		}
		end, err := f.lineEnd(f.only.At(i - 1))
		if err != nil || end < 0 {
			return f.only.At(i - 1), err == nil, err
		}
		prev, err := f.unitStart(end - 1)
		return prev, err == nil, err
	}
	return units{f.loader}.before(start)
}

type loader struct {
	ctx    context.Context
	b      source.Bytes
	req    Request
	size   int64
	budget int64
	gaveUp bool

	buf []byte // bytes [at, at+len(buf)) of the file
	at  int64
}

const chunk = 64 << 10

// bytesFrom returns some bytes of the file from off on, at least one unless the file ends there.
func (l *loader) bytesFrom(off int64) ([]byte, error) {
	if off >= l.at && off < l.at+int64(len(l.buf)) {
		return l.buf[off-l.at:], nil
	}
	return l.read(off, min(off+chunk, l.size))
}

// bytesTo returns some bytes of the file that end at off, at least one unless off is 0.
func (l *loader) bytesTo(off int64) ([]byte, error) {
	if off > l.at && off <= l.at+int64(len(l.buf)) {
		return l.buf[:off-l.at], nil
	}
	buf, err := l.read(max(off-chunk, 0), off)
	if err == nil && l.at+int64(len(buf)) < off {
		return nil, io.ErrUnexpectedEOF
	}
	return buf, err
}

func (l *loader) read(from, to int64) ([]byte, error) {
	if err := l.ctx.Err(); err != nil {
		return nil, err
	}
	n := int(to - from)
	if n <= 0 {
		return nil, nil
	}
	if cap(l.buf) < n {
		l.buf = make([]byte, max(n, chunk))
	}
	l.buf = l.buf[:n]
	l.at = from
	got := 0
	for got < n { // a short read is not the end of the file; only io.EOF is
		k, err := l.b.ReadAt(l.buf[got:], from+int64(got))
		got += k
		if err != nil && !errors.Is(err, io.EOF) && got < n {
			l.buf = l.buf[:got]
			return l.buf, err
		}
		if k == 0 || err != nil {
			break
		}
	}
	l.buf = l.buf[:got]
	return l.buf, nil
}

// newlineFrom returns the offset of the first '\n' in [off, limit), or -1.
func (l *loader) newlineFrom(off, limit int64) (int64, error) {
	for off < limit {
		p, err := l.bytesFrom(off)
		if err != nil {
			return -1, err
		}
		if len(p) == 0 {
			return -1, nil
		}
		p = p[:min(int64(len(p)), limit-off)]
		if i := bytes.IndexByte(p, '\n'); i >= 0 {
			return off + int64(i), nil
		}
		off += int64(len(p))
	}
	return -1, nil
}

// newlineBefore returns the offset of the last '\n' in [limit, off), or -1.
func (l *loader) newlineBefore(off, limit int64) (int64, error) {
	for off > limit {
		p, err := l.bytesTo(off)
		if err != nil {
			return -1, err
		}
		if len(p) == 0 {
			return -1, nil
		}
		p = p[max(0, int64(len(p))-(off-limit)):]
		if i := bytes.LastIndexByte(p, '\n'); i >= 0 {
			return off - int64(len(p)) + int64(i), nil
		}
		off -= int64(len(p))
	}
	return -1, nil
}

// unitStart returns the start of the unit that holds the byte at off.
func (l *loader) unitStart(off int64) (int64, error) {
	if !l.req.Wrap {
		return l.lineStart(off)
	}
	// The next multiple's piece may begin up to three bytes before it.
	if next := (off/PieceSize + 1) * PieceSize; next-off < utf8.UTFMax && next < l.size {
		if cut, ok, err := l.cutAt(next); err != nil || (ok && cut <= off) {
			return cut, err
		}
	}
	m := off / PieceSize * PieceSize
	nl, err := l.newlineBefore(off, max(m-PieceSize, 0))
	if err != nil {
		return 0, err
	}
	switch {
	case nl >= 0 && nl+1 > m-PieceSize:
		return nl + 1, nil
	case m < PieceSize:
		return 0, nil
	}
	cut, _, err := l.cutAt(m)
	return cut, err
}

// cutAt reports whether a piece begins at the multiple m of PieceSize, and where, moved down to a character boundary.
func (l *loader) cutAt(m int64) (int64, bool, error) {
	if m < PieceSize || m >= l.size {
		return m, false, nil
	}
	nl, err := l.newlineBefore(m, m-PieceSize)
	if err != nil || nl >= 0 {
		return m, false, err
	}
	cut, err := l.runeStart(m)
	return cut, true, err
}

// runeStart moves off down to the start of the UTF-8 sequence that crosses it, when there is a valid one.
func (l *loader) runeStart(off int64) (int64, error) {
	var tmp [2 * utf8.UTFMax]byte
	from := max(off-(utf8.UTFMax-1), 0)
	n, err := l.b.ReadAt(tmp[:min(int64(len(tmp)), l.size-from)], from)
	if err != nil && !errors.Is(err, io.EOF) {
		return off, err
	}
	p := tmp[:n]
	for at := from; at < off; at++ {
		q := p[min(int64(len(p)), at-from):]
		if len(q) == 0 || !utf8.RuneStart(q[0]) {
			continue
		}
		if r, w := utf8.DecodeRune(q); (r != utf8.RuneError || w > 1) && at+int64(w) > off {
			return at, nil
		}
	}
	return off, nil
}

// unitEnd returns the offset after the unit that starts at start, and whether its line goes on there. The end is -1
// when it was not found within the budget.
func (l *loader) unitEnd(start int64) (end int64, more bool, err error) {
	if !l.req.Wrap {
		end, err = l.lineEnd(start)
		return end, false, err
	}
	m := (start + 2*PieceSize - 1) / PieceSize * PieceSize
	nl, err := l.newlineFrom(start, min(m, l.size))
	if err != nil {
		return 0, false, err
	}
	if nl >= 0 {
		return nl + 1, false, nil
	}
	if m >= l.size {
		return l.size, false, nil
	}
	cut, err := l.runeStart(m)
	return cut, true, err
}

// lineStart returns the start of the line that holds the byte at off, or a place inside the line when the budget ends.
func (l *loader) lineStart(off int64) (int64, error) {
	for at := off; at > 0; {
		if l.req.Numbers != nil {
			at = max(l.req.Numbers.PrevNewlineFrom(at), 0)
		}
		stop := max(at-chunk, 0)
		nl, err := l.newlineBefore(at, stop)
		if err != nil {
			return 0, err
		}
		if nl >= 0 {
			return nl + 1, nil
		}
		if l.budget -= at - stop; l.budget < 0 {
			l.gaveUp = true
			return stop, nil
		}
		at = stop
	}
	return 0, nil
}

// lineEnd returns the offset after the line that starts at start, -1 when the budget ends first.
func (l *loader) lineEnd(start int64) (int64, error) {
	for at := start; at < l.size; {
		stop := min(at+chunk, l.size)
		nl, err := l.newlineFrom(at, stop)
		if err != nil {
			return 0, err
		}
		if nl >= 0 {
			return nl + 1, nil
		}
		if l.budget -= stop - at; l.budget < 0 {
			l.gaveUp = true
			return -1, nil
		}
		at = stop
		if l.req.Numbers != nil {
			at = min(max(l.req.Numbers.NextNewlineFrom(at), at), l.size)
		}
	}
	return l.size, nil
}

// line reads the unit that starts at start.
func (l *loader) line(start int64) (Line, error) {
	end, more, err := l.unitEnd(start)
	if err != nil {
		return Line{}, err
	}
	ln := Line{Off: start, End: end, More: more, Skip: l.req.Skip}
	body := end
	if end < 0 {
		body = l.size
	}
	if end > start && !more {
		tail := max(end-2, start)
		p, err := l.copyOf(tail, end)
		if err != nil {
			return Line{}, err
		}
		if n := len(p); n > 0 && p[n-1] == '\n' {
			ln.Terminated = true
			body--
			if n > 1 && p[n-2] == '\r' {
				ln.CRLF = true
				body--
			}
		}
	}
	from := min(start+l.req.Skip, body)
	if from > start {
		if from, err = l.runeStart(from); err != nil {
			return Line{}, err
		}
	}
	ln.Skip = from - start
	to := min(from+int64(l.req.Keep), body)
	ln.Whole = to == body && end >= 0
	ln.Head, err = l.copyOf(from, to)
	if start > 0 && l.req.Wrap {
		p, rerr := l.copyOf(start-1, start)
		err = errors.Join(err, rerr)
		ln.Continued = len(p) == 1 && p[0] != '\n'
	}
	return ln, err
}

// copyOf returns a copy of the bytes [from, to), shorter when the file ends before.
func (l *loader) copyOf(from, to int64) ([]byte, error) {
	p := make([]byte, 0, max(to-from, 0))
	for from < to {
		q, err := l.bytesFrom(from)
		if err != nil || len(q) == 0 {
			return p, err
		}
		q = q[:min(int64(len(q)), to-from)]
		p = append(p, q...)
		from += int64(len(q))
	}
	return p, nil
}

// number fills in the line numbers as far as they are known.
func (l *loader) number(p *Page) {
	if len(p.Lines) == 0 || l.req.Stride > 0 {
		return
	}
	if l.req.Only != nil {
		for i := range p.Lines {
			p.Lines[i].Number = l.numberAt(p.Lines[i].Off)
		}
		return
	}
	n := l.numberAt(p.Lines[0].Off)
	if n == 0 {
		return
	}
	for i := range p.Lines {
		if i > 0 && !p.Lines[i].Continued {
			n++
		}
		p.Lines[i].Number = n
	}
}

func (l *loader) numberAt(off int64) int64 {
	if off == 0 {
		return 1
	}
	if l.req.Numbers == nil {
		return 0
	}
	n, err := l.req.Numbers.LineAt(l.ctx, l.b, off)
	if err != nil {
		return 0
	}
	return n
}
