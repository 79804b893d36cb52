package tui

import (
	"eyeline/tui/screens"
	"eyeline/tui/stamp"

	tea "github.com/charmbracelet/bubbletea"
)

// front is the screen that is shown.
func (m *Model) front() screens.Screen { return m.screens[len(m.screens)-1] }

// wants reports whether any screen still wants the answer with a stamp.
func (m *Model) wants(x stamp.Stamp) bool {
	for _, s := range m.screens {
		if s.Current(x) {
			return true
		}
	}
	return false
}

// showsFile reports whether the file screen is shown.
func (m *Model) showsFile() bool {
	return m.front() == screens.Screen(m.file)
}

// enter shows a screen in front of the others.
func (m *Model) enter(s screens.Screen) tea.Cmd {
	m.screens = append(m.screens, s)
	m.file.ForgetCount()
	return m.file.Panes().Arrange()
}

// leaveScreen goes back to the screen behind the one that is shown. Leaving the last one leaves the program.
func (m *Model) leaveScreen() tea.Cmd {
	if len(m.screens) == 1 {
		return m.quit()
	}
	left := m.front().Leave()
	m.screens = m.screens[:len(m.screens)-1]
	m.file.ForgetCount()
	return tea.Batch(left, m.file.Panes().Arrange())
}

// updateScreens gives a message to every screen.
func (m *Model) updateScreens(msg tea.Msg) tea.Cmd {
	if len(m.screens) == 1 {
		return m.screens[0].Update(msg)
	}
	var cmds []tea.Cmd
	for _, s := range m.screens {
		cmds = append(cmds, s.Update(msg))
	}
	return tea.Batch(cmds...)
}
