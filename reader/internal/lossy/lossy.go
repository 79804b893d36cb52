// Package lossy decodes bytes as UTF-8 where some of them may not be (CONTRACTS.md, Common ground): each maximal
// invalid subpart, a run of bytes that begins a character which the next byte does not continue or else one byte, is
// replaced by one U+FFFD.
package lossy

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Decode returns p with each maximal invalid subpart replaced. It returns p itself when p is valid.
func Decode(p []byte) []byte {
	if utf8.Valid(p) {
		return p
	}
	out, _ := Append(make([]byte, 0, len(p)+utf8.UTFMax), p)
	return out
}

// Replacement is U+FFFD in UTF-8: what stands for one maximal invalid subpart (CONTRACTS.md, Common ground).
const Replacement = "\uFFFD"

// Kind says what a run of bytes at the front of a text is.
type Kind uint8

const (
	Rune    Kind = iota // one character
	invalid             // one maximal invalid subpart
	Partial             // the beginning of a character, cut off by the end of the bytes
)

// UnitAt measures the character or the maximal invalid subpart at the front of p, in bytes; p is not empty. A
// subpart is as long as it is a prefix of some well-formed character (the WHATWG rule). Partial means that all of
// p is such a prefix, so that more bytes decide; where no more come, p is one invalid subpart.
func UnitAt(p []byte) (size int, kind Kind) {
	b := p[0]
	if b < utf8.RuneSelf {
		return 1, Rune
	}
	switch {
	case b >= 0xC2 && b <= 0xDF:
		size = 2
	case b >= 0xE0 && b <= 0xEF:
		size = 3
	case b >= 0xF0 && b <= 0xF4:
		size = 4
	default:
		return 1, invalid
	}
	lo, hi := byte(0x80), byte(0xBF) // the range of the second byte
	switch b {
	case 0xE0:
		lo = 0xA0
	case 0xED:
		hi = 0x9F
	case 0xF0:
		lo = 0x90
	case 0xF4:
		hi = 0x8F
	}
	for i := 1; i < size; i++ {
		if i == len(p) {
			return i, Partial
		}
		if p[i] < lo || p[i] > hi {
			return i, invalid
		}
		lo, hi = 0x80, 0xBF
	}
	return size, Rune
}

// PartialTail is the number of bytes at the end of p, at most 3, that begin a character which p does not finish.
func PartialTail(p []byte) int {
	for n := 1; n <= 3 && n <= len(p); n++ {
		b := p[len(p)-n]
		if b < 0x80 {
			return 0
		}
		if b >= 0xC0 {
			if _, kind := UnitAt(p[len(p)-n:]); kind == Partial {
				return n
			}
			return 0
		}
	}
	return 0
}

// Append appends p decoded to dst and returns the number of subparts replaced. p is taken as complete.
func Append(dst, p []byte) ([]byte, int64) {
	var replaced int64
	for at := 0; at < len(p); {
		if p[at] < utf8.RuneSelf {
			n := ASCIIPrefix(p[at:])
			dst = append(dst, p[at:at+n]...)
			at += n
			continue
		}
		size, kind := UnitAt(p[at:])
		if kind == Rune {
			dst = append(dst, p[at:at+size]...)
		} else {
			dst = append(dst, Replacement...)
			replaced++
		}
		at += size
	}
	return dst, replaced
}

// ValidPrefix is the length of the longest well-formed prefix of p.
func ValidPrefix(p []byte) int {
	n, _, _ := Next(p)
	return n
}

// Next is the length of the longest well-formed prefix of p, and the length and kind of the subpart that follows it; 0
// when nothing does.
func Next(p []byte) (valid, subpart int, kind Kind) {
	n := 0
	for n < len(p) {
		if p[n] < utf8.RuneSelf {
			if n += ASCIIPrefix(p[n:]); n == len(p) {
				break
			}
		}
		size, kind := UnitAt(p[n:])
		if kind != Rune {
			return n, size, kind
		}
		// Many characters that are not ASCII are looked through at once.
		if ahead := p[n:min(n+many, len(p))]; len(ahead) == many && ahead[many-1] >= utf8.RuneSelf &&
			utf8.Valid(ahead) {
			n += many
			continue
		}
		n += size
	}
	return n, 0, Rune
}

// many is how many bytes are looked through at once where they are not ASCII: a multiple of the lengths of characters.
const many = 48

// Characters is the number of characters of well-formed text, and the number of those of four bytes.
func Characters(p []byte) (all, wide int) {
	const ones = 0x0101010101010101
	all = len(p)
	i := 0
	for ; len(p)-i >= 8; i += 8 {
		x := binary.LittleEndian.Uint64(p[i:])
		if high := x >> 7 & ones; high != 0 {
			all -= bits.OnesCount64(high &^ (x >> 6))                       // bytes that continue a character: 10xxxxxx
			wide += bits.OnesCount64(high & (x >> 6) & (x >> 5) & (x >> 4)) // bytes that begin one of four: 1111xxxx
		}
	}
	for ; i < len(p); i++ {
		switch c := p[i]; {
		case c >= 0xF0:
			wide++
		case c&0xC0 == 0x80:
			all--
		}
	}
	return all, wide
}

// ASCIIPrefix is the number of bytes at the front of p that are ASCII: most of a text is.
func ASCIIPrefix(p []byte) int {
	const high = 0x8080808080808080
	i := 0
	for ; len(p)-i >= 32; i += 32 {
		q := p[i : i+32 : i+32]
		word := binary.LittleEndian.Uint64
		if (word(q)|word(q[8:])|word(q[16:])|word(q[24:]))&high != 0 {
			break
		}
	}
	for ; len(p)-i >= 8; i += 8 {
		if set := binary.LittleEndian.Uint64(p[i:]) & high; set != 0 {
			return i + bits.TrailingZeros64(set)/8
		}
	}
	for ; i < len(p) && p[i] < utf8.RuneSelf; i++ {
	}
	return i
}
