package lineindex

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"eyeline/reader/internal/scratch"
	"eyeline/reader/source"
)

// segment is what one goroutine counts between two looks at the context, in bytes.
const segment = scratch.Read

var newline = []byte{'\n'}

// workers is how many goroutines count at a time.
func workers() int { return min(runtime.GOMAXPROCS(0), 2) }

// countRange counts the '\n' bytes in [from, to) of b for each run of unit bytes, in parallel; unit divides segment.
// counts gets one number for each run, the last run may be shorter. On an error counts has what is before it.
func countRange(ctx context.Context, b io.ReaderAt, from, to int64, unit int, counts []int64) ([]int64, error) {
	return countUntil(ctx, b, from, to, unit, math.MaxInt64, counts)
}

// alone reports whether the index is to count in one goroutine: while something else reads a whole file, such as a search that a
// person waits for, since that goes first and the two take less memory, and for a while after GiveWay.
func (x *Index) alone() bool { return x.givesWay() || scratch.Lent() > 0 }

// givesWay reports whether GiveWay was called a moment ago.
func (x *Index) givesWay() bool { return time.Now().UnixNano() < x.until.Load() }

// countUntil is countRange that takes no further segment once the first ones have want newlines; counts then has the
// runs of these. What the other goroutine has taken by then it still reads: about a segment.
func countUntil(ctx context.Context, b io.ReaderAt, from, to int64, unit int, want int64, counts []int64) ([]int64, error) {
	return countBy(ctx, workers(), nil, b, from, to, unit, want, counts)
}

// countBy is countUntil in so many goroutines at most; all but one end when alone, which may be nil, becomes true.
func countBy(ctx context.Context, workers int, alone func() bool, b io.ReaderAt, from, to int64, unit int, want int64, counts []int64) ([]int64, error) {
	base := len(counts)
	counts = slices.Grow(counts, int((to-from+int64(unit)-1)/int64(unit)))
	r := rangeCount{ctx: ctx, b: b, from: from, to: to, unit: unit, want: want, counts: counts[base:cap(counts)]}
	r.failed.Store(math.MaxInt64)
	r.enough.Store(math.MaxInt64)
	var group sync.WaitGroup
	for range min(int64(workers), (to-from+segment-1)/segment) - 1 {
		group.Go(func() { r.work(alone) })
	}
	r.work(nil)
	group.Wait()
	done := min(r.failed.Load(), r.enough.Load(), (to-from+int64(unit)-1)/int64(unit))
	if done == r.enough.Load() {
		r.err = nil // what failed, if anything, is after the place wanted
	}
	return counts[:base+int(done)], r.err
}

// rangeCount is a range that several goroutines count, each taking the next segment.
type rangeCount struct {
	ctx      context.Context
	b        io.ReaderAt
	from, to int64
	unit     int
	want     int64 // newlines that are enough; math.MaxInt64: all are wanted
	counts   []int64

	next   atomic.Int64 // number of the segment to take
	failed atomic.Int64 // number of the first run that could not be counted
	enough atomic.Int64 // number of the first run that is not wanted

	mu   sync.Mutex      // guards failed against being raised, and what follows
	err  error           // what failed there
	seen int64           // newlines in the segments before head
	head int64           // number of the first segment not counted yet
	rest map[int64]int64 // newlines of the segments counted after it
}

// work counts segments until there are none left, or one failed. All runs before the one that failed are counted: they
// lie in segments taken before. It ends before that when alone becomes true, if it is not nil.
func (r *rangeCount) work(alone func() bool) {
	lent := scratch.Get()
	defer scratch.Put(lent)
	buf := lent.Room()
	perSegment := int64(segment / r.unit)
	for {
		runtime.Gosched() // a key, or a page, comes before the next segment
		if alone != nil && alone() {
			return
		}
		i := r.next.Add(1) - 1
		at := r.from + i*segment
		if at >= r.to || i*perSegment >= min(r.failed.Load(), r.enough.Load()) {
			return
		}
		err := r.ctx.Err()
		done, newlines := int64(0), int64(0)
		if err == nil {
			p := buf[:min(segment, r.to-at)]
			var n int
			n, err = source.ReadFull(r.b, p, at)
			for p = p[:n]; len(p) >= r.unit || err == nil && len(p) > 0; done++ {
				run := p[:min(len(p), r.unit)]
				c := int64(bytes.Count(run, newline))
				r.counts[i*perSegment+done] = c
				newlines += c
				p = p[len(run):]
			}
		}
		if err != nil {
			r.fail(i*perSegment+done, err)
			return
		}
		if r.want < math.MaxInt64 {
			r.counted(i, newlines)
		}
	}
}

// counted takes in that a segment is counted, and tells when those from the first on hold enough newlines.
func (r *rangeCount) counted(i, newlines int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.rest == nil {
		r.rest = make(map[int64]int64)
	}
	r.rest[i] = newlines
	for r.seen < r.want {
		n, ok := r.rest[r.head]
		if !ok {
			return
		}
		delete(r.rest, r.head)
		r.seen += n
		r.head++
	}
	r.enough.Store(r.head * int64(segment/r.unit))
}

