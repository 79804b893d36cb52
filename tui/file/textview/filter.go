package textview

import (
	"context"
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/file/filepages"
	"eyeline/tui/file/pane"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
)

// filterState is the & filter: the file pane shows only lines that match. They are found in the background.
type filterState struct {
	typed  string // as it was typed
	terms  []search.Term
	Filter *search.Filter // nil when there is no filter

	// from is where the cursor was when the filter was set. The pane goes to the line there, or to the next one that is
	// let through, as soon as that is found, unless a person has gone elsewhere meanwhile.
	from      int64
	Arrived   bool // it is found
	Elsewhere bool // a person has gone elsewhere
}

// placeWithoutFilter is where the cursor goes when the filter is taken away or changed: back to where it was before the
// filter, unless a person has moved it since.
func (f *filterPart) placeWithoutFilter() int64 {
	if f.Filter != nil && !f.Elsewhere {
		return f.from
	}
	return f.view.File.Cursor
}

// GoElsewhere says that a person has gone elsewhere than the filter would go.
func (f *filterPart) GoElsewhere() { f.Elsewhere = true }

// restoreElsewhere says whether a person had gone elsewhere before something that is taken back.
func (f *filterPart) restoreElsewhere(was bool) { f.Elsewhere = was }

// on reports whether lines are left out that are shown otherwise.
func (f *filterPart) on() bool { return f.Filter != nil && !f.view.Hex }

// FilterBy shows only the lines that match a pattern, or with "!" before it only those that do not; an empty text shows
// all lines.
func (f *filterPart) FilterBy(text string) (tea.Cmd, error) {
	if text == "" {
		return f.ShowAll(), nil
	}

	pattern, invert := strings.CutPrefix(text, "!")
	p, err := f.view.Compile(strings.TrimPrefix(pattern, "!"))
	if err != nil {
		return nil, err
	}
	if f.view.Doc == nil {
		return nil, errors.New("there is no file")
	}

	f.view.Jobs.End(jobs.Filter)
	f.filterState = filterState{
		typed: text, terms: []search.Term{{Pattern: p, Invert: invert}},
		from: f.placeWithoutFilter(),
	}
	f.Filter = search.NewFilter(f.terms...)
	return tea.Batch(f.RunFilter(), f.showDocument(f.from)), nil
}

// ShowAll takes the filter away.
func (f *filterPart) ShowAll() tea.Cmd {
	if f.Filter == nil {
		return nil
	}
	f.view.Jobs.End(jobs.Filter)
	here := f.placeWithoutFilter()
	f.filterState = filterState{}
	return f.showDocument(here)
}

// RunFilter filters on to the end of the file as it is now.
func (f *filterPart) RunFilter() tea.Cmd {
	filter := f.Filter
	if filter == nil || f.view.Doc == nil {
		return nil
	}

	view := f.view.Shown().Bytes()
	run := jobs.Ask(f.view.Jobs, jobs.Filter, func(ctx context.Context) error { return filter.Run(ctx, view) },
		func(err error) tea.Cmd {
			cmd := f.showFiltered()
			if err != nil {
				f.view.program.Warn("cannot filter: " + cells.Sanitize(err.Error()))
			} else if lines := f.Filter.Snapshot(); lines.Full {
				f.view.program.Warn("too many lines match; the filter shows the first " + humanize.Group(lines.Len()))
			}

			return cmd
		})
	return tea.Batch(run, f.listenFilter())
}

// listenFilter shows the lines that the filter has found each time it has found more.
func (f *filterPart) listenFilter() tea.Cmd {
	return jobs.Step(f.view.Jobs, jobs.Filter, waken(f.Filter.Wake()), func(struct{}) tea.Cmd {
		return tea.Batch(f.showFiltered(), f.listenFilter())
	})
}

// Refilter forgets what the filter has found, because the bytes have changed.
func (f *filterPart) Refilter() {
	if f.Filter != nil {
		f.view.Jobs.End(jobs.Filter)
		f.Filter = search.NewFilter(f.terms...)
		f.from = f.view.File.Cursor
		f.Arrived = false
		f.Elsewhere = false
	}
}

// showDocument shows the document at an offset, with the filter as it is now.
func (f *filterPart) showDocument(off int64) tea.Cmd {
	if f.view.Doc == nil {
		return nil
	}
	return f.view.File.Show(f.DocumentText(), pane.To(off, pane.Middle))
}

// showFiltered takes the newest lines of the filter into the pane.
func (f *filterPart) showFiltered() tea.Cmd {
	if f.Filter != nil && f.view.Jobs.Runs(jobs.Tail) && f.Filter.Snapshot().Len() > 0 && !f.view.Hex {
		return f.view.File.Show(f.DocumentText(), f.loading.end())
	}

	if f.Filter != nil && !f.Arrived && !f.Elsewhere && !f.view.Hex {
		lines := f.Filter.Snapshot()
		f.Arrived = lines.Complete || lines.Full || lines.Search(f.from) < lines.Len()
		return f.showDocument(f.from)
	}

	f.view.File.SetText(f.DocumentText())
	if f.view.File.Empty() {
		return f.view.File.Do(pane.To(f.placeWithoutFilter(), pane.Middle))
	}
	if p := f.view.File; p.AtEnd() && !p.Loading() {
		return p.Reload()
	}

	return nil
}

// DocumentText is the document as the file pane shows it.
func (f *filterPart) DocumentText() pane.Text {
	s := f.view.onScreen()
	if f.view.Hex {
		return pane.Text{Bytes: s.Bytes(), Generation: 1<<63 | s.Version()}
	}
	var only filepages.LineSubset
	if f.Filter != nil {
		only = f.Filter.Snapshot()
	}
	return pane.Text{Bytes: s.Bytes(), Numbers: s.Lines(), Only: only, Generation: s.Version()}
}

// FilterProgress is how far the filter under way has come.
func (f *filterPart) FilterProgress() string {
	if f.Filter == nil {
		return ""
	}
	lines := f.Filter.Snapshot()
	return humanize.Done(lines.Scanned, max(lines.Size, f.view.Shown().Size()))
}

// FilterWords is what the footer says of the filter; "" without one.
func (f *filterPart) FilterWords() string {
	if f.Filter == nil {
		return ""
	}
	lines := f.Filter.Snapshot()
	more := ""
	if !lines.Complete {
		more = "+"
	}
	return "&" + cells.Sanitize(f.typed) + ": " + humanize.Group(lines.Len()) + more + " lines"
}
