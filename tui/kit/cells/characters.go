package cells

import (
	"unicode"
	"unicode/utf8"
)

const bom = '\ufeff'

// hidden reports whether r is never drawn as itself: controls, format characters, private and unassigned ones, and what
// is assigned and printable but draws nothing.
func hidden(r rune) bool {
	switch {
	case unicode.Is(unicode.Variation_Selector, r), r == 0x180E,
		r == 0x34F,                                         // combining grapheme joiner
		r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0, // Hangul fillers
		r == 0x17B4, r == 0x17B5, r == 0x1107F, r == 0x16FE4, // inherent vowels, a number joiner, a filler
		r == 0x13441, r == 0x13442, r == 0x1D159: // hieroglyph blanks, the null notehead
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
	switch r {
	case 0xD4E, 0x111C2, 0x111C3, 0x1193F, 0x11941, 0x11D46, 0x11F02, 0x113D1:
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

// extends reports whether r joins with any visible character before it: combining marks, spacing vowel signs, U+200D,
// variation selectors, skin tones.
func extends(r rune) bool {
	if r < 0x300 {
		return false
	}
	cluster, _ := First("a" + string(r))
	return len(cluster) > 1
}

// runeWidth is the number of cells of a character by itself.
func runeWidth(r rune) int {
	_, w := First(string(r))
	return w
}
