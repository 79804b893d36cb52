package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/lists"
	"eyeline/tui/file"
	"eyeline/tui/kit/screens"
)

// Front is the screen that is shown.
func (m *model) Front() screens.Screen { return m.screens[len(m.screens)-1] }

// ShowsFile reports whether the file screen is shown.
func (m *model) ShowsFile() bool {
	return m.Front() == screens.Screen(m.file)
}

// Show shows a screen in front of the others.
func (m *model) Show(s screens.Screen) tea.Cmd {
	if f, ok := s.(*file.Screen); ok {
		m.file = f
	}
	m.screens = append(m.screens, s)
	m.file.ForgetCount()
	return nil
}

// Leave goes back to the screen behind the one that is shown. Leaving the last one leaves the program.
func (m *model) Leave() tea.Cmd {
	if len(m.screens) == 1 {
		return m.Quit()
	}
	left := m.Front().Leave()
	m.screens = m.screens[:len(m.screens)-1]
	m.file = m.topFile()
	m.file.SetHeight(m.height)
	m.file.ForgetCount()
	return left
}

// topFile is the screen of a file that is in front of those of others.
func (m *model) topFile() *file.Screen {
	for _, s := range slices.Backward(m.screens) {
		if f, ok := s.(*file.Screen); ok {
			return f
		}
	}
	return m.firstFile
}

// updateScreens gives a message to every screen.
func (m *model) updateScreens(msg tea.Msg) tea.Cmd {
	return tea.Batch(lists.Map(m.screens, func(s screens.Screen) tea.Cmd { return s.Update(msg) })...)
}
