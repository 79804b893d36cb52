package search

import (
	"bytes"

	"eyeline/reader/internal/scratch"
	"eyeline/reader/source"
)

// frame is the part of a file that a worker has in memory: a block and its surroundings. The buffer is reused until
// release.
type frame struct {
	src    source.Bytes
	buf    []byte
	lent   *scratch.Buffer // source of buf, unless that was too small
	org    int64           // offset of buf[0]; may be before the file's start
	lo, hi int64           // range of the file in buf
	before int64           // free space in buf before what load reads
}

// load reads [lo, hi) and drops everything else. It leaves as much free space before lo as an earlier block needed.
func (f *frame) load(lo, hi int64) error {
	if f.buf == nil {
		f.lent = scratch.Get()
		f.buf = f.lent[:]
		f.before = scratch.Margin
	}
	if f.before+hi-lo > int64(len(f.buf)) {
		f.replace(make([]byte, f.before+hi-lo))
	}

	f.org = lo - f.before
	f.lo = lo
	f.hi = lo
	return f.extend(lo, hi)
}

// replace sets buf.
func (f *frame) replace(buf []byte) {
	scratch.Put(f.lent)
	f.lent = nil
	f.buf = buf
}

// release returns the buffers of frames, when work is done. A buffer that grew for long lines is kept, since the next
// work would need it again.
func release(frames ...*frame) {
	for _, f := range frames {
		if f.lent != nil {
			f.replace(nil)
		}
	}
}

// bytes returns [lo, hi), which must be in buf.
func (f *frame) bytes(lo, hi int64) []byte { return f.buf[lo-f.org : hi-f.org] }

// extend also reads the bytes from lo to hi.
func (f *frame) extend(lo, hi int64) error {
	lo = min(lo, f.lo)
	hi = max(hi, f.hi)
	f.room(lo, hi)

	if err := readFull(f.src, f.bytes(lo, f.lo), lo); err != nil {
		return err
	}

	f.lo = lo
	if err := readFull(f.src, f.bytes(f.hi, hi), f.hi); err != nil {
		return err
	}

	f.hi = hi
	return nil
}

// slack is how many bytes a new buffer has beyond what is needed.
const slack = 64 << 10

// room makes space for [lo, hi) in buf, and keeps its content.
func (f *frame) room(lo, hi int64) {
	missing := f.org - lo
	short := hi - f.org - int64(len(f.buf))
	if missing <= 0 && short <= 0 {
		return
	}

	left := int64(0)
	right := int64(0)
	if missing > 0 {
		left = missing + slack
	}
	if short > 0 {
		right = short + slack
	}

	buf := make([]byte, left+int64(len(f.buf))+right)
	copy(buf[left+f.lo-f.org:], f.bytes(f.lo, f.hi))
	f.replace(buf)
	f.org -= left
	f.before += left
}

// newlineBefore returns the offset after the last '\n' in [limit, at), or -1. The start of the file counts as one. It
// reads width bytes at first, and then more.
func (f *frame) newlineBefore(at, limit, width int64) (int64, error) {
	limit = max(limit, 0)
	for ; at > limit; width *= 4 {
		lo := max(at-width, limit)
		if err := f.extend(lo, f.hi); err != nil {
			return -1, err
		}
		if i := lastNewline(f.bytes(lo, at)); i >= 0 {
			return lo + int64(i) + 1, nil
		}

		at = lo
	}

	if limit == 0 {
		return 0, nil
	}

	return -1, nil
}

// newlineAfter returns the offset of the first '\n' in [at, limit), or -1. The end of the file counts as one. It reads
// width bytes at first, and then more.
func (f *frame) newlineAfter(at, limit, width int64) (int64, error) {
	limit = min(limit, f.src.Size())
	for ; at < limit; width *= 4 {
		hi := min(at+width, limit)
		if err := f.extend(f.lo, hi); err != nil {
			return -1, err
		}
		if i := bytes.IndexByte(f.bytes(at, hi), '\n'); i >= 0 {
			return at + int64(i), nil
		}

		at = hi
	}

	if limit == f.src.Size() && at >= limit {
		return limit, nil
	}

	return -1, nil
}

// lastNewline returns the index of the last '\n' in b, or -1. Searching forwards is several times as fast as backwards,
// so it first rules out long runs without one.
func lastNewline(b []byte) int {
	const near = 256
	if len(b) > near {
		if i := bytes.LastIndexByte(b[len(b)-near:], '\n'); i >= 0 {
			return len(b) - near + i
		}

		if bytes.IndexByte(b, '\n') < 0 {
			return -1
		}
	}

	return bytes.LastIndexByte(b, '\n')
}

