package file

import (
	"eyeline/reader/search"
	"eyeline/tui/cells"

	tea "github.com/charmbracelet/bubbletea"
)

// startSearch begins the search asked for on the command line.
func (p *Place) startSearch() tea.Cmd {
	if p.screen.opts.Start.Pattern == "" || p.screen.text.Doc() == nil {
		return nil
	}
	cmd, err := p.screen.text.Search().SearchFor(p.screen.opts.Start.Pattern, search.Forward)
	if err != nil {
		p.screen.desk.Warn(cells.Sanitize(err.Error()))
	}
	return cmd
}
