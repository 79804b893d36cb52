package textview

import (
	"maps"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/tui/kit/cells"
)

// Marks are places in a document that a letter leads back to.

// Mark is a place in a document: off is a 0-based byte offset of a side.
type Mark struct {
	Content uint64 // the number of the side
	Off     int64
	Set     bool
}

// KeepPlace remembers the cursor for the mark ', which leads back to where the last jump started.
func (l *bookmarksPart) KeepPlace() {
	if l.view.Doc != nil {
		l.prior = l.here()
	}
}

// jumpedFrom remembers a place for the mark ', at a 0-based offset of what is shown.
func (l *bookmarksPart) jumpedFrom(off int64) { l.prior = l.at(off) }

// AskMark waits for the letter of a mark to set.
func (l *bookmarksPart) AskMark(int64, bool) tea.Cmd {
	l.view.overlays.AskLetter("mark: type a letter", l.setMark)
	return nil
}

// at is a place in what is shown as a mark, and here the cursor's.
func (l *bookmarksPart) at(off int64) Mark {
	return Mark{Content: l.view.Shown().Number(), Off: off, Set: true}
}
func (l *bookmarksPart) here() Mark { return l.at(l.view.File.Cursor) }

// Letters are the places that a person has set, for the text of another document.
func (l *bookmarksPart) Letters() map[rune]Mark { return l.marks }

func (l *bookmarksPart) setMark(r rune) tea.Cmd {
	if l.view.Doc == nil {
		return nil
	}
	l.marks[r] = l.here()
	return l.view.program.Say("mark " + cells.Sanitize(string(r)) + " set")
}

// MarkAt is the place of a mark by its letter, or why that mark is not set.
func (l *bookmarksPart) MarkAt(r rune) (to Mark, why string) {
	to = l.marks[r]
	shown := l.view.Shown()
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
	case to.Content != shown.Number():
		return to, "mark " + cells.Sanitize(string(r)) + " is in another file, or another form of this one"
	}

	return to, ""
}

// DropMarks forgets the marks that no longer lead to where they were set: all marks of a file that was replaced, and
// those past the end of one that was truncated.
func (l *bookmarksPart) DropMarks(now source.Snapshot) {
	gone := func(k Mark) bool {
		return k.Content == l.view.Shown().Number() && (now.State == source.Replaced || k.Off >= now.Size)
	}
	maps.DeleteFunc(l.marks, func(_ rune, k Mark) bool { return gone(k) })
	if gone(l.prior) {
		l.prior = Mark{}
	}
}
