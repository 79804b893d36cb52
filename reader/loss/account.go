package loss

import (
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Account says how many bytes of a file one read gives and how many it loses. Whatever speaks of a read takes its
// numbers from here, so that the viewer, the JSON and a check say the same.
//
//	Given() + Lost() = File
type Account struct {
	// File is the size of the file.
	File int64
	// Window is how many bytes lie in the window of the read, with a byte-order mark before it that is left out.
	Window int64
	// Cut is how many of the window's bytes are cut out of lines. The rest of a line in which the window ends lies
	// outside it.
	Cut int64
	// Kind says what the model gets in place of the text of the file: "notice", "outline", "notebook" (the cells as a
	// text), or what tools.Result.Kind has, such as "image"; "" where it gets the text.
	Kind string
	// Instead says it in a sentence.
	Instead string
}

// AccountOf is the account of a result. stats are those of its rendering.
func AccountOf(r *tools.Result, stats tools.Stats) Account {
	outside := UnsentOf(Runs(r.Window, stats), r.FileBytes, -1).Bytes
	a := Account{File: r.FileBytes, Window: r.FileBytes - outside, Kind: r.Kind, Instead: r.Instead}
	a.Cut = min(stats.CutBytes, a.Window)
	if a.Kind == "" {
		a.Kind, a.Instead = inPlaceOfText(r.Window)
	}
	return a
}

// inPlaceOfText names what a window stands for that shows no text of the file, and says it in a sentence; "" and "" for
// the others.
func inPlaceOfText(w window.Window) (kind, sentence string) {
	switch {
	case w.Kind == window.Converted:
		return "notebook", "The model gets the cells of the notebook as a text that the tool makes of them."
	case len(w.Spans()) > 0:
		return "", ""
	case w.Kind == window.Outline:
		return "outline", "The model gets an outline of the file in place of its text."
	case w.Kind == window.Notice:
		return "notice", "The model gets a text about the file in place of its text."
	}
	return "", ""
}

// Given is how many bytes of the file are in the answer, in one form or another.
func (a Account) Given() int64 { return a.Window - a.Cut }

// Outside is how many bytes of the file lie outside the window.
func (a Account) Outside() int64 { return a.File - a.Window }

// Lost is how many bytes of the file the answer does not give: those outside the window, and those that are cut out of
// lines in it.
func (a Account) Lost() int64 { return a.Outside() + a.Cut }
