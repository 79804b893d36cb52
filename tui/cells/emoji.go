package cells

import (
	"unicode"
	"unicode/utf8"
)

const (
	zeroWidthJoiner   = '\u200d'
	emojiPresentation = '\ufe0f'
	enclosingKeycap   = '\u20e3'
)

// emojiSequence is the length in bytes and in runes of the well-formed emoji sequence (Unicode Technical Standard 51)
// of more than one character that p begins with, 0 when there is none: a flag, a keycap, or emoji, each with its
// presentation or skin tone, joined by U+200D. Tag sequences are not among them: tags can hide any text.
func emojiSequence(p []byte) (n, runes int) {
	r, n := utf8.DecodeRune(p)
	next, size := utf8.DecodeRune(p[n:])
	switch {
	case regional(r) && regional(next):
		return n + size, 2
	case r < utf8.RuneSelf:
		if r != '#' && r != '*' && (r < '0' || r > '9') || next != emojiPresentation {
			return 0, 0
		}
		if cap, k := utf8.DecodeRune(p[n+size:]); cap == enclosingKeycap {
			return n + size + k, 3
		}
		return 0, 0
	case !unicode.Is(emoji, r):
		return 0, 0
	}
	for runes = 1; ; {
		if next == emojiPresentation || modifier(next) && unicode.Is(emojiModifierBase, r) {
			n += size
			runes++
			next, size = utf8.DecodeRune(p[n:])
		}
		if next != zeroWidthJoiner || runes+3 > maxRunes {
			return n, runes
		}
		joined, k := utf8.DecodeRune(p[n+size:])
		if !unicode.Is(emoji, joined) || hidden(joined) {
			return n, runes
		}
		n += size + k
		runes += 2
		r = joined
		next, size = utf8.DecodeRune(p[n:])
	}
}

func regional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

// modifier reports whether r is a skin tone.
func modifier(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }
