package file

import (
	"eyeline/keymap"

	tea "github.com/charmbracelet/bubbletea"
)

// escape undoes one thing each time: it forgets the count, else stops what runs, else closes what is open.
func (s *Screen) escape(_ int64, counted bool) tea.Cmd {
	switch {
	case counted: // the count is gone
	case s.interrupted():
		s.files.showFolderAgain()
		s.desk.Say("stopped")
	case s.text.Marking().On:
		s.text.Marking().Unmark()
	case s.beside() != nil:
		return s.tuning.Comparing().LeaveComparison()
	case s.text.Search().Highlighting():
		s.text.Search().Hide()
		s.panes.Redraw()
	case s.text.Filter().Filter != nil:
		return s.text.Filter().ShowAll()
	case s.text.Arrival().TailPaused():
		s.text.Arrival().ForgetTail()
		s.desk.Say("no longer following")
	case !s.host.Alone():
		return s.host.Leave()
	}
	return nil
}

// interrupt is Ctrl-C: it stops what runs, then quits.
func (s *Screen) interrupt() tea.Cmd {
	if s.interrupted() {
		s.files.showFolderAgain()
		s.desk.Say("stopped; " + s.desk.KeyName(keymap.Interrupt) + " again quits")
		return nil
	}
	return s.host.Quit()
}
