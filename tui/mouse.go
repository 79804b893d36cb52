package tui

import (
	tea "github.com/charmbracelet/bubbletea"
)

// wheelLines is how many lines of a file one step of the wheel scrolls.
const wheelLines = 3

// mouseEvent scrolls with the wheel what the pointer is on, and puts the cursor where a click falls.
func (m *Model) mouseEvent(msg tea.MouseMsg) tea.Cmd {
	o, row := m.under(msg.X, msg.Y)
	steps := 0
	switch msg.Button {
	case tea.MouseButtonWheelDown:
		steps = 1
	case tea.MouseButtonWheelUp:
		steps = -1
	case tea.MouseButtonLeft:
		switch {
		case msg.Action != tea.MouseActionPress:
		case o != nil:
			return o.click(m, row)
		default:
			return m.click(msg.X, msg.Y)
		}
	}
	switch {
	case steps == 0:
		return nil
	case o != nil:
		return o.wheel(m, steps)
	}
	return m.scroll(int64(steps * wheelLines))
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
