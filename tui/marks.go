package tui

import (
	"maps"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/tui/pane"
)

// Marks are places in a document that a letter leads back to.

// mark is a place in a document: off is a 0-based byte offset of a side.
type mark struct {
	side uint64 // the number of the side
	off  int64
	set  bool
}

// keepPlace remembers the cursor for the mark ', which leads back to where the last jump started.
func (m *Model) keepPlace() {
	if m.doc != nil {
		m.prior = mark{side: m.doc.Shown().Number(), off: m.file.Cursor(), set: true}
	}
}

// askMark waits for the letter of a mark to set.
func (m *Model) askMark(int64, bool) tea.Cmd {
	m.push(&letter{text: "mark: type a letter", take: (*Model).setMark})
	return nil
}

// askForMark waits for the letter of a mark to go to.
func (m *Model) askForMark(int64, bool) tea.Cmd {
	m.push(&letter{text: "go to mark: type its letter, or ' to go back", take: (*Model).gotoMark})
	return nil
}

// here is the cursor's place as a mark.
func (m *Model) here() mark {
	return mark{side: m.doc.Shown().Number(), off: m.file.Cursor(), set: true}
}

func (m *Model) setMark(r rune) tea.Cmd {
	if m.doc == nil {
		return nil
	}
	m.marks[r] = m.here()
	m.say("mark " + plain(string(r)) + " set")
	return nil
}

// markAt is the place of a mark by its letter, or why there is none.
func (m *Model) markAt(r rune) (to mark, why string) {
	to, ok := m.marks[r]
	switch r {
	case '\'':
		to, ok = m.prior, m.prior.set
	case '^':
		to, ok = mark{side: m.doc.Shown().Number(), set: true}, true
	case '$':
		to, ok = mark{side: m.doc.Shown().Number(), off: max(m.doc.Shown().Size()-1, 0), set: true}, true
	}
	switch {
	case !ok:
		return to, "no mark " + plain(string(r))
	case to.side != m.doc.Shown().Number():
		return to, "mark " + plain(string(r)) + " is in another file, or another form of this one"
	}
	return to, ""
}

// gotoMark goes to a mark; ' is where the last jump started, ^ and $ the ends of the file.
func (m *Model) gotoMark(r rune) tea.Cmd {
	if m.doc == nil {
		return nil
	}
	if r == '$' && m.afterUnpacking(allUnpacked, func(m *Model) tea.Cmd { return m.gotoMark(r) }) {
		return nil
	}
	to, why := m.markAt(r)
	if why != "" {
		m.say(why)
		return nil
	}
	m.prior = m.here()
	return m.moveActive(pane.To(to.off, pane.Middle))
}

// dropMarks forgets the marks that no longer lead to where they were set: all marks of a file that was replaced, and those
// past the end of one that was truncated.
func (m *Model) dropMarks(now source.Snapshot) {
	gone := func(k mark) bool {
		return k.side == m.doc.Shown().Number() && (now.State == source.Replaced || k.off >= now.Size)
	}
	maps.DeleteFunc(m.marks, func(_ rune, k mark) bool { return gone(k) })
	if gone(m.prior) {
		m.prior = mark{}
	}
}
