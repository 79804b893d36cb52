package tui

import (
	"slices"
	"time"

	"eyeline/themes"

	tea "github.com/charmbracelet/bubbletea"
)

// backgroundMsg is the terminal's answer to what its background is.
type backgroundMsg struct{ dark bool }

// askAfter lets the first screen go before the question.
const askAfter = 100 * time.Millisecond

// askForBackground asks, and waits for nothing.
func (m *Model) askForBackground() tea.Cmd {
	ask := m.askBackground
	if ask == nil {
		return nil
	}
	return func() tea.Msg {
		time.Sleep(askAfter)
		_ = ask() // a terminal that cannot be written to shows it otherwise
		return nil
	}
}

// handleBackground takes the default theme for the background, unless a theme was asked for.
func (m *Model) handleBackground(msg backgroundMsg) tea.Cmd {
	if !m.opts.AskBackground || msg.dark == m.theme.Dark {
		return nil
	}
	name := themes.DefaultLight
	if msg.dark {
		name = themes.DefaultDark
	}
	theme, err := themes.New(name, m.theme.Profile)
	if err != nil {
		return nil // the theme stays as it is
	}
	m.theme = theme
	m.file.Redraw()
	return nil
}

// cycledThemes are those that the theme key goes through, dark and light in turn; every chroma style can be named by
// --theme.
var cycledThemes = []string{
	themes.DefaultDark, themes.DefaultLight, "modus-vivendi", "modus-operandi", "gruvbox", "gruvbox-light",
	"solarized-dark", "solarized-light", "dracula", "catppuccin-latte", "nord", "xcode",
}

func (m *Model) nextTheme() tea.Cmd {
	i := slices.Index(cycledThemes, m.theme.Name)
	name := cycledThemes[(i+1)%len(cycledThemes)]
	theme, err := themes.New(name, m.theme.Profile)
	if err != nil {
		m.warn(plain(err.Error()))
		return nil
	}
	m.theme = theme
	m.opts.AskBackground = false
	m.file.Redraw()
	m.say("theme " + name)
	return m.file.Colour()
}
