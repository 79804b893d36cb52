package file

import (
	"eyeline/reader/search"
	"eyeline/tui/cells"

	tea "github.com/charmbracelet/bubbletea"
)

// startSearch begins the search asked for on the command line.
func (s *Screen) startSearch() tea.Cmd {
	if s.opts.Start.Pattern == "" || s.text.Doc() == nil {
		return nil
	}
	cmd, err := s.text.Search().SearchFor(s.opts.Start.Pattern, search.Forward)
	if err != nil {
		s.desk.Warn(cells.Sanitize(err.Error()))
	}
	return cmd
}
