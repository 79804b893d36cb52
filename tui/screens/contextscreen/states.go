package contextscreen

import (
	"fmt"

	"eyeline/reader/contextfiles"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
)

// This file words what an agent is sent of a file, as far as the column has room.

// notLookedFor stands in [contextfiles.Row.Left] for a file that only the other agent is sent or leaves out.
var notLookedFor = &contextfiles.LeftOut{}

// notRead is said of such a file: it is no file which this agent left out.
const notRead = "not read"

// stateForm is how much is said of a file in its row.
type stateForm uint8

const (
	wholeState  stateForm = iota // all, with the reason
	briefState                   // without the reason, which stands below the list
	oneWord                      // on a list with the least room
	stateOfLoss                  // what the whole briefing loses stands before it
)

// stateFormIn returns how much the column of states has room for; isBrief: the reasons stand below the list.
func stateFormIn(column draw.Cell, isBrief bool) stateForm {
	switch {
	case !isBrief:
		return wholeState
	case column.Width < shortState:
		return oneWord
	}
	return briefState
}

// stateText is what is said of a row of a side.
func stateText(r contextfiles.Row, of *side, form stateForm) string {
	brief, word := r.State, r.State
	switch {
	case form != briefState && form != oneWord:
	case r.Left == notLookedFor:
		brief, word = notRead, "none"
	case r.Left != nil:
		brief, word = "left out", "out"
	case r.Source != nil:
		brief = r.Source.Extent()
		word = extentWord(r.Source)
	case of.briefing != nil:
		brief, word = partCount(len(of.briefing.Parts))
	}

	if form == oneWord {
		return word
	}
	return brief
}

// extentWord is [contextfiles.Source.Extent] in one word.
func extentWord(s *contextfiles.Source) string {
	switch {
	case s.Cut != nil:
		return "cut"
	case s.Whole:
		return "whole"
	case s.Sent == 0:
		return "named"
	}
	return "part"
}

// partCount says how many parts are sent, and the same in one word.
func partCount(parts int) (brief, word string) {
	switch parts {
	case 0:
		return "nothing is sent", "nothing"
	case 1:
		return "one part", "one"
	}
	word = fmt.Sprint(parts)
	return word + " parts", word
}

// besideOther is what is said of a file that is left out, with what the other agent is sent of it: the first of several
// texts that there is room for.
func besideOther(state draw.Cell, r contextfiles.Row, form stateForm, texts ...string) string {
	isLeftOut := r.Left != nil && r.Left != notLookedFor
	if !isLeftOut || form != briefState {
		return state.Text
	}
	for _, text := range texts {
		if cells.Width(text) <= state.Width {
			return text
		}
	}
	return state.Text
}
