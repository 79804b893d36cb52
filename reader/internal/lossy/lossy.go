// Package lossy decodes bytes as UTF-8 where some of them may not be (CONTRACTS.md, Common ground).
package lossy

import (
	"bytes"
	"unicode/utf8"
)

// Decode returns p with each maximal invalid subpart replaced by one U+FFFD: a run of bytes that begins a character
// which the next byte does not continue, or else one byte. It returns p itself when p is valid.
func Decode(p []byte) []byte {
	if utf8.Valid(p) {
		return p
	}
	var out bytes.Buffer
	out.Grow(len(p) + utf8.UTFMax)
	for len(p) > 0 {
		r, n := utf8.DecodeRune(p)
		if r == utf8.RuneError {
			// FullRune is false for just those bytes that begin a character and need more.
			for n < len(p) && !utf8.FullRune(p[:n+1]) {
				n++
			}
		}
		out.WriteRune(r)
		p = p[n:]
	}
	return out.Bytes()
}
