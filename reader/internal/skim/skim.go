// Package skim finds the values of JSON texts of any size by their places. A value is a range of bytes of its source:
// it is checked when it is skipped, and decoded only when it is asked for. Memory does not grow with a text, a line
// or a value.
//
// What is accepted is what RFC 8259 and encoding/json accept, with the same limit of 10,000 levels.
package skim

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Sizes of the buffer in bytes. It grows from the first to the second when a line asks for it; a longer line is read in
// pieces.
const (
	bufferMin = 256 << 10
	bufferMax = 8 << 20
)

// SyntaxError says that a text is not JSON.
type SyntaxError struct {
	Off int64 // 0-based offset of the byte in the source that cannot be there
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("invalid JSON at byte %d", e.Off) }

// ErrStop is returned by the function given to Each to end the walk without an error.
var ErrStop = errors.New("stop")

// Source is a text that is read by offset through one buffer. It is not safe for concurrent use.
type Source struct {
	r        io.ReaderAt
	size     int64
	min, max int    // sizes of the buffer
	buf      []byte // bytes of the text, from off on
	off      int64
	gen      uint64 // counts the changes of buf, so that a cursor knows when its view is old
	err      error
	known    ends     // of the value that was checked last
	keys     [][]byte // buffers for the keys of the objects that are walked now, the outermost first
	walks    int
}

// NewSource returns a source of the first size bytes of r.
func NewSource(r io.ReaderAt, size int64) *Source {
	return &Source{r: r, size: size, min: bufferMin, max: bufferMax}
}

// FromBytes returns a source of p, which must not change while it is used.
func FromBytes(p []byte) *Source { return &Source{size: int64(len(p)), buf: p} }

// Clone returns a source of the same text with a buffer of its own, for another goroutine.
func (s *Source) Clone() *Source {
	if s.r == nil {
		return &Source{size: s.size, buf: s.buf}
	}
	return &Source{r: s.r, size: s.size, min: s.min, max: s.max}
}

// Size is the length of the text in bytes.
func (s *Source) Size() int64 { return s.size }

// Grow tells that the text is size bytes long by now. What was there must not have changed.
func (s *Source) Grow(size int64) { s.size = max(s.size, size) }

// Err is the first error of reading, which is none of the text's.
func (s *Source) Err() error { return s.err }

// view returns bytes from off on, at least one and as many as are in the buffer; nil at the end or when reading failed.
// They are valid until the next call.
func (s *Source) view(off int64) []byte {
	if off >= s.off && off < s.off+int64(len(s.buf)) {
		return s.buf[off-s.off:]
	}
	if s.r == nil || s.err != nil || off >= s.size {
		return nil
	}
	s.fill(off, s.min)
	return s.buf
}

// fill makes the buffer start at off and hold size bytes, or those up to the end, or more when they are there.
func (s *Source) fill(off int64, size int) {
	s.gen++
	have := 0
	if off >= s.off && off < s.off+int64(len(s.buf)) {
		have = len(s.buf) - int(off-s.off)
	}
	if size > cap(s.buf) {
		grown := make([]byte, have, size)
		if have > 0 {
			copy(grown, s.buf[off-s.off:])
		}
		s.buf = grown
	} else {
		if have > 0 {
			copy(s.buf[:have], s.buf[off-s.off:])
		}
		s.buf = s.buf[:have]
	}
	s.off = off
	want := int(min(int64(size), s.size-off))
	if want <= have {
		return
	}
	n, err := s.r.ReadAt(s.buf[have:want], off+int64(have))
	s.buf = s.buf[:have+n]
	if n < want-have {
		if err == nil || errors.Is(err, io.EOF) {
			// The text is shorter than was said: it was cut while it was read.
			err = io.ErrUnexpectedEOF
		}
		s.err = err
	}
}

// Line returns the end of the line that starts at off: the offset of its '\n', or the end of the text and false. A line
// that fits into the buffer is in it as a whole afterwards.
func (s *Source) Line(off int64) (end int64, terminated bool) {
	scanned := 0
	for {
		b := s.view(off)
		if i := bytes.IndexByte(b[scanned:], '\n'); i >= 0 {
			return off + int64(scanned+i), true
		}
		scanned = len(b)
		if s.err != nil || off+int64(scanned) >= s.size {
			return off + int64(scanned), false
		}
		switch {
		case off > s.off || len(s.buf) < cap(s.buf):
			s.fill(off, cap(s.buf))
		case cap(s.buf) < s.max:
			s.fill(off, min(2*cap(s.buf), s.max))
		default:
			return s.longLine(off + int64(scanned))
		}
	}
}

// longLine searches the end of a line that does not fit into the buffer.
func (s *Source) longLine(off int64) (int64, bool) {
	for {
		b := s.view(off)
		if len(b) == 0 {
			return off, false
		}
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			return off + int64(i), true
		}
		off += int64(len(b))
	}
}

// Value checks the one value in the bytes from off up to end, white space around it aside. The error is a
// *SyntaxError, io.ErrUnexpectedEOF when the bytes end before the value does, io.EOF when there is nothing but white
// space, or that of reading.
func (s *Source) Value(off, end int64) (Value, error) {
	c := cursor{s: s, base: off, end: min(end, s.size)}
	c.space()
	if !c.more() {
		if s.err != nil {
			return Value{}, s.err
		}
		return Value{}, io.EOF
	}
	s.known.reset(c.at(), c.end)
	v := Value{s: s, Kind: kindOf(c.peek()), Off: c.at()}
	if err := c.check(&s.known); err != nil {
		s.known.reset(0, 0)
		return Value{}, err
	}
	v.End = c.at()
	c.space()
	if c.more() {
		s.known.reset(0, 0)
		return Value{}, &SyntaxError{c.at()}
	}
	return v, c.s.err
}

// First is the value that begins in the bytes from off up to end, without a look at its rest: Each gives the members
// that are whole. It is for the beginnings of texts.
func (s *Source) First(off, end int64) Value {
	c := cursor{s: s, base: off, end: min(end, s.size)}
	c.space()
	return Value{s: s, Kind: kindOf(c.peek()), Off: c.at(), End: c.end}
}
