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
	out, _ := appendDecoded(make([]byte, 0, len(p)*3/2), p)
	return out
}

// Replacement is U+FFFD in UTF-8: what stands for one maximal invalid subpart (CONTRACTS.md, Common ground).
const Replacement = "\uFFFD"

// kind says what a run of bytes at the front of a text is.
type kind uint8

const (
	Rune    kind = iota // one character
	invalid             // one maximal invalid subpart
	Partial             // the beginning of a character, cut off by the end of the bytes
)

// UnitAt measures the character or the maximal invalid subpart at the front of p, in bytes; p is not empty. A
// subpart is as long as it is a prefix of some well-formed character (the WHATWG rule). Partial means that all of
// p is such a prefix, so that more bytes decide; where no more come, p is one invalid subpart.
func UnitAt(p []byte) (size int, of kind) {
	// Most of what is no text: a byte that begins no character, or that the next one does not continue.
	if p[0] >= utf8.RuneSelf && (!utf8.RuneStart(p[0]) || len(p) > 1 && utf8.RuneStart(p[1])) {
		return 1, invalid
	}
	if r, n := utf8.DecodeRune(p); r != utf8.RuneError || n > 1 {
		return n, Rune
	}

	size = 1
	for size < len(p) && !utf8.FullRune(p[:size+1]) {
		size++
	}

	if utf8.FullRune(p) {
		return size, invalid
	}

	return size, Partial
}

// PartialTail is the number of bytes at the end of p, at most 3, that begin a character which p does not finish.
func PartialTail(p []byte) int {
	for n := min(utf8.UTFMax-1, len(p)); n > 0; n-- {
		if !utf8.FullRune(p[len(p)-n:]) {
			return n
		}
	}
	return 0
}

// appendDecoded appends p decoded to dst and returns the number of subparts replaced. p is taken as complete.
func appendDecoded(dst, p []byte) ([]byte, int64) {
	var replaced int64
	for len(p) > 0 {
		valid, subpart := Next(p)
		dst = append(dst, p[:valid]...)
		if subpart > 0 {
			dst = append(dst, Replacement...)
			replaced++
		}

		p = p[valid+subpart:]
	}

	return dst, replaced
}

// ValidPrefix is the length of the longest well-formed prefix of p.
func ValidPrefix(p []byte) int {
	n, _ := Next(p)
	return n
}

// Next is the length of the longest well-formed prefix of p, and the length of the subpart that follows it; 0 when
// nothing does.
func Next(p []byte) (valid, subpart int) {
	for valid = ASCIIPrefix(p); valid < len(p); valid += ASCIIPrefix(p[valid:]) {
		size, of := UnitAt(p[valid:])
		if of != Rune {
			return valid, size
		}
		valid += size
	}
	return valid, 0
}

// Characters is the number of characters of well-formed text, and the number of those of four bytes.
func Characters(p []byte) (all, wide int) {
	all = ASCIIPrefix(p)
	for _, c := range p[all:] {
		if c >= 0xF0 {
			wide++
		}

		if utf8.RuneStart(c) {
			all++
		}
	}

	return all, wide
}

// ASCIIPrefix is the number of bytes at the front of p that are ASCII: most of a text is.
func ASCIIPrefix(p []byte) int {
	const high = 0x8080808080808080
	i := 0
	for i+8 <= len(p) && binary.LittleEndian.Uint64(p[i:])&high == 0 {
		i += 8
	}
	for i < len(p) && p[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// Controls is the number of ASCII's control characters in p.
func Controls(p []byte) (n int) {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(p); i += 8 {
		word := binary.LittleEndian.Uint64(p[i:])
		// Without its high bit no byte carries into the next; the bit is set from 0x20 on, and at 0x7F.
		ascii := word &^ high
		visible := ascii + ones*0x60
		last := ascii + ones
		n += bits.OnesCount64((^visible | last) &^ word & high)
	}

	for _, c := range p[i:] {
		if c < ' ' || c == 0x7F {
			n++
		}
	}

	return n
}
