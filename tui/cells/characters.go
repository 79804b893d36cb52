package cells

import (
	"unicode"
	"unicode/utf8"
)

const bom = '\ufeff'

// hidden reports whether r is never drawn as itself: controls, format characters, private and unassigned ones, and what
// is assigned and printable but draws nothing.
func hidden(r rune) bool {
	if r < 0x300 {
		return r < 0x20 || r >= 0x7F && r < 0xA0 || r == 0xAD
	}
	switch {
	case r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0100 && r <= 0xE01EF, r >= 0x180B && r <= 0x180F: // variation selectors
		return true
	case r == 0x34F: // combining grapheme joiner
		return true
	case r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0: // Hangul fillers
		return true
	case r == 0x17B4, r == 0x17B5, r == 0x1107F, r == 0x16FE4: // inherent vowels, a number joiner, a filler
		return true
	case r == 0x13441, r == 0x13442, r == 0x1D159: // hieroglyph blanks, the null notehead
		return true
	}
	return !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r)
}

// otherBlank reports whether r looks like a blank and is not U+0020.
func otherBlank(r rune) bool {
	return r == 0xA0 || r >= 0x1680 && (unicode.Is(unicode.Zs, r) || r == 0x2800)
}

// prepends reports whether r joins with any visible character after it. The others of that kind are hidden.
func prepends(r rune) bool {
	switch {
	case r < 0xD4E:
		return false
	case r == 0xD4E, r == 0x111C2, r == 0x111C3, r == 0x1193F, r == 0x11941, r == 0x11D46, r == 0x11F02,
		r == 0x113D1:
		return true
	}
	return r >= 0x11A84 && r <= 0x11A89
}

// subpart is the length of the maximal subpart that p begins with, when p begins with no character: what Unicode
// recommends to replace by one U+FFFD (section 3.9), the longest start of a character, or else one byte.
func subpart(p []byte) int {
	n := 1
	for n < len(p) && !utf8.FullRune(p[:n+1]) {
		n++
	}
	return n
}
