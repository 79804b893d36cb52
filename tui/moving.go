package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/pane"
)

// Moving the pane that the keys move, and what follows it.

// active is the pane that the moving keys move.
func (m *Model) active() *pane.Pane {
	if m.panes() == layoutModel || m.beside != nil {
		return &m.output
	}
	return &m.file
}

func (m *Model) half() int64 { return int64(max(m.active().Height()/2, 1)) }

func (m *Model) moveCursor(n int64) tea.Cmd { return m.moveActive(pane.CursorBy(n)) }

// scroll moves the screen by n rows, and the cursor with it.
func (m *Model) scroll(n int64) tea.Cmd { return m.moveActive(pane.ScrollBy(n)) }

// roll moves the screen by n rows under the cursor. What a tool gives shows no cursor, so there is nothing to leave behind: it scrolls.
func (m *Model) roll(n int64) tea.Cmd {
	if m.active() == &m.output {
		return m.scroll(n)
	}
	return m.moveActive(pane.RollBy(n))
}

// moveActive moves the active pane and whatever follows it.
func (m *Model) moveActive(mv pane.Move) tea.Cmd {
	p := m.active()
	if p == &m.file {
		if mv.By() != 0 || mv.Jumps() {
			m.filter.left = true // see filterState
		}
		if mv.By() < 0 || mv.Jumps() {
			m.pauseTail()
		}
	}
	before := p.Position()
	cmd := p.Do(mv)
	if by := mv.By(); by != 0 && !p.Loading() && p.Position() == before && !p.Empty() {
		if by > 0 {
			m.say(m.endWord())
		} else {
			m.say("beginning")
		}
	}
	if p == &m.output {
		m.outputMoved = true
		return tea.Batch(cmd, m.colour(), m.alignBeside())
	}
	return tea.Batch(cmd, m.cursorMoved(before.Cursor), m.colour())
}

func (m *Model) endWord() string {
	if m.active() == &m.output {
		return "end of the output"
	}
	if m.doc != nil && !m.doc.Shown().Complete() {
		return "end so far; more may come"
	}
	return "end"
}

// sideways scrolls chopped lines by n half screens.
func (m *Model) sideways(n int64) tea.Cmd {
	p := m.active()
	cmd, moved := p.Sideways(n)
	if !moved {
		return nil
	}
	return tea.Batch(cmd, m.colour())
}

// lineEdge goes to one end of a line that is longer than the screen.
func (m *Model) lineEdge(to func(*pane.Pane) pane.Move) tea.Cmd {
	p := m.active()
	if p.Stride() > 0 {
		m.say("the hex view shows all of its bytes")
		return nil
	}
	return m.moveActive(to(p))
}

// cursorMoved lets the window and the model pane follow the file pane's cursor, which was at before, a 0-based byte offset.
// While a move is under way or a search is being typed they wait, and then follow from where the first of the moves began.
func (m *Model) cursorMoved(before int64) tea.Cmd {
	cmd := m.alignOutput()
	if m.movedFrom.set {
		before = m.movedFrom.off
	}
	waits := m.live != nil || m.file.Awaited()
	m.movedFrom = movedFrom{off: before, set: waits}
	if waits || m.toolOff || m.file.Cursor() == before || m.sent != nil || !m.req.Follows() {
		return cmd
	}
	return tea.Batch(cmd, m.followCursor())
}

// movedFrom is where the cursor was, as a 0-based byte offset, before moves that nothing has followed yet.
type movedFrom struct {
	off int64
	set bool
}
