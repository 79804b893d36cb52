package preview

import (
	"fmt"

	"eyeline/keymap"
	"eyeline/tui/filepages"
	"eyeline/tui/humanize"
)

// A line that the current read does not give may come with another call of the walk, or with none.

// Fate says which call of the walk gives a line of the file that the current one does not give; "" where it gives the
// line, and where that is not known.
func (w *walkPart) Fate(line filepages.Unit) string {
	r := w.asked.Reading
	if r == nil || line.Number == 0 || line.End <= line.Off || w.asked.raw() != w.asked.text.Doc.Shown() || !w.Walks() {
		return ""
	}
	if r.Refused != "" {
		return of(line) + "refused"
	}
	if r.Out == nil || r.given(line) || !r.LeftKnown || r.made == nil || r.Account().Kind != "" {
		return ""
	}
	why := " · " + w.asked.desk.KeyName(keymap.Facts) + " why"
	switch call := r.made.Giving(line.Off, line.End); {
	case call > 0 && r.Guessed:
		return of(line) + fmt.Sprintf("call %s gives it", humanize.Group(call)) + why
	case call > 0:
		return of(line) + fmt.Sprintf("call %s of %s gives it", humanize.Group(call), humanize.Group(r.Call+r.Left)) + why
	case line.End <= r.made.Begins():
		return of(line) + "before the first call · " + w.asked.desk.KeyName(keymap.Anchor) + " reads from here"
	case r.Guessed:
		return "" // calls that were not made may give it
	}
	return of(line) + "no call gives it" + why
}

// of names a line.
func of(line filepages.Unit) string { return "L" + humanize.Group(line.Number) + ": " }

// given reports whether the window has a part of a line.
func (r *Reading) given(line filepages.Unit) bool {
	for _, run := range r.Window.Spans() {
		if run.Start < line.End && line.Off < run.End {
			return true
		}
	}
	return false
}
