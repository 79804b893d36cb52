package textfile

import (
	"context"

	"eyeline/reader/internal/lossy"
	"eyeline/reader/source"
)

// Fault is the first run of bytes of a file that is not UTF-8.
type Fault struct {
	// Start and End are its half-open range of bytes: a maximal invalid subpart, as U+FFFD stands for one.
	Start, End int64
	First      byte // the byte at Start
	// Cut: the bytes begin a character that the end of the file cuts off. Otherwise First begins no character, or
	// the byte at End does not continue it.
	Cut bool
}

// Begins reports whether the fault's first byte may begin a character.
func (f Fault) Begins() bool { return f.First >= 0xC2 && f.First <= 0xF4 }

// FirstFault finds the first run of bytes from start on that is not UTF-8; ok is false when there is none.
func FirstFault(ctx context.Context, b source.Bytes, start int64) (f Fault, ok bool, err error) {
	_, err = EachChunk(ctx, b, start, b.Size(), func(p []byte, off int64, last bool) (int, bool) {
		n := lossy.ValidPrefix(p)
		if n == len(p) {
			return n, false
		}
		size, kind := lossy.UnitAt(p[n:])
		if kind == lossy.Partial && !last {
			return n, n == 0 // a buffer is longer than any character
		}
		at := off + int64(n)
		f, ok = Fault{Start: at, End: at + int64(size), First: p[n], Cut: kind == lossy.Partial}, true
		return n, true
	})
	return f, ok, err
}
