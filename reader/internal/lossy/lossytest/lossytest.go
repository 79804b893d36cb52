// Package lossytest makes bytes for tests that are near every limit of well-formed UTF-8.
package lossytest

import (
	"math/rand/v2"
	"unicode/utf8"
)

// Hostile are bytes near every limit of well-formed UTF-8.
var Hostile = []byte("a \n\r\x00\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xe1\xec\xed\xee\xef\xf0\xf1\xf3\xf4\xf5\xff")

// RandomBytes is n bytes: letters, characters of all lengths, and Hostile ones.
func RandomBytes(r *rand.Rand, n int) []byte {
	p := make([]byte, 0, n+4)
	for len(p) < n {
		switch r.IntN(4) {
		case 0:
			p = append(p, Hostile[r.IntN(len(Hostile))])
		case 1:
			p = utf8.AppendRune(p, rune(r.IntN(0x110000)))
		default:
			p = append(p, byte('a'+r.IntN(26)))
		}
	}
	return p[:n]
}
