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

// BlockSize is the number of bytes for each count in the index.
const BlockSize = 64 << 10

var (
	// ErrNotCovered says that the index has not counted so far yet.
	ErrNotCovered = errors.New("not counted yet")
	// ErrPastEnd says that the file ends before the requested line or offset.
	ErrPastEnd = errors.New("past the end of the file")
)

// Snapshot is an immutable state of an index. The zero value covers nothing. Several goroutines may use it.
type Snapshot struct {
	cum        []int64 // cum[i] is the number of '\n' in blocks 0 … i, all complete
	tail       int64   // number of '\n' in the covered part of the next block
	covered    int64
	generation uint64
	complete   bool
	lastByte   byte // last covered byte
	err        error
}

// Covered returns the number of bytes counted, from the start of the file.
func (s *Snapshot) Covered() int64 { return s.covered }

// Complete reports whether the whole file, as of the last check, is counted and no more bytes are expected.
func (s *Snapshot) Complete() bool { return s.complete }

// Newlines returns the number of '\n' counted.
func (s *Snapshot) Newlines() int64 { return s.before(int64(len(s.cum))*BlockSize) + s.tail }

// Generation returns the generation of the source that was counted.
func (s *Snapshot) Generation() uint64 { return s.generation }

// Err returns why counting stopped before the end, nil otherwise.
func (s *Snapshot) Err() error { return s.err }

// before returns the number of '\n' before off, which is a multiple of BlockSize.
func (s *Snapshot) before(off int64) int64 {
	if i := off / BlockSize; i > 0 {
		return s.cum[i-1]
	}
	return 0
}

// SeekLine implements window.Index: it returns the start of the block in which the 1-based line begins, and the number
// of '\n' before that.
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

// SeekOffset implements window.Index: it returns the start of the last counted block at or before off.
func (s *Snapshot) SeekOffset(off int64) (at, newlines int64) {
	at = min(max(off, 0)/BlockSize, int64(len(s.cum))) * BlockSize
	return at, s.before(at)
}

// Lines implements window.Index: it returns the number of lines that begin in the covered bytes; known reports whether
// that is all of the file.
func (s *Snapshot) Lines() (n int64, known bool) {
	n = s.Newlines()
	if s.covered > 0 && s.lastByte != '\n' {
		n++
	}
	return n, s.complete
}

// LineAt returns the 1-based number of the line with the byte at the 0-based offset off; the file's size is on the last
// line. It reads at most one block of b. The error is ErrNotCovered or that of reading.
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

// Offset returns the offset of the first byte of a 1-based line (below 1 counts as 1). It reads at most two blocks of
// b. The error is ErrNotCovered, ErrPastEnd (also if the file was truncated), or that of reading.
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

// SkipForward returns the greatest known offset at or after off such that no '\n' is between them, from which a scan
// for the end of a long line can continue.
func (s *Snapshot) SkipForward(off int64) int64 {
	i := off / BlockSize
	if off < 0 || i >= int64(len(s.cum)) || s.cum[i] != s.before(i*BlockSize) {
		return off
	}
	j := sort.Search(len(s.cum), func(j int) bool { return s.cum[j] > s.cum[i] })
	return max(off, int64(j)*BlockSize)
}

// SkipBackward returns the least known offset at or before off such that no '\n' is between them, from which a scan for
// the start of a long line can continue.
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

	// The first block that reaches this count contains the newline; the blocks after it have no newline.
	j := sort.Search(len(s.cum), func(j int) bool { return s.cum[j] >= s.cum[i] })
	return min(off, int64(j+1)*BlockSize)
}
