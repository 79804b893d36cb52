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
	isAny := t.unknown.Len() > 0 || t.unknown.IsIncomplete()
	isAnyUnclear := t.unclear.Len() > 0 || t.unclear.IsIncomplete()
	if !isAny && !isAnyUnclear {
		return
	}

	isNamed := len(f.Calls) > 0

	states := laid.as.States
	i := 0
	for line := range laid.now.Texts() {
		if i >= min(len(states), len(found)) {
			return
		}
		isNotFound := states[i] == heldlines.Never && found[i].known == heldlines.No
		if isNotFound && t.mayHold(strings.TrimSpace(line), isNamed) {
			found[i].known = heldlines.Perhaps
		}

		i++
	}
}

// mayHold reports whether a result that is not understood may have a line of a file, which a call names or not.
func (t *taker) mayHold(line string, isNamed bool) bool {
	isTelling := giventext.IsDistinctive(line)
	if isNamed && !isTelling && (t.unclear.IsIncomplete() || t.unclear.Finds(line)) {
		return true
	}
	if isNamed && t.unknown.IsIncomplete() {
		return true
	}
	return (isNamed || isTelling) && t.unknown.Finds(line)
}

// inUnknown says of a line whether it may have been sent within the result of a tool that is not known.
func (t *taker) inUnknown(line string) heldlines.Knowledge {
	line = strings.TrimSpace(line)
	isWithin := t.budget.Search(t.unknown.Len())
	switch {
	case t.unknown.IsIncomplete(), t.inUnclear(line):
		return heldlines.Perhaps
	case t.unknown.Len() == 0 || line == "":
		return heldlines.No
	case !isWithin || t.unknown.Contains(line):
		return heldlines.Perhaps
	}

	return heldlines.No
}

// inUnclear reports whether a line that says too little to be told from others may have been sent within what a command
// printed that is not understood. Those that say more are looked for in all texts.
func (t *taker) inUnclear(line string) bool {
	if line == "" || giventext.IsDistinctive(line) {
		return false
	}
	if t.unclear.Len() == 0 {
		return t.unclear.IsIncomplete()
	}
	return t.unclear.IsIncomplete() || !t.budget.Search(t.unclear.Len()) || t.unclear.Contains(line)
}
