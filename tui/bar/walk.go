package bar

import (
	"fmt"

	"eyeline/reader/tokens"
	"eyeline/themes"
	"eyeline/tui/words"
)

// Walk is where a call is among those that read a file on.
type Walk struct {
	// Call is the number of the call, from 1; 0 where no calls follow each other. Calls is how many there are, 0 while
	// that is not known; Guessed: they were not all made to be counted.
	Call, Calls int64
	Guessed     bool
	// Remain is how many lines follow those that the call gives; 0 also when that is not known.
	Remain int64
	// Tokens are those of all the calls; its Count is 0 when that is not known.
	Tokens tokens.Estimate
	// NotTold: more follows, and nothing in the answer says so.
	NotTold bool
}

// parts adds the walk's words to those of a model line.
func (w Walk) parts(add func(keep int, role themes.Role, text string)) {
	if w.Call > 1 || w.Calls > 1 {
		w.callParts(add)
	}
	if w.NotTold {
		add(6, themes.ModelLineWarn, "the model is not told")
	}
}

// callParts adds which of the calls it is, and how much they all are.
func (w Walk) callParts(add func(keep int, role themes.Role, text string)) {
	about := ""
	if w.Guessed {
		about = "≈"
	}
	if w.Calls > 0 {
		add(5, themes.ModelLineValue, fmt.Sprintf("call %s of %s%s", words.Group(w.Call), about, words.Group(w.Calls)))
	} else {
		add(5, themes.ModelLineValue, "call "+words.Group(w.Call))
	}
	if w.Remain > 0 {
		add(3, themes.ModelLine, words.Count(w.Remain, "line")+" remain")
	}
	if number, _ := Tokens(w.Tokens); number != "" {
		add(2, themes.ModelLine, number+" in all")
	}
}
