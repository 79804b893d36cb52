package coverage

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// Lines of few bytes stand within words of any text. They are looked for only in what was said, where a person may have
// quoted one in a sentence, and only where it is not a part of a word.

// isTiny reports whether a line, without the white space around it, is too short to be looked for within words.
func isTiny(text string) bool { return text != "" && len(text) < shortest }

// quoted says of a tiny line whether the agent of a call may have it from what was said before.
func (t *taker) quoted(c *record.Call, line string) heldlines.Knowledge {
	for _, one := range t.s.Said {
		if t.s.HadText(c, one) && t.quotes(one, line) {
			return heldlines.Perhaps
		}
	}
	return heldlines.No
}

// quotes reports whether a text that was said may quote a tiny line.
func (t *taker) quotes(one record.SaidText, line string) bool {
	text, cut, _ := t.s.Text(one.Text, record.TextLimit) // what cannot be read quotes nothing
	if !t.budget.search(len(text)) || cut {
		return true
	}
	return isQuoted(string(text), line) || isQuoted(giventext.Escaped(string(text)), line)
}

// findQuoted takes tiny lines of files for possibly sent that what was said may quote.
func (t *taker) findQuoted(tiny shortLines) {
	for line, places := range tiny {
		for _, one := range t.s.Said[:t.said] {
			if !t.quotes(one, line) {
				continue
			}
			for _, place := range places {
				*place = foundLine{known: heldlines.Perhaps, orChanged: true}
			}
			break
		}
	}
}

// isQuoted reports whether a line stands in a text, and not as a part of longer words.
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
		if (!isOfWord(first) || !isOfWord(before)) && (!isOfWord(last) || !isOfWord(after)) {
			return true
		}
	}
}

// isOfWord reports whether a character goes on a word that it stands beside. Chinese and Japanese put nothing between
// words: there a word may end anywhere.
func isOfWord(r rune) bool {
	isAlone := unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
	return r == '_' || !isAlone && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
