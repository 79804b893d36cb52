package pane

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/kit/jobs"
)

// Loads makes the loaders of the panes of one document: they load as jobs of a set.
type Loads struct {
	Jobs *jobs.Set
	// Loaded takes a page for one of the panes.
	Loaded func(LoadedMsg) tea.Cmd
}

// Of is the loader of a pane. What a person waits for is loaded as jobs of one kind, all else as jobs of another, or of
// the same. One load of the pane runs at a time.
func (l Loads) Of(asked, quiet jobs.Kind) pageLoader { return loader{l, asked, quiet} }

type loader struct {
	Loads
	asked, quiet jobs.Kind
}

// Begin implements [pageLoader].
func (l loader) Begin(quiet bool, load func(context.Context) LoadedMsg) tea.Cmd {
	l.End()
	kind := l.asked
	if quiet {
		kind = l.quiet
	}
	return jobs.Ask(l.Jobs, kind, load, l.Loaded)
}

// End implements [pageLoader].
func (l loader) End() { l.Jobs.End(l.asked, l.quiet) }
