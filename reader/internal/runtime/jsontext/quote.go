package jsontext

import (
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"
)

// Quote is JSON.stringify of a string, and what serde_json writes for one: nothing is escaped that need not be.
func Quote(s string) string { return string(AppendQuote(nil, s)) }

// AppendQuote appends Quote(s).
func AppendQuote[T string | []byte](dst []byte, s T) []byte {
	if !utf8.Valid([]byte(s)) {
		s = T(string([]rune(string(s)))) // with U+FFFD for each byte that is not UTF-8
	}

	dst = append(slices.Grow(dst, len(s)*5/4), '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}

		dst = append(dst, s[from:i]...)
		from = i + 1
		if j := strings.IndexByte("\"\\\b\f\n\r\t", c); j >= 0 {
			dst = append(dst, '\\', `"\bfnrt`[j])
		} else {
			dst = hex.AppendEncode(append(dst, `\u00`...), []byte{c})
		}
	}

	dst = append(dst, s[from:]...)
	return append(dst, '"')
}
