package file

import (
	"eyeline/tui/layout"
	"eyeline/tui/pane"

	tea "github.com/charmbracelet/bubbletea"
)

// Moves moves the pane that the keys move, and lets the rest follow.
type Moves struct {
	screen *Screen
	from   movedFrom
	// outputMoved: the model pane was moved by itself, and the file pane is to follow it
	outputMoved bool
}

// Active is the pane that the moving keys move.
func (m *Moves) Active() *pane.Pane {
	if m.screen.panes.shown() == layout.Model || m.screen.beside() != nil {
		return m.screen.preview.Output()
	}
	return m.screen.text.File()
}

func (m *Moves) half() int64 { return int64(max(m.Active().Height()/2, 1)) }

func (m *Moves) moveCursor(n int64) tea.Cmd { return m.MoveActive(pane.CursorBy(n)) }

// scroll moves the screen by n rows, and the cursor with it.
func (m *Moves) scroll(n int64) tea.Cmd { return m.MoveActive(pane.ScrollBy(n)) }

// roll moves the screen by n rows under the cursor. What a tool gives shows no cursor, so there is nothing to leave behind: it scrolls.
func (m *Moves) roll(n int64) tea.Cmd {
	if m.Active() == m.screen.preview.Output() {
		return m.scroll(n)
	}
	return m.MoveActive(pane.RollBy(n))
}

// MoveActive moves the active pane and whatever follows it.
func (m *Moves) MoveActive(mv pane.Move) tea.Cmd {
	p := m.Active()
	if p == m.screen.text.File() {
		if mv.By() != 0 || mv.Jumps() {
			m.screen.text.Filter().Left = true // see filterState
		}
		if mv.By() < 0 || mv.Jumps() {
			m.screen.text.Arrival().PauseTail()
		}
	}
	before := p.Position()
	cmd := p.Do(mv)
	if by := mv.By(); by != 0 && !p.Loading() && p.Position() == before && !p.Empty() {
		if by > 0 {
			m.screen.desk.Say(m.endWord())
		} else {
			m.screen.desk.Say("beginning")
		}
	}
	if p == m.screen.preview.Output() {
		m.outputMoved = true
		return tea.Batch(cmd, m.screen.panes.Colour(), m.screen.tuning.Comparing().AlignBeside())
	}
	return tea.Batch(cmd, m.CursorMoved(before.Cursor), m.screen.panes.Colour())
}

func (m *Moves) endWord() string {
	if m.Active() == m.screen.preview.Output() {
		return "end of the output"
	}
	if m.screen.text.Doc() != nil && !m.screen.text.Doc().Shown().Complete() {
		return "end so far; more may come"
	}
	return "end"
}

// sideways scrolls chopped lines by n half screens.
func (m *Moves) sideways(n int64) tea.Cmd {
	p := m.Active()
	cmd, moved := p.Sideways(n)
	if !moved {
		return nil
	}
	return tea.Batch(cmd, m.screen.panes.Colour())
}

// lineEdge goes to one end of a line that is longer than the screen.
func (m *Moves) lineEdge(to func(*pane.Pane) pane.Move) tea.Cmd {
	p := m.Active()
	if p.Stride() > 0 {
		m.screen.desk.Say("the hex view shows all of its bytes")
		return nil
	}
	return m.MoveActive(to(p))
}

// CursorMoved lets the window and the model pane follow the file pane's cursor, which was at before, a 0-based byte offset.
// While a move is under way or a search is being typed they wait, and then follow from where the first of the moves began.
func (m *Moves) CursorMoved(before int64) tea.Cmd {
	cmd := m.screen.preview.Model().Align()
	if m.from.Set {
		before = m.from.Off
	}
	waits := m.screen.text.Search().Typing() || m.screen.text.File().Awaited()
	m.from = movedFrom{Off: before, Set: waits}
	if waits || m.screen.text.ToolOff() || m.screen.text.File().Cursor() == before || m.screen.preview.Sent() != nil || !m.screen.preview.Request().Follows() {
		return cmd
	}
	return tea.Batch(cmd, m.screen.preview.FollowCursor())
}

// movedFrom is where the cursor was, as a 0-based byte offset, before moves that nothing has followed yet.
type movedFrom struct {
	Off int64
	Set bool
}

// gotoWindowEnd goes to the window's first line, or to its last one.
func (m *Moves) gotoWindowEnd(last bool) tea.Cmd {
	m.screen.text.Letters().KeepPlace()
	r := m.screen.preview.Reading()
	runs := r.Stats.Runs
	if m.Active() == m.screen.preview.Output() {
		if len(runs) == 0 {
			return nil
		}
		line := runs[0].Content
		if end := runs[len(runs)-1]; last {
			line = end.Content + max(end.Lines-1, 0)
		}
		return m.MoveActive(pane.ToFound(r.PlaceOf(line), pane.Middle))
	}
	off := r.Win.Start
	if last {
		off = max(r.Win.End-1, r.Win.Start)
	}
	if m.screen.text.Doc().Decoded() && !m.screen.text.Hex() {
		lines := r.FirstLine
		if last {
			lines += r.Given().Lines() - 1
		}
		return m.MoveActive(m.screen.text.ToLine(max(lines, 1), pane.Middle))
	}
	return m.MoveActive(pane.To(off, pane.Middle))
}

// followModelPane puts the file pane where the model pane was, when the panes change places.
func (m *Moves) followModelPane() tea.Cmd {
	r := m.screen.preview.Reading()
	if r == nil || r.Out == nil || m.screen.preview.Output().Empty() {
		return nil
	}
	n, ok := r.TopFileLine(m.screen.preview.Output())
	if !ok {
		return nil
	}
	if top, ok := m.screen.text.File().TopLine(); ok && top.Number <= n && n < top.Number+int64(m.screen.text.File().Height()) {
		return nil
	}
	return m.GotoLine(n)
}

// CameFrom says where the cursor was before moves that nothing has followed yet.
func (m *Moves) CameFrom(off int64) {
	if !m.from.Set {
		m.from = movedFrom{Off: off, Set: true}
	}
}

// MovesOutput reports whether the keys move what a tool gives.
func (m *Moves) MovesOutput() bool { return m.Active() == m.screen.preview.Output() }
