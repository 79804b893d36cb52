package skim

import (
	"encoding/binary"
	"io"
	"math/bits"
)

// maxDepth is how deeply objects and arrays may be nested.
const maxDepth = 10000

// cursor walks over a text. The zero byte stands for its end, since it can stand nowhere in JSON.
type cursor struct {
	s    *Source
	b    []byte // bytes of the text from base on
	i    int    // the next one of b
	base int64
	end  int64 // no byte from here on belongs to the text
}

// at is the offset of the next byte.
func (c *cursor) at() int64 { return c.base + int64(c.i) }

// jump moves forward to off.
func (c *cursor) jump(off int64) {
	if i := off - c.base; i <= int64(len(c.b)) {
		c.i = int(i)
		return
	}
	c.seek(off)
}

// seek moves to off and forgets the view, which may be old.
func (c *cursor) seek(off int64) { c.b, c.i, c.base = nil, 0, off }

// more reports whether there is a next byte, and brings it to hand.
func (c *cursor) more() bool { return c.i < len(c.b) || c.load() }

func (c *cursor) load() bool {
	off := c.at()
	c.seek(off)
	if off >= c.end {
		return false
	}
	b := c.s.view(off)
	c.b = b[:min(int64(len(b)), c.end-off)]
	return len(c.b) > 0
}

// peek is the next byte, 0 at the end.
func (c *cursor) peek() byte {
	if c.more() {
		return c.b[c.i]
	}
	return 0
}

// fail is the error of a byte that cannot be where it is, or is missing.
func (c *cursor) fail() error {
	if c.more() {
		return &SyntaxError{c.at()}
	}
	if c.s.err != nil {
		return c.s.err
	}
	return io.ErrUnexpectedEOF
}

func (c *cursor) space() {
	for c.more() {
		switch c.b[c.i] {
		case ' ', '\t', '\r', '\n':
			c.i++
		default:
			return
		}
	}
}

// value skips one value and returns its place. White space before it is skipped.
func (c *cursor) value() (Value, error) {
	c.space()
	v := Value{s: c.s, Kind: kindOf(c.peek()), Off: c.at()}
	err := c.skip()
	v.End = c.at()
	return v, err
}

// skip skips one value and checks it, unless that was done before and its end is known.
func (c *cursor) skip() error {
	if end, ok := c.s.known.end(c.at()); ok {
		c.jump(end)
		return nil
	}
	return c.check(nil)
}

// check skips one value and checks it. Where it ends, and what in it, is noted in into when that is given.
func (c *cursor) check(into *ends) error {
	open := levels{into: into}
	for {
		c.space()
		var err error
		switch ch := c.peek(); ch {
		case '{', '[':
			if open.depth == maxDepth {
				return c.fail()
			}
			at := c.at()
			c.i++
			c.space()
			if c.peek() == ch+2 { // '}' and ']' are two after their openers
				c.i++
				break
			}
			open.push(ch == '{', at)
			if ch == '{' {
				err = c.key(nil)
			}
			if err != nil {
				return err
			}
			continue
		case '"':
			at := c.at()
			if err = c.str(); err == nil && into != nil && c.at()-at >= noted {
				into.add(at, c.at())
			}
		case 't':
			err = c.word("true")
		case 'f':
			err = c.word("false")
		case 'n':
			err = c.word("null")
		default:
			err = c.number()
		}
		if err != nil {
			return err
		}
		more, err := c.close(&open)
		if err != nil || !more {
			return err
		}
	}
}

// close skips what may follow a value: the ends of the containers that it completes, up to a comma. It reports
// whether another value follows.
func (c *cursor) close(open *levels) (bool, error) {
	for open.depth > 0 {
		c.space()
		object := open.object()
		switch ch := c.peek(); {
		case ch == ',':
			c.i++
			if object {
				return true, c.key(nil)
			}
			return true, nil
		case ch == '}' && object, ch == ']' && !object:
			c.i++
			open.pop(c.at())
		default:
			return false, c.fail()
		}
	}
	return false, nil
}

