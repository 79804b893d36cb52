package loss

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hidden is an invisible character, with its 0-based offset in the file.
type Hidden struct {
	Offset int64
	Name   string
}

// hiddenNames are the invisible characters other than tags (U+E0000 to U+E007F) and the supplementary variation
// selectors, which are named by number.
var hiddenNames = map[rune]string{
	0x00AD: "SOFT HYPHEN", 0x034F: "COMBINING GRAPHEME JOINER", 0x061C: "ARABIC LETTER MARK",
	0x180E: "MONGOLIAN VOWEL SEPARATOR",
	0x200B: "ZERO WIDTH SPACE", 0x200C: "ZERO WIDTH NON-JOINER", 0x200D: "ZERO WIDTH JOINER",
	0x200E: "LEFT-TO-RIGHT MARK", 0x200F: "RIGHT-TO-LEFT MARK",
	0x202A: "LEFT-TO-RIGHT EMBEDDING", 0x202B: "RIGHT-TO-LEFT EMBEDDING", 0x202C: "POP DIRECTIONAL FORMATTING",
	0x202D: "LEFT-TO-RIGHT OVERRIDE", 0x202E: "RIGHT-TO-LEFT OVERRIDE",
	0x2060: "WORD JOINER", 0x2061: "FUNCTION APPLICATION",
	0x2062: "INVISIBLE TIMES", 0x2063: "INVISIBLE SEPARATOR", 0x2064: "INVISIBLE PLUS",
	0x2066: "LEFT-TO-RIGHT ISOLATE", 0x2067: "RIGHT-TO-LEFT ISOLATE",
	0x2068: "FIRST STRONG ISOLATE", 0x2069: "POP DIRECTIONAL ISOLATE",
	0x3164: "HANGUL FILLER", 0xFEFF: "ZERO WIDTH NO-BREAK SPACE",
}

// Misleads reports whether the character makes a text look different, or may hide words in it: it changes the direction
// of text, or is a tag. Others are at most a nuisance.
func (h Hidden) Misleads() bool {
	return slices.ContainsFunc([]string{"EMBEDDING", "OVERRIDE", "ISOLATE", "DIRECTIONAL", "TAG", "VARIATION"}, func(
		word string,
	) bool {
		return strings.Contains(h.Name, word)
	})
}

// hiddenName returns the name of an invisible character with its number; "" for a visible one.
func hiddenName(r rune) string {
	name := hiddenNames[r]
	switch {
	case r == 0xE0001:
		name = "LANGUAGE TAG"
	case r >= 0xE0020 && r < 0xE007F:
		name = fmt.Sprintf("TAG %q", r-0xE0000)
	case r == 0xE007F:
		name = "CANCEL TAG"
	case r >= 0xE0100 && r <= 0xE01EF:
		name = fmt.Sprintf("VARIATION SELECTOR-%d", r-0xE0100+17)
	}

	if name == "" {
		return ""
	}

	return fmt.Sprintf("U+%04X %s", r, name)
}

// emojiJoined reports whether a joiner or tag is part of an emoji, by what precedes it: an emoji, or a variation
// selector.
func emojiJoined(before []byte) bool {
	r, _ := utf8.DecodeLastRune(before)
	switch {
	case r >= 0x1F000 && r < 0x20000, r == 0xFE0F, r >= 0x2190 && r < 0x2C00:
		return true
	case isTag(r): // of a flag, which begins with a black one
		return bytes.Contains(before[max(len(before)-40, 0):], []byte("\U0001F3F4"))
	}
	return false
}

// isTag reports whether a character is a tag that spells a region.
func isTag(r rune) bool { return r >= 0xE0020 && r <= 0xE007F }

// needsJoiner reports whether a letter's script uses joiners.
func needsJoiner(r rune) bool { return r >= 0x0600 && r < 0x1000 }

// FindHidden returns the first hidden characters, at most most, in a text that begins at offset at of the file. It
// excludes a byte order mark at the start of the file, joiners and tags in an emoji, joiners between letters of scripts
// that use them, direction marks next to right-to-left text, and zero-width spaces in scripts without spaces between
// words.
func FindHidden(text []byte, at int64, most int) []Hidden {
	var found []Hidden
	for i := 0; i < len(text) && len(found) < most; {
		if text[i] < 0xC2 { // ASCII, or not the first byte of a character
			i++
			continue
		}

		r, n := utf8.DecodeRune(text[i:])
		atStart := r == 0xFEFF && at+int64(i) == 0
		name := hiddenName(r)
		if name != "" && !atStart && !innocent(r, text[:i], text[i+n:]) {
			found = append(found, Hidden{at + int64(i), name})
		}

		i += n
	}

	return found
}

// innocent reports whether a hidden character is usual between before and after.
func innocent(r rune, before, after []byte) bool {
	const space, nonJoiner, joiner = 0x200B, 0x200C, 0x200D
	const leftToRight, rightToLeft, arabic = 0x200E, 0x200F, 0x061C // marks of direction
	if (r == joiner || isTag(r)) && emojiJoined(before) {
		return true
	}

	last, _ := utf8.DecodeLastRune(before)
	switch r {
	case joiner, nonJoiner:
		return needsJoiner(last)
	case space:
		next, _ := utf8.DecodeRune(after)
		return writesNoSpaces(last) && writesNoSpaces(next)
	case leftToRight, rightToLeft, arabic:
		return slices.ContainsFunc([]rune(string(nearby(before, after))), isRightToLeft)
	}

	return false
}

// nearby returns up to 60 bytes of the line on either side of a position: a direction mark separates right-to-left text
// from a bracket, number or foreign word.
func nearby(before, after []byte) []byte {
	const far = 60
	before = before[max(len(before)-far, 0):]
	after = after[:min(len(after), far)]
	before = before[bytes.LastIndexByte(before, '\n')+1:]
	after, _, _ = bytes.Cut(after, []byte("\n"))
	return slices.Concat(before, after)
}

// isRightToLeft reports whether a letter's script is written from right to left.
func isRightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
}

// writesNoSpaces reports whether a letter's script has no spaces between words.
func writesNoSpaces(r rune) bool {
	return unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
