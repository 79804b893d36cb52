package coverage

import (
	"strings"

	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
)

// findLeftOut takes the lines of a file for possibly sent that stand in a text with a mark in the place of a key. Where
// the lines themselves are not at hand, each of them may be such a one.
func (t *taker) findLeftOut(f *fileState, laid laidFile, found []foundLine) {
	if !t.table.HasMarked() {
		return
	}

	isNamed := len(f.Calls) > 0
	if !laid.now.HasTexts() {
		for i := range found {
			if isNamed {
				found[i].mayLackKey(laid.as.States[i])
			}
		}
		return
	}

	i := 0
	for line := range laid.now.Texts() {
		line = strings.TrimSpace(line)
		if i < len(found) && (isNamed || giventext.IsDistinctive(line)) && t.table.FitsMarked(line) {
			found[i].mayLackKey(laid.as.States[i])
		}
		i++
	}
}

// mayLackKey takes a line in a state for possibly sent, with a mark in the place of a key.
func (l *foundLine) mayLackKey(state heldlines.State) {
	isMissing := state == heldlines.Never || state == heldlines.Changed
	if isMissing && l.known != heldlines.Yes {
		*l = foundLine{known: heldlines.Perhaps, appliesToChanged: true}
	}
}
