package jsonskim

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
)

// maxDepth is how deep objects and arrays may be nested.
const maxDepth = 10000

// cursor is a position in a text. A zero byte stands for the end, since it cannot occur in JSON.
type cursor struct {
	s    *Source
	b    []byte // bytes of the text from base on
	i    int    // index of the next byte in b
	base int64
	end  int64 // end of the text, exclusive

	noting bool // ends of values are recorded in Source.known
}

// at returns the offset of the next byte.
func (c *cursor) at() int64 { return c.base + int64(c.i) }

// jump moves forward to off.
func (c *cursor) jump(off int64) {
	if i := off - c.base; i <= int64(len(c.b)) {
		c.i = int(i)
		return
	}
	c.seek(off)
}

// seek moves to off and drops the view, which may be outdated.
func (c *cursor) seek(off int64) {
	c.b = nil
	c.i = 0
	c.base = off
}

// more reports whether there is a next byte, and makes sure that it is in view.
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

// peek returns the next byte, 0 at the end.
func (c *cursor) peek() byte {
	if c.more() {
		return c.b[c.i]
	}
	return 0
}

// fail returns the error for an unexpected byte or end.
func (c *cursor) fail() error {
	if c.more() {
		return &SyntaxError{c.at()}
	}
	return c.s.shortened()
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

// begin returns the value that begins at the next byte, with the end of the text as its end.
func (c *cursor) begin() Value { return Value{s: c.s, Kind: kindOf(c.peek()), Off: c.at(), End: c.end} }

// value skips white space and one value, and returns that.
func (c *cursor) value() (Value, error) {
	c.space()
	v := c.begin()
	err := c.skip()
	v.End = c.at()
	return v, err
}

// minNoted is the least length of a value whose end is recorded, in bytes: shorter ones are skipped as fast.
const minNoted = 48

// maxSpans is how many ends are recorded for a text, which take 1 MiB.
const maxSpans = 1 << 16

// span is the range of a value. Spans are sorted by start; end is -1 while the value is open.
type span struct{ start, end int64 }

// level is an open object or array.
type level struct {
	object bool
	note   int // index of its span in Source.known, -1 without one
}

// skip skips one value. It checks the value unless its end is known from an earlier check.
func (c *cursor) skip() error {
	if c.shortText() {
		return nil
	}

	known := c.s.known
	i, ok := slices.BinarySearchFunc(known, c.at(), func(s span, off int64) int { return cmp.Compare(s.start, off) })
	if ok && known[i].end >= 0 {
		c.jump(known[i].end)
		return nil
	}
	return c.check(false)
}

// shortText skips a string that is shorter than minNoted and has no escapes; it returns false if the next value is not
// one.
func (c *cursor) shortText() bool {
	rest := c.b[c.i:]
	if len(rest) < minNoted || rest[0] != '"' {
		return false
	}

	end := 1 + plain(rest[1:minNoted])
	if end == minNoted || rest[end] != '"' {
		return false
	}

	c.i += end + 1
	return true
}

// check skips one value and checks it. With note, it records where longer values in it end, so that they can be skipped
// later.
func (c *cursor) check(note bool) error {
	c.noting = note
	c.s.open = c.s.open[:0]
	for {
		c.space()
		var err error
		at := c.at()
		switch ch := c.peek(); ch {
		case '{', '[':
			if len(c.s.open) == maxDepth {
				return c.fail()
			}

			c.i++
			c.space()
			if c.peek() == ch+2 { // '}' and ']' are two after their openers
				c.i++
				break
			}

			c.s.open = append(c.s.open, level{ch == '{', c.note(at)})
			if ch == '{' {
				err = c.key(false)
			}
			if err != nil {
				return err
			}

			continue
		case '"':
			n := c.note(at)
			err = c.str()
			c.noteEnd(n)
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

		more, err := c.close()
		if err != nil || !more {
			return err
		}
	}
}

// note begins the span of a value that starts at off, and returns its index, -1 if it is not recorded.
func (c *cursor) note(off int64) int {
	if !c.noting || len(c.s.known) == maxSpans {
		return -1
	}
	c.s.known = append(c.s.known, span{off, -1})
	return len(c.s.known) - 1
}

// noteEnd ends a span before the next byte, or drops it, with those in it, if it is short.
func (c *cursor) noteEnd(i int) {
	switch {
	case i < 0: // not recorded
	case c.at()-c.s.known[i].start < minNoted:
		c.s.known = c.s.known[:i]
	default:
		c.s.known[i].end = c.at()
	}
}

// close skips what may follow a value: ends of containers, and a comma. It reports whether another value follows.
func (c *cursor) close() (bool, error) {
	for n := len(c.s.open); n > 0; n = len(c.s.open) {
		c.space()
		inner := c.s.open[n-1]
		ch := c.peek()
		switch {
		case ch == ',':
			c.i++
			if inner.object {
				return true, c.key(false)
			}
			return true, nil
		case ch == '}' && inner.object, ch == ']' && !inner.object:
			c.i++
			c.s.open = c.s.open[:n-1]
			c.noteEnd(inner.note)
		default:
			return false, c.fail()
		}
	}

	return false, nil
}

// key skips the key of a member and its colon. With keep, Source.key is set to the raw key.
func (c *cursor) key(keep bool) error {
	c.space()
	if c.peek() != '"' {
		return c.fail()
	}

	from := c.at()
	if err := c.str(); err != nil {
		return err
	}

	if start := from - c.base; keep && start >= 0 {
		c.s.key = append(c.s.key[:0], c.b[start+1:c.i-1]...)
	} else if keep { // the key began in an earlier buffer
		c.s.key = c.s.Bytes(from+1, c.at()-1)
		c.seek(c.at())
	}

	c.space()
	if c.peek() != ':' {
		return c.fail()
	}

	c.i++
	return nil
}

// memberKey returns the key of the next member; nil in an array.
func (c *cursor) memberKey(of kind) ([]byte, error) {
	if of == Array {
		return nil, nil
	}
	err := c.key(true)
	return c.s.key, err
}

// comma skips the comma between two members; more is false at the end of the container.
func (c *cursor) comma() (more bool, err error) {
	c.space()
	switch c.peek() {
	case ',':
		c.i++
		return true, nil
	case '}', ']':
		return false, nil
	}
	return false, c.fail()
}

// Bytes copies the half-open range of bytes. It is for short ranges.
func (s *Source) Bytes(from, to int64) []byte {
	var out bytes.Buffer
	_ = Value{s: s, Off: from, End: to}.WriteRaw(&out) // unreadable bytes are omitted
	return out.Bytes()
}

// str skips a string, whose opening quote comes next.
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
			if _, err := c.unescape(); err != nil {
				return err
			}
		default:
			return c.fail()
		}
	}

	return c.fail()
}

