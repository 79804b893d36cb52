package coverage

import (
	"maps"
	"slices"
	"strings"

	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/textparts"
)

// runTexts are the texts of calls as a taker takes them.
type runTexts struct{ *taker }

func (t runTexts) Given(c *record.Call) (text []byte, cut bool) { return t.resultText(c) }
func (t runTexts) Written(c *record.Call) []string              { return t.written(c) }

// isInside looks at lines that a call replaces, and which nothing else tells were sent: it reports whether they stand
// within texts that its agent had before.
func (t *taker) isInside(f *fileState, c *record.Call, lines []string, said []heldlines.OtherSource) {
	var all []*textparts.Line
	var indices []int
	for i, line := range lines {
		if said[i].Known != heldlines.No {
			continue
		}

		if text := strings.TrimSpace(line); isTiny(text) {
			said[i].Known = t.isQuoted(c, text)
		} else if isShort(text) {
			said[i].Known = min(t.searchWithin(c, text).Known, heldlines.Perhaps)
		} else if one := t.inside.Line(f.Path, f.Calls, line); one != nil {
			all = append(all, one)
			indices = append(indices, i)
		}
	}

	t.inside.Before(c, all)
	for k, one := range all {
		if one.Held {
			said[indices[k]].Known = heldlines.Perhaps
		}
	}
}

// isShort reports whether a line, without the white space around it, says too little to be told from others where it
// stands by itself, and enough to be looked for within others.
func isShort(text string) bool { return len(text) >= shortest && !giventext.IsDistinctive(text) }

// findInside takes the lines of files for possibly sent that stand within a text and were not found otherwise.
func (t *taker) findInside(states []*fileState, laid []laidFile, found [][]foundLine) {
	var all []*textparts.Line
	var places []*foundLine
	short, tiny := shortLines{}, shortLines{}
	for i, f := range states {
		if found[i] == nil {
			continue
		}

		n := 0
		for line := range laid[i].now.Texts() {
			if n >= len(found[i]) {
				break
			}
			if isUntold(laid[i].as.States[n], found[i][n]) {
				text := strings.TrimSpace(line)
				if isTiny(text) && strings.IndexFunc(text, giventext.IsOfWord) >= 0 {
					tiny[text] = append(tiny[text], &found[i][n])
				} else if isShort(text) {
					short[text] = append(short[text], &found[i][n])
				} else if one := t.inside.Line(f.Path, f.Calls, line); one != nil {
					all = append(all, one)
					places = append(places, &found[i][n])
				}
			}
			n++
		}
	}

	t.inside.All(all, t.last, t.said)
	for i, one := range all {
		if one.Held {
			*places[i] = foundLine{known: heldlines.Perhaps, appliesToChanged: true}
		}
	}

	t.findSaid(short, tiny)
}

// shortLines are lines of files by their texts.
type shortLines map[string][]*foundLine

// take takes the lines of files that have a text for possibly sent.
func (s shortLines) take(text string) {
	for _, place := range s[text] {
		*place = foundLine{known: heldlines.Perhaps, appliesToChanged: true}
	}
}

// findSaid takes short and tiny lines for possibly sent that stand within what was said. Within what calls gave they
// are not looked for: they stand there in many other lines.
func (t *taker) findSaid(short, tiny shortLines) {
	if len(short) > 0 && t.said > 0 {
		t.inside.FindInSaid(slices.Collect(maps.Keys(short)), t.said, short.take)
	}
	for line := range tiny {
		isQuoting := func(one record.SaidText) bool { return t.hasQuote(one, line) }
		if slices.ContainsFunc(t.s.Said[:t.said], isQuoting) {
			tiny.take(line)
		}
	}
}

// isUntold reports whether neither a call nor a text tells of a line in a state that it was sent or written as it is.
func isUntold(state heldlines.State, found foundLine) bool {
	isMissing := state == heldlines.Never || state == heldlines.Changed
	return isMissing && found.known == heldlines.No
}
