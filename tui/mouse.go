package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/pane"
	"eyeline/tui/screens"
)

// mouseEvent gives an event of the mouse to the overlay that the pointer is on, or else to the screen.
func (m *Model) mouseEvent(msg tea.MouseMsg) tea.Cmd {
	o, row := m.under(msg.X, msg.Y)
	switch {
	case o == nil:
		return m.front().Update(msg)
	case msg.Button == tea.MouseButtonWheelDown:
		return o.wheel(m, 1)
	case msg.Button == tea.MouseButtonWheelUp:
		return o.wheel(m, -1)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		return o.click(m, row)
	}
	return nil
}

// fileMouse scrolls the file with the wheel, puts the cursor where a click falls, and marks lines that are dragged over.
func (m *Model) fileMouse(msg tea.MouseMsg) tea.Cmd {
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
func (m *Model) wheel(msg tea.MouseMsg, n int64) tea.Cmd {
	if m.panes() == layoutBoth && m.beside == nil && m.areas.model.contains(msg.X, msg.Y) {
		return m.output.Do(pane.ScrollBy(n))
	}
	return m.roll(n)
}

// under is the overlay at a cell of the screen, nil when there is none, and the cell's 0-based row in it.
func (m *Model) under(x, y int) (pointed, int) {
	body := m.areas.body
	if o, _ := m.cover(body.height); o != nil {
		p, _ := o.(pointed)
		return p, y - body.y
	}
	if p, ok := m.panel().(pointed); ok && m.areas.overlay.contains(x, y) {
		return p, y - m.areas.overlay.y
	}
	return nil, 0
}

func (m *Model) toggleMouse(int64, bool) tea.Cmd {
	m.opts.Mouse = !m.opts.Mouse
	if m.opts.Mouse {
		m.say("the mouse scrolls and places the cursor")
		return tea.EnableMouseCellMotion
	}
	m.say("the mouse is the terminal's: select text with it")
	return tea.DisableMouse
}
