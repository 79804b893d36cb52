package js

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// markedFrom is the character, of a private use area, that stands for the surrogate U+D800; those of the others follow.
const markedFrom = 0x10D800

// escapeSize is the length of an escape by a number.
const escapeSize = len(`\u0000`)

// MarkSurrogates replaces each escape of an unpaired surrogate in the text of a JSON value by a character that
// Surrogate knows. Parse makes U+FFFD of them all, so that names that differ become one.
func MarkSurrogates(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); {
		unit, ok := escaped(text[i:])
		next := rune(0)
		also := false
		if ok {
			next, also = escaped(text[i+escapeSize:])
		}

		switch {
		case text[i] == '\\' && !ok && i+1 < len(text):
			out = append(out, text[i], text[i+1])
			i += 2
		case !ok:
			out = append(out, text[i])
			i++
		case also && utf16.DecodeRune(unit, next) != utf8.RuneError:
			out = append(out, text[i:i+2*escapeSize]...)
			i += 2 * escapeSize
		case utf16.IsSurrogate(unit):
			out = utf8.AppendRune(out, markedFrom+unit-0xD800)
			i += escapeSize
		default:
			out = append(out, text[i:i+escapeSize]...)
			i += escapeSize
		}
	}

	return out
}

// Surrogate is the surrogate for which a character of MarkSurrogates stands.
func Surrogate(r rune) (surrogate rune, ok bool) {
	return r - markedFrom + 0xD800, r >= markedFrom && r < markedFrom+0x800
}

// escaped is the UTF-16 unit of the escape that a text begins with.
func escaped(text []byte) (unit rune, ok bool) {
	if len(text) < escapeSize || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[2:escapeSize]), 16, 16)
	return rune(n), err == nil
}
