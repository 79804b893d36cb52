package tools

import (
	"context"
	"io"
	"strconv"
	"sync"

	"eyeline/reader/source"
)

// bufferSize is the size of the buffers through which a file is read and a content is written, in bytes.
const bufferSize = 64 << 10

var buffers = sync.Pool{New: func() any { return new([bufferSize]byte) }}

// sink gathers a content in a buffer of fixed size. Before any byte leaves it, the file is looked at again, so nothing
// goes out that was read from a file that is known to have changed. The first error sticks.
type sink struct {
	ctx   context.Context
	w     io.Writer
	guard func() error
	buf   *[bufferSize]byte
	n     int
	err   error
	stats Stats
	last  byte // the last byte written
}

func newSink(ctx context.Context, w io.Writer, guard func() error) *sink {
	return &sink{ctx: ctx, w: w, guard: guard, buf: buffers.Get().(*[bufferSize]byte), stats: Stats{FirstContent: -1}}
}

// finish writes out what is left and returns the counts.
func (s *sink) finish() (Stats, error) {
	s.flush()
	buffers.Put(s.buf)
	s.buf = nil
	s.stats.FinalNewline = s.stats.Bytes > 0 && s.last == '\n'
	return s.stats, s.err
}

func (s *sink) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

func (s *sink) flush() {
	if s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err == nil {
		s.err = s.guard()
	}
	if s.err != nil || s.n == 0 {
		s.n = 0
		return
	}
	n, err := s.w.Write(s.buf[:s.n])
	if n < s.n && err == nil {
		err = io.ErrShortWrite
	}
	if err != nil {
		s.err = &writeError{err}
	}
	s.stats.Bytes += int64(n)
	s.last = s.buf[s.n-1]
	s.n = 0
}

func (s *sink) bytes(p []byte) {
	for len(p) > 0 && s.err == nil {
		if s.n == bufferSize {
			s.flush()
		}
		n := copy(s.buf[s.n:], p)
		s.n += n
		p = p[n:]
	}
}

func (s *sink) str(p string) {
	for len(p) > 0 && s.err == nil {
		if s.n == bufferSize {
			s.flush()
		}
		n := copy(s.buf[s.n:], p)
		s.n += n
		p = p[n:]
	}
}

// number writes v right-aligned to width.
func (s *sink) number(v int64, width int) {
	var digits [20]byte
	d := strconv.AppendInt(digits[:0], v, 10)
	for pad := width - len(d); pad > 0; pad-- {
		s.str(" ")
	}
	s.bytes(d)
}

// chunks reads [start, end) of b one buffer after the other and hands each to take, with its offset and whether it is
// the last. take returns how many bytes it is done with; the rest comes again at the front of the next buffer. It is
// always done with some, and with all of the last one. take may stop the reading early by returning stop.
func (s *sink) chunks(b source.Bytes, start, end int64, take func(p []byte, off int64, last bool) (done int, stop bool)) {
	buf := buffers.Get().(*[bufferSize]byte)
	defer buffers.Put(buf)
	for start < end && s.err == nil {
		if err := s.ctx.Err(); err != nil {
			s.fail(err)
			return
		}
		p := buf[:min(bufferSize, end-start)]
		if err := readFull(b, p, start); err != nil {
			s.fail(err)
			return
		}
		done, stop := take(p, start, start+int64(len(p)) == end)
		if stop {
			return
		}
		start += int64(done)
	}
}

// readFull fills p from offset off. It returns errChanged when the bytes end before.
func readFull(b io.ReaderAt, p []byte, off int64) error {
	n, err := b.ReadAt(p, off)
	switch {
	case n == len(p):
		return nil
	case err == nil || err == io.EOF:
		return errChanged
	}
	return err
}
