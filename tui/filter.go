package tui

import (
	"context"
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/pane"
)

// filterState is the & filter: the file pane shows only lines that match. They are found in the background.
type filterState struct {
	text   string // as typed
	terms  []search.Term
	filter *search.Filter // nil when there is no filter
}

// again is the same filter, with nothing found yet.
func (f *filterState) again() *search.Filter { return search.NewFilter(f.terms...) }

// filteredMsg says that the filter found more lines, or that it is done.
type filteredMsg struct {
	stamp
	done bool
	err  error
}

// filterBy shows only the lines that match a pattern, or with "!" before it only those that do not; an empty text shows
// all lines.
func (m *Model) filterBy(text string) (tea.Cmd, error) {
	m.jobs.end(jobFilter)
	if text == "" {
		if m.filter.filter == nil {
			return nil, nil
		}
		m.filter = filterState{}
		return m.showDocument(), nil
	}
	pattern, invert := strings.CutPrefix(text, "!")
	p, err := search.Compile(pattern, search.Options{})
	if err != nil {
		return nil, err
	}
	if m.doc == nil {
		return nil, errors.New("there is no file")
	}
	m.filter = filterState{text: text, terms: []search.Term{{Pattern: p, Invert: invert}}}
	m.filter.filter = m.filter.again()
	return tea.Batch(m.runFilter(), m.showDocument()), nil
}

// runFilter filters on to the end of the file as it is now.
func (m *Model) runFilter() tea.Cmd {
	f := m.filter.filter
	if f == nil || m.doc == nil {
		return nil
	}
	ctx, x := m.start(jobFilter)
	view := m.doc.view()
	return tea.Batch(func() tea.Msg {
		return filteredMsg{stamp: x, done: true, err: f.Run(ctx, view)}
	}, listenFilter(ctx, f, x))
}

func listenFilter(ctx context.Context, f *search.Filter, x stamp) tea.Cmd {
	return func() tea.Msg {
		select {
		case <-f.Wake():
			return filteredMsg{stamp: x}
		case <-ctx.Done():
			return nil
		}
	}
}

// handleFiltered shows the lines that the filter has found since, and says how it ended.
func (m *Model) handleFiltered(msg filteredMsg) tea.Cmd {
	cmds := []tea.Cmd{m.showFiltered()}
	if msg.done {
		m.jobs.end(jobFilter)
		if msg.err != nil && !stopped(msg.err) {
			m.warn("cannot filter: " + plain(msg.err.Error()))
		} else if lines := m.filter.filter.Snapshot(); lines.Full {
			m.warn("too many lines match; the filter shows the first " + group(lines.Len()))
		}
	} else {
		cmds = append(cmds, listenFilter(m.jobs.now[jobFilter].ctx, m.filter.filter, msg.stamp))
	}
	return tea.Batch(cmds...)
}

// refilter forgets what the filter has found, because the bytes have changed.
func (m *Model) refilter() {
	if m.filter.filter != nil {
		m.jobs.end(jobFilter)
		m.filter.filter = m.filter.again()
	}
}

// showDocument shows the document at the cursor, with the filter as it is now.
func (m *Model) showDocument() tea.Cmd {
	if m.doc == nil {
		return nil
	}
	m.fresh()
	return m.file.Show(m.documentText(), pane.To(m.file.Cursor(), pane.Middle))
}

// showFiltered takes the newest lines of the filter into the pane.
func (m *Model) showFiltered() tea.Cmd {
	m.file.SetText(m.documentText())
	if p := &m.file; p.Empty() {
		return p.Do(pane.To(p.Cursor(), pane.Middle))
	}
	if p := &m.file; p.AtEnd() && !p.Loading() {
		return p.Reload()
	}
	return nil
}

// documentText is the document as the file pane shows it.
func (m *Model) documentText() pane.Text {
	if m.hex {
		return m.doc.hexText()
	}
	t := m.doc.text()
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
	return percent(lines.Scanned, max(lines.Size, s.doc.snap.Size))
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
