package file

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/layout"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/screens"
)

// mouse handles the mouse in the panes.
type mouse struct {
	*base
	toolPanels *toolpanels.Panels
	modes      *modes
	panes      *panes
	moves      *moves
}

// drag handles the left button of the mouse in the file pane: dragging it marks lines.
func (m *mouse) drag(msg tea.MouseMsg) tea.Cmd {
	area := m.panes.areas.File
	marking := m.Text.Marking
	switch msg.Action {
	case tea.MouseActionRelease:
		marking.Release()
		return nil
	case tea.MouseActionPress:
		return m.press(msg)
	}

	if !marking.Dragging() {
		return nil
	}

	var cmd tea.Cmd
	row := msg.Y - area.Y
	switch {
	case row < 0:
		cmd = m.moves.scroll(-1)
	case row >= area.Height:
		cmd = m.moves.scroll(1)
	}

	l, ok := m.Text.File.LineAt(max(min(row, area.Height-1), 0))
	if !ok {
		_, l, ok = m.Text.File.Visible()
	}
	if ok {
		marking.DragTo(l.Off)
	}

	return cmd
}

// press begins to mark lines at the pointer, and puts the cursor there.
func (m *mouse) press(msg tea.MouseMsg) tea.Cmd {
	marking := m.Text.Marking
	area := m.panes.areas.File
	l, ok := m.Text.File.LineAt(msg.Y - area.Y)

	if !marking.Moving {
		marking.Unmark()
	}

	marking.Release()
	if ok && area.Contains(msg.X, msg.Y) && m.beside() == nil {
		marking.Press(l.Off)
	}
	if m.Text.ToolOff && !marking.Moving {
		return nil // there is no cursor to place
	}

	return m.click(msg.X, msg.Y)
}

// handle scrolls the file with the wheel, puts the cursor where a click falls, and marks lines that are dragged
// over.
func (m *mouse) handle(msg tea.MouseMsg) tea.Cmd {
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		return m.wheel(msg, screens.WheelRows)
	case msg.Button == tea.MouseButtonWheelUp:
		return m.wheel(msg, -screens.WheelRows)
	case msg.Button == tea.MouseButtonLeft:
		return m.drag(msg)
	}
	return nil
}

// wheel scrolls the pane that the pointer is on by n rows; beside the file both, whose rows are of the same lines.
func (m *mouse) wheel(msg tea.MouseMsg, n int64) tea.Cmd {
	stacked := m.modes.shown() == layout.Both && m.beside() == nil && !m.panes.areas.TwoPanes()
	if stacked && m.panes.areas.Model.Contains(msg.X, msg.Y) {
		return m.Preview.Output().Do(pane.ScrollBy(n))
	}
	return m.moves.roll(n)
}

func (m *mouse) toggleMouse() tea.Cmd {
	if m.opts.Terminal.ToggleMouse() {
		m.program.Say("the mouse scrolls and places the cursor")
		return tea.EnableMouseCellMotion
	}
	m.program.Say("the mouse is the terminal's: select text with it")
	return tea.DisableMouse
}

// click puts the cursor on the line at a cell of the screen, if the cell is in the pane that the keys move.
func (m *mouse) click(x, y int) tea.Cmd {
	p := m.Text.File
	area := m.panes.areas.File
	switch {
	case m.beside() != nil:
		p, area = m.Preview.Output(), m.panes.areas.Compared[m.beside().At].Output
		areas := &m.panes.areas
		other := areas.Compared[1-m.beside().At].All()
		if m.beside().Own != nil && areas.TwoPanes() && other.Contains(x, y) {
			return m.toolPanels.Comparing.TuneOther()
		}
	case m.modes.shown() == layout.Model:
		p = m.Preview.Output()
		area = m.panes.areas.Model
	}

	if !area.Contains(x, y) {
		return nil
	}

	l, ok := p.LineAt(y - area.Y)
	if !ok || p.IsSeam(y-area.Y) {
		return nil
	}

	return m.moves.MoveActive(pane.To(l.Off, pane.Near))
}
