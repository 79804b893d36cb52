package preview

import (
	"fmt"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/tui/file/filepages"
	"eyeline/tui/kit/humanize"
)

// What becomes of a line that the current call does not give: another call of the walk may give it, or none.

// Fate says which call of the walk gives a line that the current call does not give. It is "" for a line that this call
// gives, and while the other calls are not known.
func (w *walkPart) Fate(line filepages.Unit) string {
	r := w.Reading
	text := w.text
	isFile := text.Doc.Shown() == w.raw()
	if r == nil || line.Number == 0 || line.End <= line.Off || !isFile || !w.IsWalk() {
		return ""
	}
	if r.Refused != "" {
		return lineName(line) + r.RefusalWord()
	}
	if r.givesPartOf(line) || !r.knowsItsCalls() {
		return ""
	}

	why := " · " + w.program.KeyName(keymap.Facts) + " why"
	call := r.made.FirstCallGiving(line.Off, line.End)
	switch {
	case call > 0 && r.Guessed:
		return lineName(line) + fmt.Sprintf("call %s gives it", humanize.Group(call)) + why
	case call > 0:
		all := humanize.Group(r.Call + r.Left)
		return lineName(line) + fmt.Sprintf("call %s of %s gives it", humanize.Group(call), all) + why
	case line.End <= r.made.Begins():
		key := w.program.KeyName(keymap.Anchor)
		return lineName(line) + w.beforeWalk(line) + " · " + key + " reads from here"
	case r.Guessed:
		return "" // calls that were not made may give it
	}

	return lineName(line) + "no call gives it" + why
}

// beforeWalk words the message for a line before the window of the walk's first call. If that call asked for the line
// and its tool left it out, no call gives it.
func (w *walkPart) beforeWalk(line filepages.Unit) string {
	first := w.FirstOfWalk()
	if first.Mode() == tools.ModeSlice && first.Place() <= line.Number {
		return "no call gives it"
	}
	return "before the first call"
}

// lineName is how a message about a line begins.
func lineName(line filepages.Unit) string { return "L" + humanize.Group(line.Number) + ": " }

// knowsItsCalls reports whether it is known which calls read the file on, and what each gives.
func (r *Reading) knowsItsCalls() bool {
	return r.HasOutput() && r.LeftKnown && r.made != nil && r.Account().Kind == ""
}

// givesPartOf reports whether the call gives at least a part of a line.
func (r *Reading) givesPartOf(line filepages.Unit) bool {
	for _, run := range r.Window.Spans() {
		if run.Start < line.End && line.Off < run.End {
			return true
		}
	}
	return false
}
