// Package jsonskim finds values in JSON texts of any size. A value is a range of bytes of its source: it is checked
// when it is skipped, and decoded only on request. Memory does not grow with a text, a line or a value.
//
// It accepts what RFC 8259 and encoding/json accept, with the same limit of 10,000 levels.
package jsonskim

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Sizes of the buffer in bytes. It grows from the first to the second for a longer line; even longer lines are read in
// pieces.
const (
	bufferMin = 256 << 10
	bufferMax = 8 << 20
)

// SyntaxError is the error of a text that is not JSON.
type SyntaxError struct {
	Off int64 // 0-based offset of the unexpected byte in the source
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("invalid JSON at byte %d", e.Off) }

// ErrStop, returned by the function given to Each, ends the iteration without an error.
var ErrStop = errors.New("stop")

// Source is a text that is read by offset through one buffer. One goroutine may use it.
type Source struct {
	r        io.ReaderAt
	size     int64
	min, max int    // sizes of buf
	buf      []byte // bytes of the text from off on
	off      int64
	err      error
	known    []span  // ranges of the longer values in the value that was checked last
	open     []level // open containers of the value being checked
	key      []byte  // key of the current member
	text     []byte  // buffer for decoded text
}

// NewSource returns a source of the first size bytes of r.
func NewSource(r io.ReaderAt, size int64) *Source {
	return &Source{r: r, size: size, min: bufferMin, max: bufferMax}
}

// FromBytes returns a source of p, which must not change while it is used.
func FromBytes(p []byte) *Source {
	return &Source{r: bytes.NewReader(p), size: int64(len(p)), min: len(p), max: len(p), buf: p}
}

// Parse returns the value of a text, Missing if it is not JSON. The text must not change while the value is used.
func Parse(p []byte) Value {
	v, err := FromBytes(p).Value(0, int64(len(p)))
	if err != nil {
		return Value{}
	}
	return v
}

// Size is the length of the text in bytes.
func (s *Source) Size() int64 { return s.size }

// Grow sets the size of a text that has grown. Earlier bytes must not have changed.
func (s *Source) Grow(size int64) { s.size = max(s.size, size) }

// Err returns the first error of reading; it does not report invalid JSON.
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

// fill makes the buffer start at off and hold size bytes, or up to the end of the text.
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
			// The text was truncated meanwhile.
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

		if at-off < int64(s.max) { // the line may fit into the buffer
			size := cap(s.buf)
			if off == s.off && len(s.buf) == size {
				size = min(2*size, s.max)
			}
			s.fill(off, size)
		}
	}
}

// Value checks and returns the one value in the bytes from off to end, exclusive; white space around it is allowed. The
// error is a *SyntaxError, io.ErrUnexpectedEOF if the bytes end in the value, io.EOF if there is only white space, or
// that of reading.
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

// First returns the value that begins in the bytes from off to end without checking it; Each yields its complete
// members. It is for beginnings of texts, and for offsets of values that were checked.
func (s *Source) First(off, end int64) Value {
	c := cursor{s: s, base: off, end: min(end, s.size)}
	c.space()
	return c.begin()
}
