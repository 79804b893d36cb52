package tui

import (
	"eyeline/tui/screens"

	tea "github.com/charmbracelet/bubbletea"
)

// front is the screen that is shown.
func (m *model) front() screens.Screen { return m.screens[len(m.screens)-1] }

// showsFile reports whether the file screen is shown.
func (m *model) showsFile() bool {
	return m.front() == screens.Screen(m.file)
}

// enter shows a screen in front of the others.
func (m *model) enter(s screens.Screen) tea.Cmd {
	m.screens = append(m.screens, s)
	m.file.ForgetCount()
	return m.file.Panes().Arrange()
}

// leaveScreen goes back to the screen behind the one that is shown. Leaving the last one leaves the program.
func (m *model) leaveScreen() tea.Cmd {
	if len(m.screens) == 1 {
		return m.quit()
	}
	left := m.front().Leave()
	m.screens = m.screens[:len(m.screens)-1]
	m.file.ForgetCount()
	return tea.Batch(left, m.file.Panes().Arrange())
}

// updateScreens gives a message to every screen.
func (m *model) updateScreens(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, s := range m.screens {
		cmds = append(cmds, s.Update(msg))
	}
	return tea.Batch(cmds...)
}
