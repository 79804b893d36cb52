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

// segment is how many bytes a goroutine counts before it checks the context; a multiple of BlockSize.
const segment = scratch.Read

var newline = []byte{'\n'}

// maxWorkers is how many goroutines count at a time.
const maxWorkers = 2

func workers() int { return min(runtime.GOMAXPROCS(0), maxWorkers) }

// counted is the result for the first size bytes of a segment: the number of '\n' in each block; the last block may be
// incomplete.
type counted struct {
	blocks []int64
	size   int64
	last   byte  // last byte
	err    error // why the segment is incomplete
}

// countSegments counts '\n' in [from, to) of b and passes segments to take in order, until that returns false. As many
// segments as workers returns are counted concurrently. It stops after the first segment with an error, and returns
// that.
func countSegments(
	ctx context.Context, b io.ReaderAt, from, to int64, workers func() int, take func(counted) bool,
) error {
	for from < to {
		var round [maxWorkers]counted
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

// LineSeeker finds an offset near a line: window.Index, or *Snapshot.
type LineSeeker interface {
	SeekLine(line int64) (off, newlines int64)
}

// FindLine returns the offset of the first byte of a 1-based line (below 1 counts as 1), starting from the nearest
// offset that the index knows; index may be nil. It reads little for a near line and counts concurrently for a far one.
// If the file has fewer lines, found is false and lines is their number; otherwise lines is line. Errors are ctx's,
// those of reading, and source.ErrNegativeSize; a file shorter than its size is io.ErrUnexpectedEOF if it ends before
// the line, with the number of lines that it has.
func FindLine(
	ctx context.Context, b source.Bytes, index LineSeeker, line int64,
) (off, lines int64, found bool, err error) {
	size := b.Size()
	err = ctx.Err()
	if err == nil && size < 0 {
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

// linesUpTo returns the number of lines in the first end bytes, which have seen newlines.
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

// nearRead is the size of the first read towards a line, in bytes; the next ones are larger, up to half a segment.
const nearRead = 16 << 10

// skipNewlines returns the offset after newline number want, or the end, and the number of newlines before it. seen
// newlines precede off; want is greater than seen.
func skipNewlines(ctx context.Context, b source.Bytes, off, seen, want int64) (int64, int64, error) {
	size := b.Size()
	lent := scratch.Get()
	defer scratch.Put(lent)
	buf := lent.Room()

	// step reads n bytes and moves past them, or to the result.
	step := func(n int64) error {
		if err := ctx.Err(); err != nil {
			return err
		}

		p := buf[:min(n, size-off)]
		k, err := source.ReadFull(b, p, off)
		p = p[:k]
		c := int64(bytes.Count(p, newline))
		if seen+c >= want {
			off += afterNewline(p, want-seen)
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

	// Far lines: many blocks at a time, then again the one with the newline.
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
		err = step(BlockSize) // that is the rest of a truncated file
	}

	return off, seen, err
}

// afterNewline returns the length of p up to and including its n-th newline (n >= 1), which must exist.
func afterNewline(p []byte, n int64) int64 {
	at := 0
	for ; n > 0; n-- {
		at += bytes.IndexByte(p[at:], '\n') + 1
	}
	return int64(at)
}

// CountLines returns the number of lines in b, including one without '\n'. The error is io.ErrUnexpectedEOF for a file
// shorter than its size, with the number of lines counted.
func CountLines(ctx context.Context, b source.Bytes) (int64, error) {
	seen, err := EndsBefore(ctx, b, b.Size())
	if err != nil {
		return seen, err
	}
	return linesUpTo(b, b.Size(), seen)
}

// EndsBefore returns the number of '\n' in the bytes [0, off), which is the 0-based number of the line with the byte at
// off. The errors are those of [CountLines].
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
