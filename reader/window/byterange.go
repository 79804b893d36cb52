package window

import (
	"bytes"
	"context"
	"unicode/utf8"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/source"
)

// MaxByteWindow is the size of the largest byte window in bytes. A longer line is not returned whole (CONTRACTS.md §4).
const MaxByteWindow = 256 << 10

const (
	nearStep = 4 << 10  // first read when searching the end of a line, in bytes
	edgeStep = 64 << 10 // largest such read, unless the first is larger
)

// ByteRangeOf selects a byte window rounded to lines (CONTRACTS.md §4 Byte window). start is a 0-based offset, clamped
// to the file; length is in bytes, clamped to between 1 and hard, the size of the largest window, which is
// [MaxByteWindow] by the contract. It reads the window and little more; index, which may be nil, helps to find the ends
// of a line longer than hard. The error is ctx's or that of reading; io.ErrUnexpectedEOF if the file is shorter than
// its size.
func ByteRangeOf(ctx context.Context, b source.Bytes, index Index, start, length, hard int64) (Window, error) {
	size := b.Size()
	start = min(max(start, 0), size)
	length = min(max(length, 1), hard)
	w := Window{Kind: ByteRange, Start: start, End: start, TotalLines: -1, Top: StopAsked, Bottom: StopFile}
	if start == size {
		return w, nil
	}

	r := edges{ctx: ctx, b: b, index: index}
	ls, near, err := r.lineStart(start, max(start-hard, 0), nearStep)
	if err != nil {
		return w, err
	}

	var found bool
	var le int64
	if near {
		if le, found, err = r.lineEnd(start, min(ls+hard, size), nearStep); err != nil {
			return w, err
		}
		found = found || le == size
	}

	if found {
		w, err = r.wholeLines(w, ls, le, start+length, hard)
	} else {
		w, err = r.insideLine(w, start, length)
	}

	if err == nil && w.Start == 0 {
		w.Top = StopFile
	}

	return w, err
}

// edges searches the ends of lines by reads of limited size.
type edges struct {
	ctx   context.Context
	b     source.Bytes
	index Index
	buf   []byte
}

// read returns the bytes [from, to), which are in the file.
func (r *edges) read(from, to int64) ([]byte, error) {
	if int64(cap(r.buf)) < to-from {
		r.buf = make([]byte, to-from)
	}
	return readAt(r.ctx, r.b, r.buf[:to-from], from)
}

// lineStart returns the start of the line with the byte at off, but searches back no further than limit; near is false
// if the line begins before that.
func (r *edges) lineStart(off, limit, step int64) (at int64, near bool, err error) {
	for ; off > limit; step = max(step, min(2*step, edgeStep)) {
		from := max(off-step, limit)
		p, err := r.read(from, off)
		if err != nil {
			return off, false, err
		}
		if i := lastNewline(p); i >= 0 {
			return from + int64(i) + 1, true, nil
		}

		off = from
	}

	if off == 0 {
		return 0, true, nil
	}

	p, err := r.read(off-1, off)
	return off, err == nil && p[0] == '\n', err
}

// lineEnd returns the end, with the line end, of the line with the byte at off, but searches no further than limit.
func (r *edges) lineEnd(off, limit, step int64) (end int64, found bool, err error) {
	for ; off < limit; step = max(step, min(2*step, edgeStep)) {
		to := min(off+step, limit)
		p, err := r.read(off, to)
		if err != nil {
			return off, false, err
		}
		if i := bytes.IndexByte(p, '\n'); i >= 0 {
			return off + int64(i) + 1, true, nil
		}

		off = to
	}

	return off, false, nil
}

// wholeLines selects whole lines from ls on that begin before stop and fit in hard bytes. The first line, which ends at
// le, is always selected.
func (r *edges) wholeLines(w Window, ls, le, stop, hard int64) (Window, error) {
	w.Start = ls
	w.End = le
	limit := min(ls+hard, r.b.Size())
	if w.End < stop && w.End < limit {
		// The next line begins before stop. Take all lines up to the one that contains the byte before stop.
		from := min(max(w.End, stop-1), limit)
		end, found, err := r.lineEnd(from, limit, nearStep)
		if err != nil {
			return w, err
		}

		if !found && end < r.b.Size() {
			// That line goes past the limit: end before it.
			if end, _, err = r.lineStart(from, w.End, nearStep); err != nil {
				return w, err
			}
			w.End = end
			w.Bottom = StopHard
			return w, nil
		}

		w.End = end
	}

	switch {
	case w.End == r.b.Size():
		w.Bottom = StopFile
	case w.End >= stop:
		w.Bottom = StopBytes
	default:
		w.Bottom = StopHard
	}

	return w, nil
}

// insideLine selects a part of a line that is longer than MaxByteWindow.
func (r *edges) insideLine(w Window, start, length int64) (Window, error) {
	size := r.b.Size()
	w.Partial = true
	up := newBackward(r.ctx, r.b, r.index, start+1)
	down := newForward(r.ctx, r.b, r.index, start)
	_, _, err := up.up()
	if err == nil {
		err = down.endLine()
	}
	if err != nil {
		return w, err
	}

	w.LineStart = up.at
	w.LineEnd = down.at
	if w.Start, err = r.charStart(start, w.LineStart); err != nil {
		return w, err
	}

	w.End = min(w.Start+length, w.LineEnd)
	if w.End < w.LineEnd {
		if w.End, err = r.charStart(w.End, w.LineStart); err != nil {
			return w, err
		}
	}

	if w.End <= w.Start {
		p, err := r.read(w.Start, min(w.Start+utf8.UTFMax, size))
		if err != nil {
			return w, err
		}
		n, _ := lossy.UnitAt(p)
		w.End = w.Start + int64(n)
	}

	switch w.End {
	case size:
		w.Bottom = StopFile
	case w.LineEnd:
		w.Bottom = StopAsked
	default:
		w.Bottom = StopBytes
	}

	return w, nil
}

// charStart returns the start of the character with the byte at off, but no less than limit. A character is a UTF-8
// sequence, or a maximal invalid subpart, which lossy decoding replaces by one U+FFFD.
func (r *edges) charStart(off, limit int64) (int64, error) {
	from := max(off-3, limit)
	p, err := r.read(from, min(off+4, r.b.Size()))
	if err != nil {
		return off, err
	}

	for at := from; at < off; at++ {
		q := p[at-from:]
		// A sequence begins only at a byte that can begin one; such a byte never continues another.
		if q[0] < 0xC2 || q[0] > 0xF4 {
			continue
		}
		if n, _ := lossy.UnitAt(q); at+int64(n) > off {
			return at, nil
		}
	}

	return off, nil
}