func (r *rangeCount) fail(run int64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if run < r.failed.Load() {
		r.failed.Store(run)
		r.err = err
	}
}

// LineSeeker finds a place near a line: window.Index, or *Snapshot.
type LineSeeker interface {
	SeekLine(line int64) (off, newlines int64)
}

// FindLine returns the offset of the first byte of a 1-based line (below 1 stands for 1), starting from the nearest
// place that the index knows (nil for none). It reads little for a near line and counts in parallel towards a far one.
// When the file has fewer lines, found is false and lines is their number; otherwise lines is line. A file truncated
// meanwhile ends where it ends; it is no error. Errors are ctx's and those of reading.
func FindLine(ctx context.Context, b source.Bytes, index LineSeeker, line int64) (off, lines int64, found bool, err error) {
	if err := ctx.Err(); err != nil {
		return 0, 0, false, err
	}
	line = max(line, 1)
	size := b.Size()
	if m := source.MemoryOf(b); m != nil {
		off, lines, found = inMemory(m, size, line)
		return off, lines, found, nil
	}
	var seen int64
	if index != nil {
		off, seen = index.SeekLine(line)
		off = min(off, size)
	}
	if seen < line-1 {
		off, seen, err = skipNewlines(ctx, b, off, seen, line-1)
	}
	if err == nil && seen >= line-1 && off < size {
		var one [1]byte
		if _, err = source.ReadFull(b, one[:], off); err == nil {
			return off, line, true, nil
		}
	}
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return off, seen, false, err
	}
	n, err := linesUpTo(b, off, seen)
	return off, n, false, err
}

// inMemory is FindLine for the first size bytes of m.
func inMemory(m *source.Memory, size, line int64) (off, lines int64, found bool) {
	n := m.Ends(size)
	if line-1 <= int64(n) {
		if off = m.End(int(line - 1)); off < size {
			return off, line, true
		}
	}
	return size, m.Lines(size), false
}

// linesUpTo is the number of lines in the first end bytes, which hold seen newlines.
func linesUpTo(b io.ReaderAt, end, seen int64) (int64, error) {
	if end == 0 {
		return 0, nil
	}
	var last [1]byte
	if _, err := source.ReadFull(b, last[:], end-1); err != nil {
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

// nearRead is the first read towards a line, in bytes; the next ones grow up to a segment.
const nearRead = 16 << 10

// skipNewlines moves on from off, before which there are seen newlines, to the offset after the newline that makes them
// want, or to the end. want is greater than seen.
func skipNewlines(ctx context.Context, b source.Bytes, off, seen, want int64) (int64, int64, error) {
	size := b.Size()
	lent := scratch.Get()
	defer scratch.Put(lent)
	buf := lent.Room()
	// step reads n bytes and moves on past them, or to the place wanted.
	step := func(n int64) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		p := buf[:min(n, size-off)]
		k, err := source.ReadFull(b, p, off)
		p = p[:k]
		c := int64(bytes.Count(p, newline))
		if seen+c >= want {
			off += after(p, want-seen)
			seen = want
			return nil
		}
		off += int64(k)
		seen += c
		return err
	}
	// Near lines: small reads, growing.
	for n := int64(nearRead); n <= segment; n *= 4 {
		if off >= size || seen >= want {
			return off, seen, nil
		}
		if err := step(n); err != nil {
			return off, seen, err
		}
	}
	// Far lines: segments in parallel, then the one with the newline again.
	const round = 256
	var counts []int64
	for off < size && seen < want {
		var err error
		counts, err = countUntil(ctx, b, off, min(off+round*segment, size), segment, want-seen, counts[:0])
		here := false
		for _, c := range counts {
			if here = seen+c >= want; here {
				break
			}
			seen += c
			off = min(off+segment, size)
		}
		if here || errors.Is(err, io.ErrUnexpectedEOF) {
			err = step(segment) // at the early end of a file, that is the rest of it
		}
		if err != nil {
			return off, seen, err
		}
	}
	return off, seen, nil
}

// after is the number of bytes of p up to and with its n-th newline (n >= 1), which is in p.
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

// CountLines returns the number of lines in b: its '\n' bytes, and one more when text follows the last. A file that
// ends before its size is io.ErrUnexpectedEOF, with the number of lines counted before.
func CountLines(ctx context.Context, b source.Bytes) (int64, error) {
	const round = 256
	var seen int64
	size := b.Size()
	if m := source.MemoryOf(b); m != nil {
		return m.Lines(size), nil
	}
	var counts []int64
	for off := int64(0); off < size; off += round * segment {
		var err error
		counts, err = countRange(ctx, b, off, min(off+round*segment, size), segment, counts[:0])
		for _, c := range counts {
			seen += c
		}
		if err != nil {
			return seen, err
		}
	}
	return linesUpTo(b, size, seen)
}
