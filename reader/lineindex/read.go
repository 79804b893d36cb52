package lineindex

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"sync"

	"eyeline/reader/source"
)

// segment is what one goroutine counts between two looks at the context, in bytes.
const segment = 1 << 20

var segments = sync.Pool{New: func() any { p := make([]byte, segment); return &p }}

var newline = []byte{'\n'}

// readFull fills p from off, over short reads. Its error is nil exactly when p was filled; an early end of the file is
// io.ErrUnexpectedEOF.
func readFull(b io.ReaderAt, p []byte, off int64) (int, error) {
	n := 0
	for n < len(p) {
		k, err := b.ReadAt(p[n:], off+int64(n))
		n += k
		if n >= len(p) {
			return n, nil
		}
		if errors.Is(err, io.EOF) || err == nil && k == 0 {
			return n, io.ErrUnexpectedEOF
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// workers is how many goroutines count at a time.
func workers() int { return min(runtime.GOMAXPROCS(0), 2) }

// countRange counts the '\n' bytes in [from, to) of b for each run of unit bytes, in parallel; unit divides segment.
// counts gets one number for each run, the last run may be shorter. On an error counts holds what stands before it.
func countRange(ctx context.Context, b io.ReaderAt, from, to int64, unit int, counts []int64) ([]int64, error) {
	n := int((to - from + int64(unit) - 1) / int64(unit))
	base := len(counts)
	counts = append(counts, make([]int64, n)...)
	perWorker := (n + workers() - 1) / workers()
	perWorker = max((perWorker+segment/unit-1)/(segment/unit), 1) * (segment / unit)
	var wg sync.WaitGroup
	errs := make([]error, (n+perWorker-1)/perWorker)
	reached := make([]int, len(errs))
	for w := range errs {
		lo, hi := w*perWorker, min((w+1)*perWorker, n)
		work := func() { reached[w], errs[w] = countRuns(ctx, b, from, to, unit, counts[base:], lo, hi) }
		if w == len(errs)-1 {
			work()
			break
		}
		wg.Add(1)
		go func() { defer wg.Done(); work() }()
	}
	wg.Wait()
	for w, err := range errs {
		if err != nil {
			return counts[:base+reached[w]], err
		}
	}
	return counts, nil
}

// countRuns counts the runs lo … hi-1; it returns the number of the first run that was not counted.
func countRuns(ctx context.Context, b io.ReaderAt, from, to int64, unit int, counts []int64, lo, hi int) (int, error) {
	buf := segments.Get().(*[]byte)
	defer segments.Put(buf)
	for i := lo; i < hi; {
		if err := ctx.Err(); err != nil {
			return i, err
		}
		at := from + int64(i)*int64(unit)
		end := min(at+segment, from+int64(hi)*int64(unit), to)
		p := (*buf)[:end-at]
		n, err := readFull(b, p, at)
		p = p[:n]
		for len(p) > 0 && i < hi {
			run := p[:min(len(p), unit)]
			if len(run) < unit && err != nil {
				break
			}
			counts[i] = int64(bytes.Count(run, newline))
			p = p[len(run):]
			i++
		}
		if err != nil {
			return i, err
		}
	}
	return hi, nil
}

// LineSeeker finds a place near a line: window.Index, or *Snapshot.
type LineSeeker interface {
	SeekLine(line int64) (off, newlines int64)
}

// FindLine returns the offset of the first byte of a 1-based line, starting from the nearest place that the index
// knows (nil for none). It reads little for a near line and counts in parallel towards a far one. When the file has
// fewer lines, found is false and lines is their number; otherwise lines is line. A file truncated meanwhile ends
// where it ends.
func FindLine(ctx context.Context, b source.Bytes, index LineSeeker, line int64) (off, lines int64, found bool, err error) {
	var seen int64
	if index != nil {
		off, seen = index.SeekLine(line)
	}
	size := b.Size()
	off = min(off, size)
	if line <= 1 || seen >= line-1 {
		if off < size && line >= 1 {
			return off, line, true, nil
		}
		n, err := linesUpTo(b, size, seen)
		return size, n, false, err
	}
	off, seen, err = skipNewlines(ctx, b, off, seen, line-1)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return off, seen, false, err
	}
	if seen == line-1 && off < size && err == nil {
		return off, line, true, nil
	}
	n, err := linesUpTo(b, off, seen)
	return off, n, false, err
}

// linesUpTo is the number of lines in the first end bytes, which hold seen newlines.
func linesUpTo(b io.ReaderAt, end, seen int64) (int64, error) {
	if end == 0 {
		return 0, nil
	}
	var last [1]byte
	if _, err := readFull(b, last[:], end-1); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return seen, nil
		}
		return seen, err
	}
	if last[0] != '\n' {
		seen++
	}
	return seen, nil
}

