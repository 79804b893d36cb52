package tui

import (
	"slices"

	"eyeline/themes"
	"eyeline/tui/program"

	tea "github.com/charmbracelet/bubbletea"
)

// handleBackground takes the default theme for the background, unless a theme was asked for.
func (m *Model) handleBackground(msg program.BackgroundMsg) tea.Cmd {
	if !m.opts.AskBackground || msg.Dark == m.theme.Dark {
		return nil
	}
	name := themes.DefaultLight
	if msg.Dark {
		name = themes.DefaultDark
	}
	theme, err := themes.New(name, m.theme.Profile)
	if err != nil {
		return nil // the theme stays as it is
	}
	m.theme = theme
	m.file.Panes().Redraw()
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
	m.file.Panes().Redraw()
	m.say("theme " + name)
	return m.file.Panes().Colour()
}