// unescape parses what follows a backslash.
func (c *cursor) unescape() (r rune, err error) {
	const letters, meant = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if i := strings.IndexByte(letters, c.peek()); i >= 0 {
		c.i++
		return rune(meant[i]), nil
	}

	if c.peek() != 'u' {
		return 0, c.fail()
	}

	c.i++
	for range 4 {
		digit := strings.IndexByte("0123456789abcdefABCDEF", c.peek())
		if digit < 0 {
			return 0, c.fail()
		}
		if digit > 15 { // a capital letter
			digit -= 6
		}

		r = r<<4 | rune(digit)
		c.i++
	}

	return r, nil
}

// plain returns how many bytes at the start of b are literal in a string: those before the first quote, backslash or
// control character. It examines eight bytes at a time.
func plain(b []byte) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		quote := w ^ (ones * '"')
		slash := w ^ (ones * '\\')
		// Only the lowest mark of each term is reliable.
		if m := ((quote-ones)&^quote | (slash-ones)&^slash | (w-ones*0x20)&^w) & highs; m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}

	for ; i < len(b); i++ {
		ch := b[i]
		if ch == '"' || ch == '\\' || ch < 0x20 {
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

func (c *cursor) digits() error {
	if ch := c.peek(); ch < '0' || ch > '9' {
		return c.fail()
	}
	for ch := c.peek(); ch >= '0' && ch <= '9'; ch = c.peek() {
		c.i++
	}
	return nil
}
