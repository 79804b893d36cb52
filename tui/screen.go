package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/draw"
	"eyeline/tui/screens"
	"eyeline/tui/stamp"
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
	_, is := m.front().(fileScreen)
	return is
}

// enter shows a screen in front of the others.
func (m *Model) enter(s screens.Screen) tea.Cmd {
	m.screens = append(m.screens, s)
	m.count = ""
	return m.arrange()
}

// leaveScreen goes back to the screen behind the one that is shown. Leaving the last one leaves the program.
func (m *Model) leaveScreen() tea.Cmd {
	if len(m.screens) == 1 {
		return m.quit()
	}
	left := m.front().Leave()
	m.screens = m.screens[:len(m.screens)-1]
	m.count = ""
	return tea.Batch(left, m.arrange())
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

// host is the Model as the screens of other packages know it.
type host struct{ m *Model }

var _ screens.Host = host{}

// Canvas implements [screens.Host].
func (h host) Canvas() draw.Canvas { return h.m.canvas() }

// Height implements [screens.Host].
func (h host) Height() int { return h.m.height - h.m.areas.footer.height }

// Keys implements [screens.Host].
func (h host) Keys() *keymap.Map { return h.m.keys }

// Say implements [screens.Host].
func (h host) Say(text string) { h.m.say(text) }

// Warn implements [screens.Host].
func (h host) Warn(text string) { h.m.warn(text) }

// Enter implements [screens.Host].
func (h host) Enter(s screens.Screen) tea.Cmd { return tea.Batch(h.m.enter(s), s.Begin()) }

// Leave implements [screens.Host].
func (h host) Leave() tea.Cmd { return h.m.leaveScreen() }

// Help implements [screens.Host].
func (h host) Help() tea.Cmd { return h.m.openHelp(false) }
