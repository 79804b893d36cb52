package textview

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/cells"
	"eyeline/tui/find"
	"eyeline/tui/jobs"
	"eyeline/tui/overlay"
	"eyeline/tui/pane"
)

// liveSearch is a search that is shown while its pattern is typed. Leaving the prompt goes back to where it began.
type liveSearch struct {
	search *searchPart
	jobs   *jobs.Set // of the document that it began in
	dir    search.Direction
	// As they were before.
	place  pane.Position
	column int
	before searchState
	left   bool // of the filter
	tailed bool

	found bool // the last pattern typed was found
	bad   string
}

// AskSearch asks for a pattern, and shows what it matches while it is typed. As long as nothing is typed, a key turns
// the direction.
func (s *searchPart) AskSearch(dir search.Direction) tea.Cmd {
	signs := map[search.Direction]string{search.Forward: "/", search.Backward: "?"}
	live := &liveSearch{
		search: s, jobs: s.text.Jobs, dir: dir, place: s.text.File.Position(), column: s.text.File.Left,
		before: s.searchState, left: s.text.Filter.Left,
		tailed: s.text.Jobs.Runs(jobs.Tail),
	}
	p := s.text.overlays.Ask(overlay.PromptSearch, signs[dir], live.accept)
	p.Turn = func() {
		live.dir = live.dir.Opposite()
		p.Sign = signs[live.dir]
	}
	p.Changed = live.typed
	p.Left = live.goBack
	p.Warning = func() string { return live.bad }
	return nil
}

// Typing reports whether what a pattern being typed matches is shown.
func (s *searchPart) Typing() bool { return s.live != nil }

// typed looks for what has been typed so far, from where the search began. A pattern that cannot be read yet changes
// nothing.
func (l *liveSearch) typed(text string) tea.Cmd {
	if l.search.text.Doc == nil || l.jobs.Closed() {
		return nil
	}
	l.bad = ""
	if text == "" {
		return l.goBack()
	}
	p, err := l.search.Compile(text)
	if err != nil {
		return nil
	}
	l.search.live, l.found = l, false
	l.search.SetPattern(p, l.dir)
	return l.search.Find(l.place.Cursor, l.dir, 1)
}

// back shows the place where the search began.
func (l *liveSearch) back() tea.Cmd {
	cmd := l.search.text.File.ScrollToColumn(l.column)
	return tea.Batch(cmd, l.search.text.File.Do(pane.Return(l.place)))
}

// goBack shows what was shown before.
func (l *liveSearch) goBack() tea.Cmd {
	s := l.search
	if s.live != l || l.jobs.Closed() {
		return nil
	}
	s.live = nil
	s.text.Jobs.End(jobs.Search)
	s.searchState = l.before
	s.text.Filter.Left = l.left
	if l.tailed {
		s.text.Arrival.ResumeTail()
	}
	var again tea.Cmd
	if s.Pattern != nil {
		s.Finder = search.NewFinder(s.Pattern)
		if s.counts == nil || !s.counts.Complete {
			s.Counter = search.NewCounter(s.Pattern)
			again = l.search.CountMatches()
		} else {
			again = s.text.Arrival.CountOn()
		}
	}
	return tea.Batch(l.back(), again)
}

// handle shows a match, or goes back where there is none.
func (l *liveSearch) handle(found find.Result) tea.Cmd {
	s := l.search
	switch {
	case found.Err != nil:
		l.bad = "cannot search: " + cells.Sanitize(found.Err.Error())
		return nil
	case !found.OK || found.Wrapped && l.search.moreToSearch():
		l.bad = "not found"
		if !l.search.text.Doc.Shown().Complete() && !l.search.text.Hex {
			l.bad += " so far"
		}
		return l.back()
	}
	l.found = true
	s.Match, s.Found = found.Match, true
	l.search.text.Filter.Left = true
	l.search.text.Arrival.PauseTail()
	return l.search.text.File.Do(pane.ToBytes(found.Match.Start, found.Match.End, pane.Middle))
}

// accept searches for the pattern, or stays at the match that is shown already.
func (l *liveSearch) accept(text string) (tea.Cmd, error) {
	if l.search.live != l {
		return l.search.SearchFor(text, l.dir)
	}
	if _, err := l.search.Compile(text); err != nil {
		return nil, err
	}
	l.search.live = nil
	s := l.search
	if s.Pattern.String() != text || !l.found && !l.search.text.Jobs.Runs(jobs.Search) {
		cmd := l.back()
		find, err := l.search.searchFrom(text, l.place.Cursor, l.dir)
		return tea.Batch(cmd, find), err
	}
	l.search.text.Letters.prior = l.search.text.Letters.at(l.place.Cursor)
	if !l.found {
		return l.search.CountMatches(), nil // the search under way goes there
	}
	l.search.text.host.ShowFile()
	return l.search.CountMatches(), nil
}