// key skips the key of an object's member and its colon. When into is given, the text between the quotes is
// appended to it.
func (c *cursor) key(into *[]byte) error {
	c.space()
	if c.peek() != '"' {
		return c.fail()
	}
	from := c.at()
	if err := c.str(); err != nil {
		return err
	}
	if into != nil {
		if start := from - c.base; start >= 0 {
			*into = append(*into, c.b[start+1:c.i-1]...)
		} else { // it began in an earlier piece
			*into = append(*into, c.s.Bytes(from+1, c.at()-1)...)
			c.seek(c.at())
		}
	}
	c.space()
	if c.peek() != ':' {
		return c.fail()
	}
	c.i++
	return nil
}

// Bytes copies the bytes from offset from up to, not including, to. It is for short runs.
func (s *Source) Bytes(from, to int64) []byte {
	var out []byte
	for from < to {
		b := s.view(from)
		if len(b) == 0 {
			break
		}
		b = b[:min(int64(len(b)), to-from)]
		out = append(out, b...)
		from += int64(len(b))
	}
	return out
}

// str skips a string; its opening quote comes next.
func (c *cursor) str() error {
	c.i++
	for c.more() {
		c.i += plain(c.b[c.i:])
		if c.i == len(c.b) {
			continue
		}
		switch c.b[c.i] {
		case '"':
			c.i++
			return nil
		case '\\':
			c.i++
			if err := c.escape(); err != nil {
				return err
			}
		default:
			return c.fail()
		}
	}
	return c.fail()
}

// escape skips what follows a backslash.
func (c *cursor) escape() error {
	switch c.peek() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		c.i++
		return nil
	case 'u':
		c.i++
		for range 4 {
			if unhex(c.peek()) < 0 {
				return c.fail()
			}
			c.i++
		}
		return nil
	}
	return c.fail()
}

// unhex is the value of a hexadecimal digit, -1 of any other byte.
func unhex(b byte) rune {
	switch {
	case b >= '0' && b <= '9':
		return rune(b - '0')
	case b >= 'a' && b <= 'f':
		return rune(b-'a') + 10
	case b >= 'A' && b <= 'F':
		return rune(b-'A') + 10
	}
	return -1
}

// plain is how many bytes at the start of b stand for themselves in a string: up to the first quote, backslash or
// control character. It looks at eight bytes at a time.
func plain(b []byte) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		quote, slash := w^(ones*'"'), w^(ones*'\\')
		// Each term marks the lowest byte that is meant rightly; marks above it may be false.
		if m := ((quote-ones)&^quote | (slash-ones)&^slash | (w-ones*0x20)&^w) & highs; m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for ; i < len(b); i++ {
		if ch := b[i]; ch == '"' || ch == '\\' || ch < 0x20 {
			break
		}
	}
	return i
}

func (c *cursor) word(w string) error {
	for i := range len(w) {
		if c.peek() != w[i] {
			return c.fail()
		}
		c.i++
	}
	return nil
}

func (c *cursor) number() error {
	if c.peek() == '-' {
		c.i++
	}
	if c.peek() == '0' {
		c.i++
	} else if err := c.digits(); err != nil {
		return err
	}
	if c.peek() == '.' {
		c.i++
		if err := c.digits(); err != nil {
			return err
		}
	}
	if ch := c.peek(); ch == 'e' || ch == 'E' {
		c.i++
		if ch := c.peek(); ch == '+' || ch == '-' {
			c.i++
		}
		return c.digits()
	}
	return nil
}

// digits skips one digit or more.
func (c *cursor) digits() error {
	if ch := c.peek(); ch < '0' || ch > '9' {
		return c.fail()
	}
	for ch := c.peek(); ch >= '0' && ch <= '9'; ch = c.peek() {
		c.i++
	}
	return nil
}
