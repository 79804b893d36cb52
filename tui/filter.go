package tui

import (
	"context"
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// filterState is the & filter: the file pane shows only lines that match. They are found in the background.
type filterState struct {
	text   string // as typed
	terms  []search.Term
	filter *search.Filter // nil when there is no filter

	// from is where the cursor was when the filter was set. The pane goes to the line there, or to the next one that is
	// let through, as soon as that is found (arrived), unless a person has gone elsewhere meanwhile (left).
	from          int64
	arrived, left bool
}

// placeWithoutFilter is where the cursor goes when the filter is taken away or changed: back to where it was before the filter, unless a
// person has moved it since.
func (m *Model) placeWithoutFilter() int64 {
	if f := &m.filter; f.filter != nil && !f.left {
		return f.from
	}
	return m.file.Cursor()
}

// again is the same filter, with nothing found yet.
func (f *filterState) again() *search.Filter { return search.NewFilter(f.terms...) }

// filterBy shows only the lines that match a pattern, or with "!" before it only those that do not; an empty text shows
// all lines.
func (m *Model) filterBy(text string) (tea.Cmd, error) {
	if text == "" {
		return m.showAll(), nil
	}
	pattern, invert := strings.CutPrefix(text, "!")
	p, err := m.compile(pattern)
	if err != nil {
		return nil, err
	}
	if m.doc == nil {
		return nil, errors.New("there is no file")
	}
	m.jobs.End(jobs.Filter)
	m.filter = filterState{text: text, terms: []search.Term{{Pattern: p, Invert: invert}}, from: m.placeWithoutFilter()}
	m.filter.filter = m.filter.again()
	return tea.Batch(m.runFilter(), m.showDocument(m.filter.from)), nil
}

// showAll takes the filter away.
func (m *Model) showAll() tea.Cmd {
	if m.filter.filter == nil {
		return nil
	}
	m.jobs.End(jobs.Filter)
	here := m.placeWithoutFilter()
	m.filter = filterState{}
	return m.showDocument(here)
}

// runFilter filters on to the end of the file as it is now.
func (m *Model) runFilter() tea.Cmd {
	f := m.filter.filter
	if f == nil || m.doc == nil {
		return nil
	}
	view := m.doc.Shown().Bytes()
	run := jobs.Ask(m.jobs, jobs.Filter, func(ctx context.Context) error { return f.Run(ctx, view) }, func(err error) tea.Cmd {
		cmd := m.showFiltered()
		if err != nil {
			m.warn("cannot filter: " + plain(err.Error()))
		} else if lines := m.filter.filter.Snapshot(); lines.Full {
			m.warn("too many lines match; the filter shows the first " + group(lines.Len()))
		}
		return cmd
	})
	return tea.Batch(run, m.listenFilter())
}

// listenFilter shows the lines that the filter has found each time it has found more.
func (m *Model) listenFilter() tea.Cmd {
	return jobs.Step(m.jobs, jobs.Filter, waken(m.filter.filter.Wake()), func(struct{}) tea.Cmd {
		return tea.Batch(m.showFiltered(), m.listenFilter())
	})
}

// refilter forgets what the filter has found, because the bytes have changed.
func (m *Model) refilter() {
	if m.filter.filter != nil {
		m.jobs.End(jobs.Filter)
		m.filter.filter = m.filter.again()
		m.filter.from, m.filter.arrived, m.filter.left = m.file.Cursor(), false, false
	}
}

// showDocument shows the document at an offset, with the filter as it is now.
func (m *Model) showDocument(off int64) tea.Cmd {
	if m.doc == nil {
		return nil
	}
	m.invalidateRows()
	return m.file.Show(m.documentText(), pane.To(off, pane.Middle))
}

// showFiltered takes the newest lines of the filter into the pane.
func (m *Model) showFiltered() tea.Cmd {
	if f := &m.filter; f.filter != nil && !f.arrived && !f.left && !m.hex {
		lines := f.filter.Snapshot()
		f.arrived = lines.Complete || lines.Full || lines.Search(f.from) < lines.Len()
		return m.showDocument(f.from)
	}
	m.file.SetText(m.documentText())
	if m.file.Empty() {
		return m.file.Do(pane.To(m.placeWithoutFilter(), pane.Middle))
	}
	if p := &m.file; p.AtEnd() && !p.Loading() {
		return p.Reload()
	}
	return nil
}

// shownText is what a person is shown of a document, as lines.
func shownText(d *document.Document) pane.Text {
	s := d.Shown()
	return pane.Text{Bytes: s.Bytes(), Numbers: s.Lines(), Generation: s.Version()}
}

// documentText is the document as the file pane shows it.
func (m *Model) documentText() pane.Text {
	if m.hex {
		return hexText(m.doc)
	}
	t := shownText(m.doc)
	if m.filter.filter != nil {
		t.Only = m.filter.filter.Snapshot()
	}
	return t
}

// filterProgress is how far the filter under way has come.
func (s *sheet) filterProgress() string {
	if s.filter.filter == nil {
		return ""
	}
	lines := s.filter.filter.Snapshot()
	return percent(lines.Scanned, max(lines.Size, s.doc.Shown().Size()))
}

// filterWords is what the footer says of the filter; "" when there is none.
func (m *Model) filterWords() string {
	if m.filter.filter == nil {
		return ""
	}
	lines := m.filter.filter.Snapshot()
	more := "+"
	if lines.Complete {
		more = ""
	}
	return "&" + plain(m.filter.text) + ": " + group(lines.Len()) + more + " lines"
}