// stretch is a part of a file to search in.
type stretch struct {
	data     []byte
	off      int64 // offset of data[0]
	cutLeft  bool  // data begins inside a line
	cutRight bool  // data ends inside a line
}

// lines returns the stretch on which the matches that start in block [s, e) depend: the lines that reach into it, or of
// a line longer than sz.line its part in the block and sz.overlap on either side. This depends on the file alone, so
// blocks can be searched independently.
func (f *frame) lines(s, e int64, sz sizes) (stretch, error) {
	size := f.src.Size()
	if err := f.load(max(s-sz.step, 0), min(e+sz.step, size)); err != nil {
		return stretch{}, err
	}

	first, err := f.newlineBefore(s, s-sz.line-1, sz.step)
	if err != nil {
		return stretch{}, err
	}

	block := f.bytes(s, e)
	firstEnd := int64(-1)
	last := first // end of the first line, start of the last one
	if i := bytes.IndexByte(block, '\n'); i >= 0 {
		firstEnd = s + int64(i)
		last = s + int64(lastNewline(block)) + 1
	}

	lastEnd := int64(-1)
	if last >= 0 && last < e {
		if lastEnd, err = f.newlineAfter(e, last+sz.line+1, sz.step); err != nil {
			return stretch{}, err
		}
	}

	if firstEnd < 0 {
		firstEnd = lastEnd
	}

	st := stretch{off: first}
	if first < 0 || firstEnd < 0 || firstEnd-first > sz.line {
		if lo := max(s-sz.overlap, 0); first < lo {
			st.off = lo
			st.cutLeft = lo > 0
		}
	}

	end := min(lastEnd+1, size)
	switch {
	case last == e:
		end = e // the block ends with '\n'
	case lastEnd < 0 || lastEnd-last > sz.line:
		if end, st.cutRight, err = f.cutEnd(e, sz); err != nil {
			return stretch{}, err
		}
	}

	if err := f.extend(st.off, end); err != nil {
		return stretch{}, err
	}

	st.data = f.bytes(st.off, end)
	return st, nil
}

// cutEnd returns the end of a stretch whose last line extends after e for longer than is held: the line's end if it is
// near, else a cut.
func (f *frame) cutEnd(e int64, sz sizes) (end int64, cut bool, err error) {
	end = min(e+sz.overlap, f.src.Size())
	near, err := f.newlineAfter(e, end, sz.step)
	if near >= 0 {
		return min(near+1, f.src.Size()), false, err
	}
	return end, true, err
}

// plain returns the stretch for a pattern of literal text. If occurrences may overlap, it begins at an offset that no
// counted occurrence spans.
func (f *frame) plain(s, e int64, n *needles, sz sizes) (stretch, error) {
	span := int64(n.maxLen) - 1
	end := min(e+span, f.src.Size())
	start := s
	if err := f.load(s, end); err != nil {
		return stretch{}, err
	}

	for n.overlaps && s-start <= sz.line {
		lo := max(start-span, 0)
		if err := f.extend(lo, f.hi); err != nil {
			return stretch{}, err
		}

		sw := sweep{b: f.bytes(lo, min(start+span, end))}
		h := sw.find(n, 0)
		if h.start < 0 || lo+int64(h.start) >= start {
			break
		}

		start = lo + int64(h.start)
	}

	return stretch{data: f.bytes(start, end), off: start}, nil
}

// whole is the stretch of the lines that start in s…e. When the last of them is longer than sz.line it is left out,
// and long is where it starts; otherwise long is -1.
func (f *frame) whole(s, e int64, sz sizes) (st stretch, long int64, err error) {
	size := f.src.Size()
	if err := f.load(max(s-1, 0), min(e+sz.step, size)); err != nil {
		return stretch{}, -1, err
	}

	first := s
	if s > 0 {
		i := bytes.IndexByte(f.bytes(s-1, e-1), '\n')
		if i < 0 {
			return stretch{off: s}, -1, nil
		}
		first = s + int64(i)
	}

	last := first + int64(lastNewline(f.bytes(first, e-1))) + 1
	end, err := f.newlineAfter(e-1, last+sz.line+1, sz.step)
	if err != nil {
		return stretch{}, -1, err
	}
	if end < 0 || end-last > sz.line {
		return stretch{data: f.bytes(first, last), off: first}, last, nil
	}

	return stretch{data: f.bytes(first, min(end+1, size)), off: first}, -1, nil
}
