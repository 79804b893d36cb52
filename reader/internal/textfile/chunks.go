package textfile

import (
	"bytes"
	"context"
	"sync"

	"eyeline/reader/access"
	"eyeline/reader/source"
)

// bufferSize is the size of the buffers for reading files, in bytes.
const bufferSize = 64 << 10

var lineFeed = []byte{'\n'}

var buffers = sync.Pool{New: func() any { return new([bufferSize]byte) }}

// EachChunk passes [start, end) of b to take by buffers, or at once if it is in memory, each with its offset, and
// whether it is the last. take returns how many bytes it has processed; the rest is passed again at the start of the
// next buffer. It must process some bytes unless it stops, and all of the last buffer. It ends the reading by returning
// stop. whole reports whether the end was reached.
func EachChunk(
	ctx context.Context, b source.Bytes, start, end int64,
	take func(p []byte, off int64, last bool) (done int, stop bool),
) (whole bool, err error) {
	if m := source.MemoryOf(b); m != nil && start < end {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		_, stop := take(m.Data()[start:end:end], start, true)
		return !stop, nil
	}

	buf := buffers.Get().(*[bufferSize]byte)
	defer buffers.Put(buf)
	for start < end {
		if err := ctx.Err(); err != nil {
			return false, err
		}

		p := buf[:min(bufferSize, end-start)]
		if err := access.ReadFull(b, p, start); err != nil {
			return false, err
		}

		done, stop := take(p, start, start+int64(len(p)) == end)
		if stop {
			return false, nil
		}

		start += int64(done)
	}

	return true, nil
}

// Head returns the first bytes of a file, at most n, which the caller must not change.
func Head(b source.Bytes, n int64) ([]byte, error) { return Piece(b, 0, n) }

// Piece returns the bytes of a file from an offset on, at most n, which the caller must not change.
func Piece(b source.Bytes, off, n int64) ([]byte, error) {
	end := off + min(n, b.Size()-off)
	if m := source.MemoryOf(b); m != nil && off <= end {
		return m.Data()[off:end:end], nil
	}
	p := make([]byte, end-off)
	return p, access.ReadFull(b, p, off)
}

// SeekBack reads backwards from the end, as far as necessary, to find the offset after the (n+1)th line feed from
// there. more is how many line feeds are missing; off is then 0.
func SeekBack(size, n int64, read func(off, n int64) ([]byte, error)) (off, more int64, err error) {
	const step = 64 << 10
	for end := size; end > 0; {
		begin := max(end-step, 0)
		b, err := read(begin, end-begin)
		if err != nil {
			return 0, 0, err
		}

		for i := bytes.LastIndexByte(b, '\n'); i >= 0; i = bytes.LastIndexByte(b[:i], '\n') {
			if n == 0 {
				return begin + int64(i) + 1, 0, nil
			}
			n--
		}

		end = begin
	}

	return 0, n + 1, nil
}

// HasOnly reports whether all bytes of [start, end) are among the ASCII characters known, and at least one is among
// needed.
func HasOnly(ctx context.Context, b source.Bytes, start, end int64, known, needed string) (bool, error) {
	found := false
	whole, err := EachChunk(ctx, b, start, end, func(p []byte, _ int64, _ bool) (int, bool) {
		found = found || bytes.ContainsAny(p, needed)
		return len(p), len(bytes.Trim(p, known)) > 0
	})
	return whole && found, err
}
