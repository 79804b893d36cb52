package bar

import (
	"fmt"
	"path"
	"path/filepath"

	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/words"
)

// Title is what the first row says: the file and the request.
type Title struct {
	NoFile   bool
	Revision string // of git, with a colon, before the name; "" for a file that is not of one
	Name     string // of the file, as a path; shortened to its last element where there is no room
	// Place is the file's place among Of files, from 1.
	Place, Of int
	Language  string // "" when it is not known
	Form      string // how the bytes are shown, when not as they are
	Size      int64  // bytes
	Lines     int64  // -1 while they are being counted
	Counted   int64  // bytes in which the lines are counted, of Total
	Total     int64
	// Incomplete says that reading failed before the end; Arriving that more may come.
	Incomplete, Arriving bool
	// Partly says that a packed file is unpacked in part only, since no more of it has been asked for.
	Partly bool
	// Agent is the agent whose tool is previewed, with its version; "" when there is none.
	Agent string
	// Request is the request in words, the most important first.
	Request []string
}

// requestKeep is how long each word of a request stays.
var requestKeep = []int{8, 8, 6, 5, 4, 4, 1}

// Row draws the title in exactly width cells.
func (t Title) Row(theme *themes.Theme, width int) string {
	if t.NoFile {
		return Row(theme, width, []Part{{"eyeline", themes.Title, 9}}, nil, themes.TitleDim)
	}
	left := []Part{{t.Revision + shortName(t.Name, width), themes.Title, 8}}
	add := func(text string, role themes.Role, keep int) {
		if text != "" {
			left = append(left, Part{"  " + text, role, keep})
		}
	}
	if t.Of > 1 {
		left = append(left, Part{fmt.Sprintf(" (%d of %d)", t.Place, t.Of), themes.TitleDim, 4})
	}
	add(t.Language, themes.TitleDim, 1)
	add(t.Form, themes.TitleAccent, 4)
	add(words.Size(t.Size), themes.TitleDim, 3)
	switch {
	case t.Partly:
	case t.Lines >= 0:
		add(words.Count(t.Lines, "line"), themes.TitleDim, 2)
	case t.Arriving:
		add("counting lines", themes.TitleDim, 2) // how many of how many is not known
	case t.Total > 0:
		add("counting lines "+words.Percent(t.Counted, t.Total), themes.TitleDim, 2)
	}
	if t.Incomplete {
		add("incomplete", themes.TitleAccent, 4)
	}
	switch {
	case t.Partly:
		add("unpacked in part", themes.TitleDim, 2)
	case t.Arriving:
		add("arriving", themes.TitleDim, 2)
	}
	var right []Part
	if t.Agent != "" {
		right = []Part{{t.Agent + " · ", themes.TitleDim, 3}}
	}
	for i, w := range t.Request {
		if i > 0 {
			w = " · " + w
		}
		right = append(right, Part{w, themes.TitleAccent, requestKeep[min(i, len(requestKeep)-1)]})
	}
	return Row(theme, width, left, right, themes.TitleDim)
}

// shortName is the name of a file or, where that takes more than a third of a row, the last element of the path.
func shortName(name string, width int) string {
	if cells.Width(name) > width/3 {
		return path.Base(filepath.ToSlash(name))
	}
	return name
}
