package jsonskim

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// LooksWhole reports at little cost whether bytes are one object as programs write JSON: without white space but a
// blank after a comma or a colon, with numbers without exponents, and not deep. What it does not accept may still be
// JSON. What it accepts is JSON but for what it does not look at: escapes and control characters within texts, but for
// NUL. So it tells a record that was cut, written over with zeros, or followed by another one in its line.
func LooksWhole(b []byte) bool {
	if len(b) == 0 || b[0] != '{' || bytes.IndexByte(b, 0) >= 0 {
		return false
	}

	p := whole{b: b}
	for p.value() {
		for p.depth > 0 && p.take(p.closer()) {
			p.depth--
			p.objects >>= 1
		}

		if p.depth == 0 {
			return p.i == len(b)
		}
		if !p.take(',') {
			return false
		}

		p.blank()
		if p.objects&1 != 0 && !p.key() {
			return false
		}
	}

	return false
}

// whole walks over the bytes of LooksWhole.
type whole struct {
	b       []byte
	i       int    // the next byte
	depth   int    // how many objects and arrays are open
	objects uint64 // a bit for each of them, the lowest for the innermost: it is an object
}

// take skips a byte where it comes next.
func (p *whole) take(c byte) bool {
	if p.i < len(p.b) && p.b[p.i] == c {
		p.i++
		return true
	}
	return false
}

func (p *whole) blank() { p.take(' ') }

// closer ends the innermost object or array.
func (p *whole) closer() byte {
	if p.objects&1 != 0 {
		return '}'
	}
	return ']'
}

// value skips a value that has no others in it, after all that begins with it, with the keys in front of them.
func (p *whole) value() bool {
	for p.i < len(p.b) {
		c := p.b[p.i]
		switch c {
		case '"':
			return p.text()
		case 't':
			return p.word("true")
		case 'f':
			return p.word("false")
		case 'n':
			return p.word("null")
		case '{', '[':
		default:
			return p.number()
		}

		p.i++
		if p.take(c + 2) { // '}' and ']' are two after their openers
			return true
		}
		if p.depth == 64 {
			return false
		}

		p.depth++
		p.objects <<= 1
		if c == '{' {
			p.objects |= 1
			if !p.key() {
				return false
			}
		}
	}

	return false
}

// key skips the key of a member with its colon.
func (p *whole) key() bool {
	if p.i >= len(p.b) || p.b[p.i] != '"' || !p.text() || !p.take(':') {
		return false
	}
	p.blank()
	return true
}

func (p *whole) word(w string) bool {
	if !bytes.HasPrefix(p.b[p.i:], []byte(w)) {
		return false
	}
	p.i += len(w)
	return true
}

func (p *whole) number() bool {
	p.take('-')
	isZero := p.take('0')
	if digits := p.digits(); isZero == (digits > 0) {
		return false
	}
	return !p.take('.') || p.digits() > 0
}

// digits skips digits, and is how many they are.
func (p *whole) digits() (n int) {
	for p.i < len(p.b) && p.b[p.i]-'0' <= 9 {
		p.i++
		n++
	}
	return n
}

// text skips a text; its opening quote comes next. What stands in it is not looked at.
func (p *whole) text() bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	b := p.b
	start := p.i + 1
	for i := start; ; i++ {
		for near := i + 32; i+8 <= len(b) && i < near; i += 8 { // most texts are short
			w := binary.LittleEndian.Uint64(b[i:]) ^ (ones * '"')
			if m := (w - ones) &^ w & highs; m != 0 { // the lowest mark is meant rightly
				i += bits.TrailingZeros64(m) / 8
				break
			}
		}

		if i >= len(b) {
			return false
		}

		if b[i] != '"' {
			n := bytes.IndexByte(b[i:], '"')
			if n < 0 {
				return false
			}
			i += n
		}

		if b[i-1] != '\\' || isEven(b[start:i]) {
			p.i = i + 1
			return true
		}
	}
}

// isEven reports whether some bytes end with an even number of backslashes.
func isEven(b []byte) bool {
	n := len(b)
	for n > 0 && b[n-1] == '\\' {
		n--
	}
	return (len(b)-n)%2 == 0
}
