package tui

import (
	"eyeline/keymap"
	"eyeline/tui/kit/keypress"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"

	tea "github.com/charmbracelet/bubbletea"
)

// mouseEvent gives an event of the mouse to the overlay that the pointer is on, or else to the screen.
func (m *model) mouseEvent(msg tea.MouseMsg) tea.Cmd {
	o, row := m.under(msg.X, msg.Y)
	press := msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress
	switch {
	case press && m.onFooter(msg.Y):
		return m.pressed(m.footerKey(msg.X))
	case press && !m.overlays.Any() && m.screenKey(msg.X, msg.Y) != "":
		return m.pressed(m.screenKey(msg.X, msg.Y))
	case o == nil:
		return m.Front().Update(msg)
	case msg.Button == tea.MouseButtonWheelDown:
		return o.Wheel(1)
	case msg.Button == tea.MouseButtonWheelUp:
		return o.Wheel(-1)
	case press:
		return o.Click(msg.X, row)
	}

	return nil
}

// pressed does what the key of a name does; nothing for "".
func (m *model) pressed(name string) tea.Cmd {
	if name == "" {
		return nil
	}
	return m.key(keypress.Of(keymap.Parse(name)))
}

// screenKey is the name of the key of what is drawn at a cell of the screen above the footer; "" without one.
func (m *model) screenKey(x, y int) string {
	if s, ok := m.Front().(screens.Pressable); ok {
		return s.KeyAt(x, y)
	}
	return ""
}

// under is the overlay at a cell of the screen, nil without one, and the cell's 0-based row in it.
func (m *model) under(x, y int) (overlay.Pointed, int) {
	body := m.file.Panes.Areas().Body
	if o, _ := m.overlays.Cover(body.Height); o != nil {
		p, _ := o.(overlay.Pointed)
		return p, y - body.Y
	}
	if p, ok := m.overlays.Panel().(overlay.Pointed); ok && m.file.Panes.Areas().Overlay.Contains(x, y) {
		return p, y - m.file.Panes.Areas().Overlay.Y
	}
	return nil, 0
}
