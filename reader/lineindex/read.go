package lineindex

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"runtime"
	"sync"

	"eyeline/reader/internal/scratch"
	"eyeline/reader/source"
)

// segment is what one goroutine counts between two looks at the context, in bytes: some blocks.
const segment = scratch.Read

var newline = []byte{'\n'}

// mostWorkers is how many goroutines count at a time at most.
const mostWorkers = 2

func workers() int { return min(runtime.GOMAXPROCS(0), mostWorkers) }

// counted is the first size bytes of a segment: the '\n' bytes of each block of it, the last of which may be shorter.
type counted struct {
	blocks []int64
	size   int64
	last   byte  // of the bytes
	err    error // why it is not the whole segment
}

// countSegments counts the '\n' bytes in [from, to) of b and gives take one segment after the other, until that returns
// false. The segments of a round are counted at the same time, as many as workers says. It stops after the first
// segment with an error, and returns that error.
func countSegments(
	ctx context.Context, b io.ReaderAt, from, to int64, workers func() int, take func(counted) bool,
) error {
	for from < to {
		var round [mostWorkers]counted
		n := min(int64(workers()), (to-from-1)/segment+1)
		var group sync.WaitGroup

		count := func(i int64) {
			at := from + i*segment
			round[i] = countSegment(ctx, b, at, at+min(segment, to-at))
		}

		for i := int64(1); i < n; i++ {
			group.Go(func() { count(i) })
		}

		count(0)
		group.Wait()
		for _, c := range round[:n] {
			if !take(c) || c.err != nil {
				return c.err
			}
		}

		from += min(n*segment, to-from)
	}

	return nil
}

func countSegment(ctx context.Context, b io.ReaderAt, from, to int64) (c counted) {
	c.err = ctx.Err()
	if c.err != nil {
		return c
	}

	lent := scratch.Get()
	defer scratch.Put(lent)
	c.blocks = make([]int64, 0, segment/BlockSize)
	var n int
	n, c.err = source.ReadFull(b, lent.Room()[:to-from], from)
	for p := lent.Room()[:n]; len(p) >= BlockSize || c.err == nil && len(p) > 0; {
		block := p[:min(len(p), BlockSize)]
		c.blocks = append(c.blocks, int64(bytes.Count(block, newline)))
		c.size += int64(len(block))
		c.last = block[len(block)-1]
		p = p[len(block):]
	}

	return c
}

// LineSeeker finds a place near a line: window.Index, or *Snapshot.
type LineSeeker interface {
	SeekLine(line int64) (off, newlines int64)
}

// FindLine returns the offset of the first byte of a 1-based line (below 1 stands for 1), starting from the nearest
// place that the index knows (nil for none). It reads little for a near line and counts in parallel towards a far one.
// When the file has fewer lines, found is false and lines is their number; otherwise lines is line. Errors are ctx's,
// those of reading, and source.ErrNegativeSize. A file that ends before its size and before the line is
// io.ErrUnexpectedEOF, with the lines that it has.
func FindLine(
	ctx context.Context, b source.Bytes, index LineSeeker, line int64,
) (off, lines int64, found bool, err error) {
	size := b.Size()
	if err = ctx.Err(); err == nil && size < 0 {
		err = source.ErrNegativeSize
	}
	if err != nil {
		return 0, 0, false, err
	}

	line = max(line, 1)
	var seen int64
	if index != nil {
		off, seen = index.SeekLine(line)
		off = min(off, size)
	}

	if m := source.MemoryOf(b); m != nil {
		seen = min(line-1, int64(m.Ends(size)))
		off = m.End(int(seen))
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

	n, lastErr := linesUpTo(b, off, seen)
	return off, n, false, cmp.Or(err, lastErr)
}

// linesUpTo is the number of lines in the first end bytes, which hold seen newlines.
func linesUpTo(b io.ReaderAt, end, seen int64) (int64, error) {
	if end == 0 {
		return 0, nil
	}
	var last [1]byte
	if _, err := source.ReadFull(b, last[:], end-1); err != nil {
		return seen, err
	}
	if last[0] != '\n' {
		seen++
	}
	return seen, nil
}

// nearRead is the first read towards a line, in bytes; the next ones are larger, up to half a segment.
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

	if off >= size || seen >= want {
		return off, seen, nil
	}

	// Far lines: many blocks at a time, then the one with the newline again.
	here := false
	err := countSegments(ctx, b, off, size, workers, func(c counted) bool {
		for _, n := range c.blocks {
			if here = seen+n >= want; here {
				return false
			}
			seen += n
			off = min(off+BlockSize, size)
		}

		return true
	})
	if here || errors.Is(err, io.ErrUnexpectedEOF) {
		err = step(BlockSize) // at the early end of a file, that is the rest of it
	}

	return off, seen, err
}

// after is the number of bytes of p up to and with its n-th newline (n >= 1), which is in p.
func after(p []byte, n int64) int64 {
	at := 0
	for ; n > 0; n-- {
		at += bytes.IndexByte(p[at:], '\n') + 1
	}
	return int64(at)
}

// CountLines returns the number of lines in b: its '\n' bytes, and one more when text follows the last. A file that
// ends before its size is io.ErrUnexpectedEOF, with the number of lines counted before.
func CountLines(ctx context.Context, b source.Bytes) (int64, error) {
	seen, err := EndsBefore(ctx, b, b.Size())
	if err != nil {
		return seen, err
	}
	return linesUpTo(b, b.Size(), seen)
}

// EndsBefore returns the number of '\n' in the bytes [0, off): the 0-based number of the line with the byte at off. The
// errors are those of [CountLines].
func EndsBefore(ctx context.Context, b source.Bytes, off int64) (seen int64, err error) {
	if off < 0 {
		return 0, source.ErrNegativeSize
	}
	err = countSegments(ctx, b, 0, off, workers, func(c counted) bool {
		for _, n := range c.blocks {
			if c.err == nil {
				seen += n
			}
		}
		return true
	})
	return seen, err
}
