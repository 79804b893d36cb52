package giventext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quotes reports whether a line stands in a text as it is or as a literal has it, and not as a part of longer words.
func Quotes(text, line string) bool { return isQuoted(text, line) || isQuoted(Escaped(text), line) }

func isQuoted(text, line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	last, _ := utf8.DecodeLastRuneInString(line)
	for at := 0; ; at++ {
		i := strings.Index(text[at:], line)
		if i < 0 {
			return false
		}

		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(line):])
		if (!IsOfWord(first) || !IsOfWord(before)) && (!IsOfWord(last) || !IsOfWord(after)) {
			return true
		}
	}
}

// IsOfWord reports whether a character goes on a word that it stands beside. Chinese and Japanese put nothing between
// words: there a word may end anywhere.
func IsOfWord(r rune) bool {
	isAlone := unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
	return r == '_' || !isAlone && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
