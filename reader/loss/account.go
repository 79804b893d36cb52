package loss

import (
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Account is how many bytes of a file one read returns and loses. All numbers about a read come from here, so that the
// viewer, JSON and check agree.
//
//	Given() + Lost() = File
type Account struct {
	// File is the size of the file in bytes.
	File int64
	// Window is how many bytes are in the window of the read, including a byte order mark before it that is omitted.
	Window int64
	// Cut is how many of the window's bytes are lost by cutting lines. The rest of a line in which the window ends is
	// outside of it.
	Cut int64
	// Kind is what the model gets instead of text: "notice", "outline", "notebook" (the cells as text), or
	// tools.Result.Kind, such as "image"; "" for text.
	Kind string
	// Instead describes that in a sentence.
	Instead string
}

// AccountOf returns the account of a result and the stats of its rendering.
func AccountOf(r *tools.Result, stats tools.Stats) Account {
	outside := UnsentOf(Runs(r.Window, stats), r.FileBytes, -1).Bytes
	a := Account{File: r.FileBytes, Window: r.FileBytes - outside, Kind: r.Kind, Instead: r.Instead}
	a.Cut = min(stats.CutBytes, a.Window)
	if a.Kind == "" {
		a.Kind, a.Instead = inPlaceOfText(r.Window)
	}
	return a
}

// inPlaceOfText returns Kind and Instead for a window that shows no text of the file; "" and "" for others.
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

// Given returns how many bytes of the file the answer has, in some form.
func (a Account) Given() int64 { return a.Window - a.Cut }

// Outside returns how many bytes of the file are outside of the window.
func (a Account) Outside() int64 { return a.File - a.Window }

// Lost returns how many bytes of the file the answer lacks: those outside of the window, and those cut from lines in
// it.
func (a Account) Lost() int64 { return a.Outside() + a.Cut }
