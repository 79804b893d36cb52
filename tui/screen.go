package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/bar"
	"eyeline/tui/stamp"
)

// fullScreen is one of the kinds of screen: what fills the terminal under the overlays, such as a file with its panes, or
// a list of things. The Model has a stack of them, shows the topmost, and knows no more of them than this.
type fullScreen interface {
	// current reports whether the stamp of a message is one that the screen gave and still wants the answer to.
	current(m *Model, x stamp.Stamp) bool
	// update takes a message: the answer of a command, an event of the mouse, a new size of the terminal. Answers and sizes
	// go to every screen of the stack, so that those below stay as they should be; a screen ignores what is not meant for
	// it.
	update(m *Model, msg tea.Msg) tea.Cmd
	// key takes a key that no overlay has used.
	key(m *Model, msg tea.KeyMsg) tea.Cmd
	// rows draws the screen in at most height rows of exactly m.width cells, without the footer. The overlays are drawn
	// over them, in the part of the screen that m.areas calls the body.
	rows(m *Model, height int) []string
	// footer is the last row as far as it is the screen's: the Model adds its message and the count.
	footer(m *Model) bar.Footer
}

// front is the screen that is shown.
func (m *Model) front() fullScreen { return m.screens[len(m.screens)-1] }

// wants reports whether any screen still wants the answer with a stamp.
func (m *Model) wants(x stamp.Stamp) bool {
	for _, s := range m.screens {
		if s.current(m, x) {
			return true
		}
	}
	return false
}

// showsFile reports whether the file screen is shown.
func (m *Model) showsFile() bool {
	_, is := m.front().(fileScreen)
	return is
}

// enter shows a screen in front of the others.
func (m *Model) enter(s fullScreen) tea.Cmd {
	m.screens = append(m.screens, s)
	m.count = ""
	return m.arrange()
}

// leaveScreen goes back to the screen behind the one that is shown. Leaving the last one leaves the program.
func (m *Model) leaveScreen() tea.Cmd {
	if len(m.screens) == 1 {
		return m.quit()
	}
	var left tea.Cmd
	switch s := m.front().(type) {
	case fileScreen:
		left = m.leaveSent()
	case interface{ leave() tea.Cmd }:
		left = s.leave()
	}
	m.screens = m.screens[:len(m.screens)-1]
	m.count = ""
	return tea.Batch(left, m.arrange())
}

// updateScreens gives a message to every screen.
func (m *Model) updateScreens(msg tea.Msg) tea.Cmd {
	if len(m.screens) == 1 {
		return m.screens[0].update(m, msg)
	}
	var cmds []tea.Cmd
	for _, s := range m.screens {
		cmds = append(cmds, s.update(m, msg))
	}
	return tea.Batch(cmds...)
}
