package coverage

import (
	"strings"

	"eyeline/reader/transcript/giventext"
	"eyeline/reader/transcript/heldlines"
)

// findInUnknown takes the lines of a file for possibly sent that may stand within the result of a tool that is not
// known and were not found otherwise. Of a file that no call names a line has to be told from others by itself, and to
// be found.
func (t *taker) findInUnknown(f *fileState, laid laidFile, found []foundLine) {
	isIncomplete := t.unknown.IsIncomplete()
	if t.unknown.Len() == 0 && !isIncomplete {
		return
	}

	isNamed := len(f.Calls) > 0
	mayHold := func(line string) bool {
		return isIncomplete && isNamed || (isNamed || giventext.IsDistinctive(line)) && t.unknown.Finds(line)
	}

	states := laid.as.States
	i := 0
	for line := range laid.now.Texts() {
		if i >= len(states) {
			return
		}
		if states[i] == heldlines.Never && found[i].known == heldlines.No && mayHold(strings.TrimSpace(line)) {
			found[i].known = heldlines.Perhaps
		}

		i++
	}
}

// inUnknown says of a line whether it may have been sent within the result of a tool that is not known.
func (t *taker) inUnknown(line string) heldlines.Knowledge {
	line = strings.TrimSpace(line)
	isWithin := t.budget.search(t.unknown.Len())
	switch {
	case t.unknown.IsIncomplete():
		return heldlines.Perhaps
	case t.unknown.Len() == 0 || line == "":
		return heldlines.No
	case !isWithin || t.unknown.Contains(line):
		return heldlines.Perhaps
	}

	return heldlines.No
}
