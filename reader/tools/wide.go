package tools

import (
	"strings"
	"unicode/utf8"
)

// DecodeWide decodes text in UTF-16 or UTF-32, with its byte-order mark, which stays; ok is false where a part of it
// cannot be decoded.
func DecodeWide(p []byte, c Coding) (text string, ok bool) {
	var b strings.Builder
	for len(p) > 0 {
		r, n := decodeWide(p, c)
		if n == 0 || !utf8.ValidRune(r) || r == utf8.RuneError && !isReplacement(p[:n], c) {
			return "", false
		}
		b.WriteRune(r)
		p = p[n:]
	}
	return b.String(), true
}

// isReplacement reports whether U+FFFD is what the bytes of a character say, and not what stands for a value beyond
// Unicode.
func isReplacement(p []byte, c Coding) bool {
	switch c {
	case UTF32LE:
		return string(p) == "\xFD\xFF\x00\x00"
	case UTF32BE:
		return string(p) == "\x00\x00\xFF\xFD"
	}
	return true
}
