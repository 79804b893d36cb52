package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/find"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// liveSearch is a search that is shown while its pattern is typed. Leaving the prompt goes back to where it began.
type liveSearch struct {
	jobs *jobs.Set // of the document that it began in
	dir  search.Direction
	// As they were before.
	place  pane.Position
	column int
	search searcher
	left   bool // of the filter
	tailed bool

	found bool // the last pattern typed was found
	bad   string
}

// askSearch asks for a pattern, and shows what it matches while it is typed. As long as nothing is typed, a key turns the
// direction.
func (m *Model) askSearch(dir search.Direction) tea.Cmd {
	signs := map[search.Direction]string{search.Forward: "/", search.Backward: "?"}
	live := &liveSearch{
		jobs: m.jobs, dir: dir, place: m.file.Position(), column: m.file.Left(), search: m.search, left: m.filter.left,
		tailed: m.jobs.Runs(jobs.Tail),
	}
	p := m.ask(promptSearch, signs[dir], func(m *Model, text string) (tea.Cmd, error) { return live.accept(m, text) })
	p.turn = func() {
		live.dir = opposite(live.dir)
		p.sign = signs[live.dir]
	}
	p.changed = func(m *Model, text string) tea.Cmd { return live.typed(m, text) }
	p.left = func(m *Model) tea.Cmd { return live.goBack(m) }
	p.warning = func() string { return live.bad }
	return nil
}

// typed looks for what has been typed so far, from where the search began. A pattern that cannot be read yet changes
// nothing.
func (l *liveSearch) typed(m *Model, text string) tea.Cmd {
	if m.doc == nil || l.jobs.Closed() {
		return nil
	}
	l.bad = ""
	if text == "" {
		return l.goBack(m)
	}
	p, err := m.compile(text)
	if err != nil {
		return nil
	}
	m.live, l.found = l, false
	m.setPattern(p, l.dir)
	return m.find(l.from(), l.dir, 1)
}

// back shows the place where the search began.
func (l *liveSearch) back(m *Model) tea.Cmd {
	cmd := m.file.ScrollToColumn(l.column)
	return tea.Batch(cmd, m.file.Do(pane.Return(l.place)))
}

// from is where the search begins.
func (l *liveSearch) from() int64 { return l.place.Cursor }

// goBack shows what was shown before.
func (l *liveSearch) goBack(m *Model) tea.Cmd {
	if m.live != l || l.jobs.Closed() {
		return nil
	}
	m.live = nil
	m.jobs.End(jobs.Search)
	m.search = l.search
	m.filter.left = l.left
	if l.tailed {
		m.resumeTail()
	}
	var again tea.Cmd
	if s := &m.search; s.pattern != nil {
		s.finder, s.lent = search.NewFinder(s.pattern), false
		if s.counts == nil || !s.counts.Complete {
			s.counter = search.NewCounter(s.pattern)
			again = m.countMatches()
		}
	}
	m.invalidateRows()
	return tea.Batch(l.back(m), again, m.cursorMoved(l.place.Cursor), m.colour())
}

// handle shows a match, or goes back where there is none.
func (l *liveSearch) handle(m *Model, found find.Result) tea.Cmd {
	s := &m.search
	switch {
	case found.Err != nil:
		l.bad = "cannot search: " + plain(found.Err.Error())
		return nil
	case !found.OK || found.Wrapped && m.moreToSearch():
		l.bad = "not found"
		if !m.doc.Shown().Complete() && !m.hex {
			l.bad += " so far"
		}
		return l.back(m)
	}
	l.found = true
	s.match, s.found = found.Match, true
	m.filter.left = true
	m.pauseTail()
	m.invalidateRows()
	return tea.Batch(m.file.Do(pane.ToBytes(found.Match.Start, found.Match.End, pane.Middle)), m.colour())
}

// accept searches for the pattern, or stays at the match that is shown already.
func (l *liveSearch) accept(m *Model, text string) (tea.Cmd, error) {
	if m.live != l {
		return m.searchFor(text, l.dir)
	}
	m.live = nil
	if !m.movedFrom.set {
		m.movedFrom = movedFrom{off: l.place.Cursor, set: true} // the cursor is at a match already, and nothing followed it
	}
	s := &m.search
	if s.pattern.String() != text || !l.found && !m.jobs.Runs(jobs.Search) {
		cmd := l.back(m)
		find, err := m.searchFrom(text, l.from(), l.dir)
		return tea.Batch(cmd, find), err
	}
	m.prior = mark{side: m.doc.Shown().Number(), off: l.place.Cursor, set: true}
	if !l.found {
		return m.countMatches(), nil // the search under way goes there
	}
	arranged := m.showFile()
	return tea.Batch(arranged, m.countMatches(), m.cursorMoved(l.place.Cursor)), nil
}
