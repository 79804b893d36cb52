package file

import (
	"eyeline/tui/layout"
	"eyeline/tui/pane"
	"eyeline/tui/screens"

	tea "github.com/charmbracelet/bubbletea"
)

// drag handles the left button of the mouse in the file pane: dragging it marks lines.
func (s *Screen) drag(msg tea.MouseMsg) tea.Cmd {
	area, k := s.areas.File, s.text.Marking()
	switch msg.Action {
	case tea.MouseActionRelease:
		k.Pressed = false
		return nil
	case tea.MouseActionPress:
		l, ok := s.text.File().LineAt(msg.Y - area.Y)
		if !k.Moving {
			k.Unmark()
		}
		if k.Pressed = ok && area.Contains(msg.X, msg.Y) && s.beside() == nil; k.Pressed {
			k.PressedAt = l.Off
		}
		if s.text.ToolOff() && !k.Moving {
			return nil // there is no cursor to place
		}
		return s.click(msg.X, msg.Y)
	}
	if !k.Pressed {
		return nil
	}
	var cmd tea.Cmd
	row := msg.Y - area.Y
	switch {
	case row < 0:
		cmd = s.scroll(-1)
	case row >= area.Height:
		cmd = s.scroll(1)
	}
	l, ok := s.text.File().LineAt(max(min(row, area.Height-1), 0))
	if !ok {
		_, l, ok = s.text.File().Visible()
	}
	if !ok || !k.On && l.Off == k.PressedAt {
		return cmd
	}
	k.On, k.Moving = true, false
	k.From, k.To = k.PressedAt, l.Off
	return cmd
}

// fileMouse scrolls the file with the wheel, puts the cursor where a click falls, and marks lines that are dragged over.
func (s *Screen) fileMouse(msg tea.MouseMsg) tea.Cmd {
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		return s.wheel(msg, screens.WheelRows)
	case msg.Button == tea.MouseButtonWheelUp:
		return s.wheel(msg, -screens.WheelRows)
	case msg.Button == tea.MouseButtonLeft:
		return s.drag(msg)
	}
	return nil
}

// wheel scrolls the pane that the pointer is on by n rows.
func (s *Screen) wheel(msg tea.MouseMsg, n int64) tea.Cmd {
	if s.panes() == layout.Both && s.beside() == nil && s.areas.Model.Contains(msg.X, msg.Y) {
		return s.preview.Output().Do(pane.ScrollBy(n))
	}
	return s.roll(n)
}

func (s *Screen) toggleMouse(int64, bool) tea.Cmd {
	s.opts.Mouse = !s.opts.Mouse
	if s.opts.Mouse {
		s.desk.Say("the mouse scrolls and places the cursor")
		return tea.EnableMouseCellMotion
	}
	s.desk.Say("the mouse is the terminal's: select text with it")
	return tea.DisableMouse
}
