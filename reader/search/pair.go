package search

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// pair searches two bytes at a fixed distance, eight positions at a time. Each byte may ignore some bits, such as 0x20,
// the case of an ASCII letter.
//
// Eight bytes, with the ignored bits cleared, are XORed with eight copies of the value: a matching byte becomes 0. With
// both results ORed, a byte is 0 only if both match, which the well-known test for a zero byte in a word finds without
// a loop. The speed depends only on how often the two bytes occur together.
type pair struct {
	i1, i2 int    // offsets of the two bytes in the text
	k1, v1 uint64 // eight copies of the relevant bits, and of the value
	k2, v2 uint64
}

const (
	ones  = math.MaxUint64 / 0xff // 0x0101…
	highs = ones << 7             // 0x8080…
)

func newPair(i1 int, c1 column, i2 int, c2 column) pair {
	return pair{
		i1: i1, k1: ones * uint64(c1.mask), v1: ones * uint64(c1.value),
		i2: i2, k2: ones * uint64(c2.mask), v2: ones * uint64(c2.value),
	}
}

// next returns the first index in from…last, inclusive, where both bytes match, -1 if they do not. b must be long
// enough for both offsets from last.
func (p *pair) next(b []byte, from, last int) int {
	n := last - from + 1
	x := b[from+p.i1:][:n]
	y := b[from+p.i2:][:n]
	k1 := p.k1
	v1 := p.v1
	k2 := p.k2
	v2 := p.v2
	at := from
	for len(x) >= 32 && len(y) >= 32 {
		z0 := (binary.LittleEndian.Uint64(x)&k1 ^ v1) | (binary.LittleEndian.Uint64(y)&k2 ^ v2)
		z1 := (binary.LittleEndian.Uint64(x[8:])&k1 ^ v1) | (binary.LittleEndian.Uint64(y[8:])&k2 ^ v2)
		z2 := (binary.LittleEndian.Uint64(x[16:])&k1 ^ v1) | (binary.LittleEndian.Uint64(y[16:])&k2 ^ v2)
		z3 := (binary.LittleEndian.Uint64(x[24:])&k1 ^ v1) | (binary.LittleEndian.Uint64(y[24:])&k2 ^ v2)

		// (z - ones) &^ z has the high bit set in each zero byte; above one also falsely.
		z0 = (z0 - ones) &^ z0
		z1 = (z1 - ones) &^ z1
		z2 = (z2 - ones) &^ z2
		z3 = (z3 - ones) &^ z3
		if (z0|z1|z2|z3)&highs != 0 {
			switch {
			case z0&highs != 0:
				return at + bits.TrailingZeros64(z0&highs)>>3
			case z1&highs != 0:
				return at + 8 + bits.TrailingZeros64(z1&highs)>>3
			case z2&highs != 0:
				return at + 16 + bits.TrailingZeros64(z2&highs)>>3
			default:
				return at + 24 + bits.TrailingZeros64(z3&highs)>>3
			}
		}

		x = x[32:]
		y = y[32:]
		at += 32
	}

	for ; at <= last; at++ {
		if p.matches(b, at) {
			return at
		}
	}

	return -1
}

// matches reports whether both bytes match at an index.
func (p *pair) matches(b []byte, at int) bool {
	return b[at+p.i1]&byte(p.k1) == byte(p.v1) && b[at+p.i2]&byte(p.k2) == byte(p.v2)
}
