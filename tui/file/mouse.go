package file

import (
	"eyeline/tui/layout"
	"eyeline/tui/pane"
	"eyeline/tui/screens"

	tea "github.com/charmbracelet/bubbletea"
)

// mouse does what the mouse asks for in the panes.
type mouse struct{ screen *Screen }

// drag handles the left button of the mouse in the file pane: dragging it marks lines.
func (m *mouse) drag(msg tea.MouseMsg) tea.Cmd {
	area, k := m.screen.panes.areas.File, m.screen.text.Marking()
	switch msg.Action {
	case tea.MouseActionRelease:
		k.Pressed = false
		return nil
	case tea.MouseActionPress:
		l, ok := m.screen.text.File().LineAt(msg.Y - area.Y)
		if !k.Moving {
			m.screen.text.Marking().Unmark()
		}
		if k.Pressed = ok && area.Contains(msg.X, msg.Y) && m.screen.beside() == nil; k.Pressed {
			k.PressedAt = l.Off
		}
		if m.screen.text.ToolOff() && !k.Moving {
			return nil // there is no cursor to place
		}
		return m.click(msg.X, msg.Y)
	}
	if !k.Pressed {
		return nil
	}
	var cmd tea.Cmd
	row := msg.Y - area.Y
	switch {
	case row < 0:
		cmd = m.screen.moves.scroll(-1)
	case row >= area.Height:
		cmd = m.screen.moves.scroll(1)
	}
	l, ok := m.screen.text.File().LineAt(max(min(row, area.Height-1), 0))
	if !ok {
		_, l, ok = m.screen.text.File().Visible()
	}
	if !ok || !k.On && l.Off == k.PressedAt {
		return cmd
	}
	k.On, k.Moving = true, false
	k.From, k.To = k.PressedAt, l.Off
	return cmd
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

// wheel scrolls the pane that the pointer is on by n rows.
func (m *mouse) wheel(msg tea.MouseMsg, n int64) tea.Cmd {
	if m.screen.panes.shown() == layout.Both && m.screen.beside() == nil && m.screen.panes.areas.Model.Contains(msg.X, msg.Y) {
		return m.screen.preview.Output().Do(pane.ScrollBy(n))
	}
	return m.screen.moves.roll(n)
}

func (m *mouse) toggleMouse() tea.Cmd {
	m.screen.opts.Mouse = !m.screen.opts.Mouse
	if m.screen.opts.Mouse {
		m.screen.desk.Say("the mouse scrolls and places the cursor")
		return tea.EnableMouseCellMotion
	}
	m.screen.desk.Say("the mouse is the terminal's: select text with it")
	return tea.DisableMouse
}

// click puts the cursor on the line at a cell of the screen, if the cell is in the pane that the keys move.
func (m *mouse) click(x, y int) tea.Cmd {
	p, area := m.screen.text.File(), m.screen.panes.areas.File
	switch {
	case m.screen.beside() != nil:
		p, area = m.screen.preview.Output(), m.screen.panes.areas.Compared[m.screen.beside().At].Output
		if m.screen.beside().Own != nil && m.screen.panes.areas.Compared[1-m.screen.beside().At].All().Contains(x, y) {
			return m.screen.tuning.Comparing().TuneOther()
		}
	case m.screen.panes.shown() == layout.Model:
		p, area = m.screen.preview.Output(), m.screen.panes.areas.Model
	}
	if !area.Contains(x, y) {
		return nil
	}
	l, ok := p.LineAt(y - area.Y)
	if !ok {
		return nil
	}
	return m.screen.moves.MoveActive(pane.To(l.Off, pane.Near))
}
