package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/screens"
	"eyeline/tui/terminal/program"
)

// handleBackground takes the default theme for the background, unless a theme was asked for.
func (m *model) handleBackground(msg program.BackgroundMsg) tea.Cmd {
	if !m.opts.Terminal.AskBackground || msg.Dark == m.theme.Dark {
		return nil
	}
	name := themes.DefaultLight
	if msg.Dark {
		name = themes.DefaultDark
	}
	_ = m.setTheme(name) // or the theme stays as it is
	return nil
}

// setTheme draws all in another theme.
func (m *model) setTheme(name string) error {
	theme, err := themes.New(name, m.theme.Profile)
	if err == nil {
		m.theme = theme
	}
	return err
}

// cycledThemes are those that the theme key goes through: all dark ones, then all light ones, so that it stays with
// those that fit the terminal's background at first. Every chroma style can be named by --theme.
var cycledThemes = []string{
	themes.DefaultDark, "modus-vivendi", "gruvbox", "solarized-dark", "dracula", "nord",
	themes.DefaultLight, "modus-operandi", "gruvbox-light", "solarized-light", "catppuccin-latte", "xcode",
}

// StepTheme goes n themes on, back when n is negative.
func (m *model) StepTheme(n int) tea.Cmd {
	i := max(slices.Index(cycledThemes, m.theme.Name), 0)
	name := cycledThemes[(i+n+len(cycledThemes))%len(cycledThemes)]
	if err := m.setTheme(name); err != nil {
		return host{m}.Warn(cells.Sanitize(err.Error()))
	}
	m.opts.Terminal.KeepBackground()
	return m.say(screens.Note{Text: "theme " + name})
}
