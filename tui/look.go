package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/themes"
)

// cycledThemes are those that the theme key goes through, dark and light in turn; every chroma style can be named by
// --theme.
var cycledThemes = []string{
	themes.DefaultDark, themes.DefaultLight, "modus-vivendi", "modus-operandi", "gruvbox", "gruvbox-light",
	"solarized-dark", "solarized-light", "dracula", "catppuccin-latte", "nord", "xcode",
}

func (m *Model) nextTheme(int64, bool) tea.Cmd {
	i := slices.Index(cycledThemes, m.theme.Name)
	name := cycledThemes[(i+1)%len(cycledThemes)]
	theme, err := themes.New(name, m.theme.Profile)
	if err != nil {
		m.warn(plain(err.Error()))
		return nil
	}
	m.theme = theme
	m.fresh()
	m.say("theme " + name)
	return m.colour()
}

func (m *Model) toggleMouse(int64, bool) tea.Cmd {
	m.mouse = !m.mouse
	if m.mouse {
		m.say("the mouse scrolls and places the cursor")
		return tea.EnableMouseCellMotion
	}
	m.say("the mouse is the terminal's: select text with it")
	return tea.DisableMouse
}
