package bar

import (
	"cmp"
	"fmt"
	"strings"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/window"
	"eyeline/themes"
	"eyeline/tui/words"
)

// Given is what a tool gave of a file.
type Given struct {
	Window window.Window
	Stats  tools.Stats
	Mode   tools.Mode
	// Size is the argument that says how long a byte window is, as the tool's schema names it; "" when there is none.
	Size string
	// First is the number of the window's first line, from 1; 0 when it is not known.
	First int64
	// Arriving: more of the input is to come, so all of this may still change.
	Arriving bool
	// Kind is "" for text; otherwise Instead says in a sentence what the model gets in the place of one.
	Kind, Instead string
	// Notes is the number of messages that the agent adds after the result.
	Notes int
	// Estimated: what was given states a number of tokens that is an estimate.
	Estimated bool
}

// Lines is the number of lines of the file that were given.
func (g Given) Lines() int64 {
	return tools.LinesGiven(g.Window, g.Stats)
}

// Range says which part of the file was given: lines where they are known, else bytes.
func (g Given) Range() string {
	w := g.Window
	switch {
	case g.Kind != "":
		return article(g.Kind) + ", not text"
	case w.Kind == window.Outline:
		return "an outline"
	case w.Kind == window.Notice:
		return "a notice, not the content"
	case w.End == w.Start:
		return "nothing"
	case len(w.Runs) > 1:
		return runsText(w)
	case w.Partial:
		return fmt.Sprintf("bytes %s–%s inside one line", words.Group(w.Start), words.Group(w.End))
	}
	lines := ""
	if n := g.Lines(); g.First > 0 && n == 1 {
		lines = fmt.Sprintf("L%d", g.First)
	} else if g.First > 0 && n > 0 {
		lines = fmt.Sprintf("L%d–L%d", g.First, g.First+n-1)
	}
	bytes := fmt.Sprintf("@%s–%s", words.Group(w.Start), words.Group(w.End))
	switch {
	case lines == "":
		return bytes
	case g.Mode == tools.ModeBytes:
		return bytes + " · " + lines
	}
	return lines
}

// article is a noun with its article.
func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// Ends says why the window ends where it does; "" when that needs no word.
func (g Given) Ends() string {
	w := g.Window
	if w.Kind == window.Outline || w.Kind == window.Notice || w.End == w.Start && w.Kind != window.Block {
		return ""
	}
	if g.Arriving && w.Bottom == window.StopFile {
		return "more is arriving"
	}
	below := g.stopText(w.Bottom)
	if above := g.stopText(w.Top); g.Mode == tools.ModeBlock && above != below && w.Top != window.StopFile {
		return "above: " + above + ", below: " + below
	}
	if w.Bottom == window.StopSibling || w.Bottom == window.StopLevel {
		return "next: " + below
	}
	return "ends: " + below
}

// stopText says why a window ends, at its top or at its bottom.
func (g Given) stopText(s window.Stop) string {
	switch s {
	case window.StopAsked:
		return "as asked"
	case window.StopLimit:
		return "limit reached"
	case window.StopFile:
		return "end of file"
	case window.StopLevel:
		return "outer line"
	case window.StopSibling:
		return "sibling block"
	case window.StopCap:
		return fmt.Sprintf("cap of %s reached", words.Group(g.Window.Cap))
	case window.StopBytes:
		return cmp.Or(g.Size, "size") + " reached"
	case window.StopHard:
		return "hard cap of " + words.Size(window.Hard)
	case window.StopOutput:
		return "cap of the output reached"
	case window.StopTokens:
		return "cap of tokens reached, by estimate"
	}
	return ""
}

// ModelLine is what the row below the panes says: what the model gets.
type ModelLine struct {
	NoFile  bool
	Reading bool   // another read is under way
	Refused string // the tool's error, as the model gets it
	// Estimated: the error states a number of tokens that is an estimate.
	Estimated bool
	Failed    string // why the file could not be read
	// Arriving: more of the input is to come, so the refusal may still change.
	Arriving bool
	// Given is nil when there was no read yet, it was refused or it failed.
	Given *Given
	// Tokens is the number of tokens; its Count is 0 when that is not known. Counting says that it is to come.
	Tokens   tokens.Estimate
	Counting bool
	Walk     Walk
	// Offer is the key that goes on after a refusal, with a word for what it does, or says that nothing does; "" for
	// none.
	Offer string
}

