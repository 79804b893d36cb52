// Package jsonskim finds the values of JSON texts of any size by their places. A value is a range of bytes of its
// source: it is checked when it is skipped, and decoded only when it is asked for. Memory does not grow with a text, a
// line or a value.
//
// What is accepted is what RFC 8259 and encoding/json accept, with the same limit of 10,000 levels.
package jsonskim

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
	err      error
	known    []span  // the longer values in the value that was checked last
	open     []level // what is open in the value that is checked
	key      []byte  // of the member that was met last
	text     []byte  // what is decoded
}

// NewSource returns a source of the first size bytes of r.
func NewSource(r io.ReaderAt, size int64) *Source {
	return &Source{r: r, size: size, min: bufferMin, max: bufferMax}
}

// FromBytes returns a source of p, which must not change while it is used.
func FromBytes(p []byte) *Source {
	return &Source{r: bytes.NewReader(p), size: int64(len(p)), min: len(p), max: len(p), buf: p}
}

// Parse is the value that a text is, missing where it is no JSON. The text must not change while the value is used.
func Parse(p []byte) Value {
	v, err := FromBytes(p).Value(0, int64(len(p)))
	if err != nil {
		return Value{}
	}
	return v
}

// Size is the length of the text in bytes.
func (s *Source) Size() int64 { return s.size }

// Grow tells that the text is size bytes long by now. What was there must not have changed.
func (s *Source) Grow(size int64) { s.size = max(s.size, size) }

// Err is the first error of reading the bytes; bad JSON is not reported here.
func (s *Source) Err() error { return s.err }

// view returns bytes from off on, at least one and as many as are in the buffer; nil at the end or when reading failed.
// They are valid until the next call.
func (s *Source) view(off int64) []byte {
	if off >= s.off && off < s.off+int64(len(s.buf)) {
		return s.buf[off-s.off:]
	}
	if s.err != nil || off >= s.size {
		return nil
	}
	s.fill(off, s.min)
	return s.buf
}

// fill makes the buffer start at off and hold size bytes, or those up to the end, or more when they are there.
func (s *Source) fill(off int64, size int) {
	var kept []byte
	into := s.buf[:0]
	if off >= s.off && off < s.off+int64(len(s.buf)) {
		kept = s.buf[off-s.off:]
	}
	if size > cap(into) {
		into = make([]byte, 0, size)
	}

	s.buf = append(into, kept...)
	have := len(kept)
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
	for at := off; ; {
		b := s.view(at)
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			return at + int64(i), true
		}

		at += int64(len(b))
		if s.err != nil || at >= s.size {
			return at, false
		}

		if at-off < int64(s.max) { // it may fit
			size := cap(s.buf)
			if off == s.off && len(s.buf) == size {
				size = min(2*size, s.max)
			}
			s.fill(off, size)
		}
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

	s.known = s.known[:0]
	v := c.begin()
	if err := c.check(true); err != nil {
		return Value{}, err
	}

	v.End = c.at()
	c.space()
	if c.more() {
		return Value{}, &SyntaxError{c.at()}
	}

	return v, s.err
}

// First is the value that begins in the bytes from off up to end, without a look at its rest: Each gives the members
// that are whole. It is for the beginnings of texts, and for places known from an earlier look.
func (s *Source) First(off, end int64) Value {
	c := cursor{s: s, base: off, end: min(end, s.size)}
	c.space()
	return c.begin()
}
