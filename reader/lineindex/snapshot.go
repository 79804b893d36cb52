package lineindex

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sort"

	"eyeline/reader/internal/scratch"
	"eyeline/reader/source"
)

// BlockSize is the number of bytes that one number of the index stands for.
const BlockSize = 64 << 10

var (
	// ErrNotCovered says that the index does not reach the place asked for yet.
	ErrNotCovered = errors.New("not counted yet")
	// ErrPastEnd says that the file ends before the place asked for.
	ErrPastEnd = errors.New("past the end of the file")
)

// Snapshot is an immutable state of an index. The zero value covers nothing. It may be used by any number of
// goroutines.
type Snapshot struct {
	cum        []int64 // cum[i]: '\n' bytes in blocks 0 … i, all of them full
	tail       int64   // '\n' bytes in the part of the next block that is covered
	covered    int64
	generation uint64
	complete   bool
	lastByte   byte // of the covered bytes
	err        error
}

// Covered is the number of bytes counted, from the start of the file.
func (s *Snapshot) Covered() int64 { return s.covered }

// Complete says that the whole file, as large as it was at the last look, is counted and no more is expected.
func (s *Snapshot) Complete() bool { return s.complete }

// Newlines is the number of '\n' bytes counted.
func (s *Snapshot) Newlines() int64 { return s.before(int64(len(s.cum))*BlockSize) + s.tail }

// Generation is the generation of the source that was counted.
func (s *Snapshot) Generation() uint64 { return s.generation }

// Err is why the counting stopped before the end, nil otherwise.
func (s *Snapshot) Err() error { return s.err }

// before is the number of '\n' bytes before a block's start (off is a multiple of BlockSize).
func (s *Snapshot) before(off int64) int64 {
	if i := off / BlockSize; i > 0 {
		return s.cum[i-1]
	}
	return 0
}

// SeekLine implements window.Index: the start of the block in which the 1-based line begins, and the '\n' bytes before
// it.
func (s *Snapshot) SeekLine(line int64) (off, newlines int64) {
	// The line begins after newline number line-1: in the first block with cum >= line-1, unless that newline is the
	// block's last byte; fewer than line-1 newlines are before that block.
	i := sort.Search(len(s.cum), func(i int) bool { return s.cum[i] >= line-1 })
	if line <= 1 {
		i = 0
	}
	off = int64(i) * BlockSize
	return off, s.before(off)
}

// SeekOffset implements window.Index: the start of the counted block at or before off.
func (s *Snapshot) SeekOffset(off int64) (at, newlines int64) {
	at = min(max(off, 0)/BlockSize, int64(len(s.cum))) * BlockSize
	return at, s.before(at)
}

// Lines implements window.Index: the number of lines that begin in the bytes covered. It is that of the file, known,
// when the index is complete.
func (s *Snapshot) Lines() (n int64, known bool) {
	n = s.Newlines()
	if s.covered > 0 && s.lastByte != '\n' {
		n++
	}
	return n, s.complete
}

// LineAt returns the 1-based number of the line that holds the byte at off (0-based; the size itself stands for the
// last line). It reads at most one block of b. Errors: ErrNotCovered, and those of reading.
func (s *Snapshot) LineAt(ctx context.Context, b source.Bytes, off int64) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if off < 0 || off > s.covered || off == s.covered && !s.complete && off > 0 {
		return 0, ErrNotCovered
	}
	if off == s.covered && off > 0 {
		off--
	}

	at, n := s.SeekOffset(off)
	if off > at {
		lent := scratch.Get()
		defer scratch.Put(lent)
		buf := lent.Room()
		p := buf[:off-at]
		if _, err := source.ReadFull(b, p, at); err != nil {
			return 0, err
		}

		n += int64(bytes.Count(p, newline))
	}

	return n + 1, nil
}

// Offset returns the offset of the first byte of a 1-based line (below 1 stands for 1). It reads at most two blocks of
// b. Errors: ErrNotCovered, ErrPastEnd (also when the file was truncated since), and those of reading.
func (s *Snapshot) Offset(ctx context.Context, b source.Bytes, line int64) (int64, error) {
	// The lines that are known to begin in what is covered; text after the last newline is one of them.
	if n, known := s.Lines(); line > n || n == 0 {
		if known {
			return 0, ErrPastEnd
		}
		return 0, ErrNotCovered
	}

	off, _, found, err := FindLine(ctx, source.View(b, s.covered), s, line)
	switch {
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return 0, err
	case !found:
		return 0, ErrPastEnd
	}

	return off, nil
}

// SkipForward returns the greatest known offset at or after off such that no '\n' is in between: a scan for the
// end of a long line goes on from there.
func (s *Snapshot) SkipForward(off int64) int64 {
	i := off / BlockSize
	if off < 0 || i >= int64(len(s.cum)) || s.cum[i] != s.before(i*BlockSize) {
		return off
	}
	j := sort.Search(len(s.cum), func(j int) bool { return s.cum[j] > s.cum[i] })
	return max(off, int64(j)*BlockSize)
}

// SkipBackward returns the least known offset at or before off such that no '\n' is in between: a scan for the
// start of a long line goes on from there.
func (s *Snapshot) SkipBackward(off int64) int64 {
	if off <= 0 {
		return off
	}
	i := (off - 1) / BlockSize
	if i >= int64(len(s.cum)) || s.cum[i] != s.before(i*BlockSize) {
		return off
	}
	if s.cum[i] == 0 {
		return 0
	}
	// The first block that reaches this count contains the newline; the blocks after it are free of them.
	j := sort.Search(len(s.cum), func(j int) bool { return s.cum[j] >= s.cum[i] })
	return min(off, int64(j+1)*BlockSize)
}
