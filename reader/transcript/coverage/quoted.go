package coverage

import (
	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
)

// Lines of few bytes stand within words of any text. They are looked for only in what was said, where a person may have
// quoted one in a sentence, and only where it is not a part of a word.

// isTiny reports whether a line, without the white space around it, is too short to be looked for within words.
func isTiny(text string) bool { return text != "" && len(text) < shortest }

// isQuoted says of a tiny line whether the agent of a call may have it from what was said before.
func (t *taker) isQuoted(c *record.Call, line string) heldlines.Knowledge {
	for _, one := range t.s.Said {
		if t.s.HadText(c, one) && t.hasQuote(one, line) {
			return heldlines.Perhaps
		}
	}
	return heldlines.No
}

// hasQuote reports whether a text that was said may quote a tiny line.
func (t *taker) hasQuote(one record.SaidText, line string) bool {
	text, cut, _ := t.s.Text(one.Text, record.TextLimit) // what cannot be read quotes nothing
	return cut || !t.budget.Search(len(text)) || giventext.Quotes(string(text), line)
}