// skipNewlines moves on from off, before which seen newlines stand, to the offset after the newline that makes them
// want, or to the end.
func skipNewlines(ctx context.Context, b source.Bytes, off, seen, want int64) (int64, int64, error) {
	size := b.Size()
	buf := segments.Get().(*[]byte)
	defer segments.Put(buf)
	// Near lines: small reads, growing.
	for step := int64(16 << 10); off < size && step <= segment; step *= 4 {
		if err := ctx.Err(); err != nil {
			return off, seen, err
		}
		p := (*buf)[:min(step, size-off)]
		n, err := readFull(b, p, off)
		p = p[:n]
		if c := int64(bytes.Count(p, newline)); seen+c >= want {
			return off + after(p, want-seen), want, nil
		} else {
			seen += c
		}
		off += int64(n)
		if err != nil {
			return off, seen, err
		}
	}
	// Far lines: rounds of segments in parallel, then the one segment that holds the newline again.
	const round = 8
	counts := make([]int64, 0, round)
	for off < size {
		var err error
		counts, err = countRange(ctx, b, off, min(off+round*segment, size), segment, counts[:0])
		for _, c := range counts {
			if seen+c >= want {
				p := (*buf)[:min(segment, size-off)]
				n, rerr := readFull(b, p, off)
				if rerr != nil && int64(bytes.Count(p[:n], newline)) < want-seen {
					return off, seen, rerr
				}
				return off + after(p[:n], want-seen), want, nil
			}
			seen += c
			off = min(off+segment, size)
		}
		if err != nil {
			if errors.Is(err, io.ErrUnexpectedEOF) {
				// The rest is shorter than a segment: take it as far as it goes.
				n, _ := readFull(b, *buf, off)
				p := (*buf)[:n]
				c := int64(bytes.Count(p, newline))
				if seen+c >= want {
					return off + after(p, want-seen), want, nil
				}
				return off + int64(n), seen + c, err
			}
			return off, seen, err
		}
	}
	return off, seen, nil
}

// after is the number of bytes of p up to and with its n-th newline (n >= 1), which p holds.
func after(p []byte, n int64) int64 {
	at := 0
	for block := 4 << 10; len(p)-at > block; {
		c := int64(bytes.Count(p[at:at+block], newline))
		if c >= n {
			break
		}
		n -= c
		at += block
	}
	for ; n > 0; n-- {
		at += bytes.IndexByte(p[at:], '\n') + 1
	}
	return int64(at)
}

// CountLines returns the number of lines in b: its '\n' bytes, and one more when text follows the last.
func CountLines(ctx context.Context, b source.Bytes) (int64, error) {
	var seen int64
	size := b.Size()
	counts := make([]int64, 0, 16)
	for off := int64(0); off < size; off += 16 * segment {
		var err error
		counts, err = countRange(ctx, b, off, min(off+16*segment, size), segment, counts[:0])
		for _, c := range counts {
			seen += c
		}
		if err != nil {
			return seen, err
		}
	}
	return linesUpTo(b, size, seen)
}
