package file

import (
	"errors"
	"strings"

	"eyeline/keymap"
	"eyeline/tui/overlay"
	"eyeline/tui/text"
	"eyeline/tui/tuning"

	tea "github.com/charmbracelet/bubbletea"
)

func (s *Screen) OpenHelp(backward bool) tea.Cmd {
	var first []keymap.Group
	if _, ok := overlay.Of[*tuning.OptionsPanel](s.overlays); ok {
		first = append(first, keymap.GroupOptions)
	}
	if s.MenuOpen() {
		first = append(first, keymap.GroupMenu)
	}
	if s.preview.Sent() != nil || !s.host.ShowsFile() {
		first = append(first, keymap.GroupRecord)
	}
	if !s.host.ShowsFile() {
		first = append(first, keymap.GroupList)
	}
	if s.text.ToolOff() {
		first = append(first, keymap.GroupPager)
	}
	if s.beside() != nil {
		first = append(first, keymap.GroupCompare)
	}
	s.overlays.OpenHelp(first, backward)
	return nil
}

// MenuOpen reports whether a menu is open.
func (s *Screen) MenuOpen() bool {
	_, ladder := overlay.Of[*tuning.LadderPanel](s.overlays)
	_, cover := overlay.Of[*tuning.CoverPanel](s.overlays)
	_, walk := overlay.Of[*tuning.WalkPanel](s.overlays)
	return ladder || cover || walk
}

// askCommand asks for a place to go to, or another command.
func (s *Screen) askCommand() tea.Cmd {
	s.overlays.Ask(overlay.PromptCommand, ":", s.command)
	return nil
}

// command does what is typed after ":".
func (s *Screen) command(typed string) (tea.Cmd, error) {
	if typed == "" {
		return nil, nil
	}
	if name, ok := commandArgument(typed, "encoding"); ok && s.text.Doc() != nil {
		e, err := text.ParseForm(name)
		if err != nil {
			return nil, err
		}
		return s.text.Arrival().ShowEncoding(e), nil
	}
	if path, ok := fileArgument(typed); ok {
		if path == "" {
			return nil, errors.New("type :e and the name of a file")
		}
		return s.files.OpenPath(path), nil
	}
	d, err := parseDestination(typed)
	if err != nil {
		return nil, err
	}
	return s.moves.travelTo(d), nil
}

// commandArgument is what follows a command's name, or the first letters of it, at least three.
func commandArgument(text, command string) (string, bool) {
	name, rest, found := strings.Cut(strings.TrimSpace(text), " ")
	return rest, found && len(name) >= 3 && strings.HasPrefix(command, name)
}

// askFilter asks for what the lines to show must match.
func (s *Screen) askFilter() tea.Cmd {
	s.overlays.Ask(overlay.PromptFilter, "&", s.text.Filter().FilterBy)
	return nil
}