// Row draws the model line in exactly width cells.
func (l ModelLine) Row(theme *themes.Theme, width int) string {
	draw := func(left, right []Part) string {
		return rowOver(theme, width, left, right, themes.ModelLine, theme.Style(themes.ModelLineUnder))
	}
	one := func(parts ...Part) string { return draw(parts, nil) }
	// Where there is some room, whose error it is stays, and the tool's text is shortened.
	whose := 1
	if width >= 50 {
		whose = longest
	}
	refusal := "error: "
	if l.Estimated {
		refusal = "error (tokens by estimate): "
	}
	switch {
	case l.NoFile:
		return one(Part{"no file", themes.ModelLine, 0})
	case l.Refused != "" && l.Arriving:
		return one(Part{"model gets ", themes.ModelLine, whose}, Part{"so far: ", themes.ModelLineWarn, whose},
			Part{refusal, themes.ModelError, whose}, Part{l.Refused, themes.ModelError, 9})
	case l.Refused != "":
		var offer []Part
		if l.Offer != "" {
			offer = []Part{{l.Offer, themes.ModelLine, whose}}
		}
		return draw([]Part{
			{"model gets ", themes.ModelLine, whose},
			{refusal, themes.ModelError, whose},
			{l.Refused, themes.ModelError, 9},
		}, offer)
	case l.Failed != "":
		return one(Part{"cannot read: " + l.Failed, themes.ModelError, 9})
	case l.Given == nil:
		return one(Part{"reading…", themes.ModelLine, 0})
	}
	var right []Part
	if l.Reading {
		right = []Part{{"reading…", themes.ModelLine, 2}}
	}
	return draw(l.parts(), right)
}

func (l ModelLine) parts() []Part {
	parts := []Part{{"model gets ", themes.ModelLine, 6}}
	add := func(keep int, role themes.Role, text string) {
		if text == "" {
			return
		}
		if len(parts) > 1 {
			parts = append(parts, Part{" · ", themes.ModelLine, keep})
		}
		parts = append(parts, Part{text, role, keep})
	}
	g, s := l.Given, l.Given.Stats
	switch number, counted := Tokens(l.Tokens); {
	case number != "":
		add(9, themes.ModelLineValue, number)
		parts = append(parts, Part{" (" + counted + ")", themes.ModelLine, 3})
	case l.Counting:
		add(9, themes.ModelLineValue, "≈… tokens")
	}
	add(8, themes.ModelLineValue, g.Range())
	if g.Arriving {
		add(8, themes.ModelLineWarn, "so far")
	}
	if k := g.Window.Kind; k != window.Outline && k != window.Notice {
		if n := g.Lines(); n > 0 {
			add(2, themes.ModelLineValue, words.Count(n, "line"))
		}
	}
	if g.Kind != "" {
		add(7, themes.ModelLine, g.Instead)
	}
	if g.Kind == "" || s.Bytes > 0 {
		add(4, themes.ModelLine, words.Size(s.Bytes))
	}
	if g.Notes > 0 {
		add(5, themes.ModelLineValue, words.Count(int64(g.Notes), "note"))
	}
	if g.Estimated {
		add(4, themes.ModelLine, "the tokens it names: by estimate")
	}
	add(8, themes.ModelLineWarn, Holes(g.Window))
	if s.Cut > 0 {
		add(7, themes.ModelLineWarn, words.Count(s.Cut, "line")+" cut")
	}
	for i, lost := range Losses(s) {
		keep := 2
		if i == 0 && s.Replaced > 0 {
			keep = 6
		}
		add(keep, themes.ModelLineWarn, lost)
	}
	if n := g.Window.Renumbered; n > 0 {
		add(5, themes.ModelLineWarn, fmt.Sprintf("counts lines otherwise from L%d on", n))
	}
	l.Walk.parts(add)
	add(4, themes.ModelLine, g.Ends())
	return parts
}
