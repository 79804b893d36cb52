package jsonskim

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
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

	noting bool // ends of values are noted
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
func (c *cursor) seek(off int64) {
	c.b = nil
	c.i = 0
	c.base = off
}

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

// begin is the value that begins at the next byte; its end is that of the text.
func (c *cursor) begin() Value { return Value{s: c.s, Kind: kindOf(c.peek()), Off: c.at(), End: c.end} }

// value skips one value and returns its place. White space before it is skipped.
func (c *cursor) value() (Value, error) {
	c.space()
	v := c.begin()
	err := c.skip()
	v.End = c.at()
	return v, err
}

// noted is how long a value is, in bytes, for its end to be noted: what is shorter is skipped as fast.
const noted = 48

// endsKept is how many ends are kept of one text at most, 1 MiB of them.
const endsKept = 1 << 16

// span is where a value is. Spans are in the order of their starts; one that is still open ends at -1.
type span struct{ start, end int64 }

// level is an open object or array.
type level struct {
	object bool
	note   int // index of its span, -1 when it is not noted
}

// skip skips one value and checks it, unless that was done before and its end is known. A short text is, which has no
// end that was noted.
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

// shortText skips a text without escapes that is shorter than those whose ends are noted; false where none comes next.
func (c *cursor) shortText() bool {
	rest := c.b[c.i:]
	if len(rest) < noted || rest[0] != '"' {
		return false
	}
	end := 1 + plain(rest[1:noted])
	if end == noted || rest[end] != '"' {
		return false
	}
	c.i += end + 1
	return true
}

// check skips one value and checks it. With note it notes where the longer values in it end, so that they are jumped
// over later.
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

// note begins the span of a value that starts at off, and returns its index, -1 when it is not noted.
func (c *cursor) note(off int64) int {
	if !c.noting || len(c.s.known) == endsKept {
		return -1
	}
	c.s.known = append(c.s.known, span{off, -1})
	return len(c.s.known) - 1
}

// noteEnd ends a span at the next byte, or drops it where it is short; what is in it is shorter still.
func (c *cursor) noteEnd(i int) {
	switch {
	case i < 0: // no span was begun
	case c.at()-c.s.known[i].start < noted:
		c.s.known = c.s.known[:i]
	default:
		c.s.known[i].end = c.at()
	}
}

// close skips what may follow a value: the ends of the containers that it completes, up to a comma. It reports
// whether another value follows.
func (c *cursor) close() (bool, error) {
	for n := len(c.s.open); n > 0; n = len(c.s.open) {
		c.space()
		inner := c.s.open[n-1]
		switch ch := c.peek(); {
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

// key skips the key of an object's member and its colon. With keep, the text between the quotes is kept in the source.
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
	} else if keep { // it began in an earlier piece
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

// memberKey is the key of the next member of a value of a kind: nil in an array.
func (c *cursor) memberKey(of kind) ([]byte, error) {
	if of == Array {
		return nil, nil
	}
	err := c.key(true)
	return c.s.key, err
}

// comma skips what is between two members; false at the end of the last.
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

// Bytes copies the bytes from offset from up to, not including, to. It is for short runs.
func (s *Source) Bytes(from, to int64) []byte {
	var out bytes.Buffer
	_ = Value{s: s, Off: from, End: to}.WriteRaw(&out) // what cannot be read is left out
	return out.Bytes()
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
			if _, err := c.unescape(); err != nil {
				return err
			}
		default:
			return c.fail()
		}
	}

	return c.fail()
}

// unescape reads what follows a backslash.
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

// plain is how many bytes at the start of b stand for themselves in a string: up to the first quote, backslash or
// control character. It looks at eight bytes at a time.
func plain(b []byte) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		quote := w ^ (ones * '"')
		slash := w ^ (ones * '\\')
		// Each term marks the lowest byte that is meant rightly; marks above it may be false.
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
