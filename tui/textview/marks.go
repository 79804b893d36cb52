package textview

import (
	"maps"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/tui/cells"
	"eyeline/tui/pane"
)

// Marks are places in a document that a letter leads back to.

// Mark is a place in a document: off is a 0-based byte offset of a side.
type Mark struct {
	Side uint64 // the number of the side
	Off  int64
	Set  bool
}

// KeepPlace remembers the cursor for the mark ', which leads back to where the last jump started.
func (l *lettersPart) KeepPlace() {
	if l.text.Doc != nil {
		l.prior = l.here()
	}
}

// AskMark waits for the letter of a mark to set.
func (l *lettersPart) AskMark(int64, bool) tea.Cmd {
	l.text.overlays.AskLetter("mark: type a letter", l.setMark)
	return nil
}

// AskForMark waits for the letter of a mark to go to.
func (l *lettersPart) AskForMark(int64, bool) tea.Cmd {
	l.text.overlays.AskLetter("go to mark: type its letter, or ' to go back", l.gotoMark)
	return nil
}

// at is a place in what is shown as a mark, and here the cursor's.
func (l *lettersPart) at(off int64) Mark {
	return Mark{Side: l.text.Doc.Shown().Number(), Off: off, Set: true}
}
func (l *lettersPart) here() Mark { return l.at(l.text.File.Cursor) }

func (l *lettersPart) setMark(r rune) tea.Cmd {
	if l.text.Doc == nil {
		return nil
	}
	l.marks[r] = l.here()
	return l.text.desk.Say("mark " + cells.Sanitize(string(r)) + " set")
}

// MarkAt is the place of a mark by its letter, or why there is none.
func (l *lettersPart) MarkAt(r rune) (to Mark, why string) {
	to, shown := l.marks[r], l.text.Doc.Shown()
	switch r {
	case '\'':
		to = l.prior
	case '^':
		to = l.at(0)
	case '$':
		to = l.at(max(shown.Size()-1, 0))
	}
	switch {
	case !to.Set:
		return to, "no mark " + cells.Sanitize(string(r))
	case to.Side != shown.Number():
		return to, "mark " + cells.Sanitize(string(r)) + " is in another file, or another form of this one"
	}
	return to, ""
}

// gotoMark goes to a mark; ' is where the last jump started, ^ and $ the ends of the file.
func (l *lettersPart) gotoMark(r rune) tea.Cmd {
	if l.text.Doc == nil {
		return nil
	}
	if r == '$' && l.text.Arrival.AfterUnpacking(AllUnpacked, func() tea.Cmd { return l.gotoMark(r) }) {
		return nil
	}
	to, why := l.MarkAt(r)
	if why != "" {
		return l.text.desk.Say(why)
	}
	l.prior = l.here()
	return l.text.host.MoveActive(pane.To(to.Off, pane.Middle))
}

// DropMarks forgets the marks that no longer lead to where they were set: all marks of a file that was replaced, and
// those past the end of one that was truncated.
func (l *lettersPart) DropMarks(now source.Snapshot) {
	gone := func(k Mark) bool {
		return k.Side == l.text.Doc.Shown().Number() && (now.State == source.Replaced || k.Off >= now.Size)
	}
	maps.DeleteFunc(l.marks, func(_ rune, k Mark) bool { return gone(k) })
	if gone(l.prior) {
		l.prior = Mark{}
	}
}
