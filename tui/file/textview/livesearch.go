package textview

import (
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/file/linesearch"
	"eyeline/tui/file/pane"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
)

// liveSearch is a search that is shown while its pattern is typed. Leaving the prompt goes back to where it began.
type liveSearch struct {
	jobs *jobs.Set // of the document that it began in
	dir  search.Direction
	// As they were before.
	place     pane.Position
	column    int
	before    searchState
	elsewhere bool // of the filter
	tailed    bool

	found   bool // the last pattern typed was found
	wrapped bool // beyond an end of the file
	bad     string
}

// AskSearch asks for a pattern, and shows what it matches while it is typed. As long as nothing is typed, a key turns
// the direction.
func (s *searchPart) AskSearch(dir search.Direction) tea.Cmd {
	signs := map[search.Direction]string{search.Forward: "/", search.Backward: "?"}
	live := &liveSearch{
		jobs: s.view.Jobs, dir: dir, place: s.view.File.Position(), column: s.view.File.Left,
		before: s.searchState, elsewhere: s.filter.Elsewhere,
		tailed: s.view.Jobs.Runs(jobs.Tail),
	}
	accept := func(text string) (tea.Cmd, error) { return s.acceptLive(live, text) }
	turn := func() string {
		live.dir = live.dir.Opposite()
		return signs[live.dir]
	}

	s.view.overlays.Open(overlay.Prompt{
		Kind: overlay.PromptSearch, Sign: signs[dir], Enter: accept, Turn: turn,
		Changed:  func(text string) tea.Cmd { return s.typeLive(live, text) },
		Left:     func() tea.Cmd { return s.leaveLive(live) },
		Warning:  func() string { return live.bad },
		AsAgents: s.AsAgents(),
	}, "")
	return nil
}

// AsAgents is what asks for a search as agents do for a text that is typed, or for the last pattern where none is; nil
// where no other files may be opened, and for what is piped, which is in no folder.
func (s *searchPart) AsAgents() func(text string) (tea.Cmd, error) {
	if s.view.opts.Secure || s.view.Doc == nil || s.view.Doc.Path() == "" {
		return nil
	}

	return func(text string) (tea.Cmd, error) {
		switch {
		case strings.HasPrefix(text, "!"):
			return nil, errors.New("agents search for lines with a pattern, not without")
		case text == "" && s.Pattern == nil:
			return nil, errors.New("nothing is typed to search for")
		case text == "":
			text = s.Pattern.String()
		}

		s.view.send(AsAgents{text})
		return nil, nil
	}
}

// Typing reports whether what a pattern being typed matches is shown.
func (s *searchPart) Typing() bool { return s.live != nil }

// typeLive looks for what has been typed so far, from where the search began. A pattern that cannot be read yet changes
// nothing.
func (s *searchPart) typeLive(l *liveSearch, text string) tea.Cmd {
	if s.view.Doc == nil || l.jobs.Closed() {
		return nil
	}

	l.bad = ""
	if text == "" {
		return s.leaveLive(l)
	}

	p, err := s.view.Compile(text)
	if err != nil {
		return nil
	}

	s.live = l
	l.found = false
	s.SetPattern(p, l.dir)
	return s.Find(l.place.Cursor, l.dir, 1)
}

// backFrom shows the place where the search began.
func (s *searchPart) backFrom(l *liveSearch) tea.Cmd {
	cmd := s.view.File.ScrollToColumn(l.column)
	return tea.Batch(cmd, s.view.File.Do(pane.Return(l.place)))
}

// leaveLive shows what was shown before.
func (s *searchPart) leaveLive(l *liveSearch) tea.Cmd {
	if s.live != l || l.jobs.Closed() {
		return nil
	}

	s.live = nil
	s.view.Jobs.End(jobs.Search)
	s.searchState = l.before
	s.filter.restoreElsewhere(l.elsewhere)
	if l.tailed {
		s.loading.ResumeTail()
	}

	var again tea.Cmd
	if s.Pattern != nil {
		s.Finder = search.NewFinder(s.Pattern)
		if s.counts == nil || !s.counts.Complete {
			s.Counter = search.NewCounter(s.Pattern)
			again = s.CountMatches()
		} else {
			again = s.CountOn()
		}
	}

	return tea.Batch(s.backFrom(l), again)
}

// showLive shows a match, or goes back without one.
func (s *searchPart) showLive(found linesearch.Result) tea.Cmd {
	l := s.live
	switch {
	case found.Err != nil:
		l.bad = "cannot search: " + cells.Sanitize(found.Err.Error())
		return nil
	case !found.OK || found.Wrapped && s.moreToSearch():
		l.bad = "not found"
		if !s.view.Shown().Complete() && !s.view.Hex {
			l.bad += " so far"
		}
		return s.backFrom(l)
	}

	l.found = true
	l.wrapped = found.Wrapped
	s.Match = found.Match
	s.Found = true
	return s.jumps.on(pane.ToBytes(found.Match.Start, found.Match.End, pane.Middle).UntilJump())
}

// acceptLive searches for the pattern, or stays at the match that is shown already.
func (s *searchPart) acceptLive(l *liveSearch, text string) (tea.Cmd, error) {
	if s.live != l {
		return s.SearchFor(text, l.dir)
	}
	if _, err := s.view.Compile(text); err != nil {
		return nil, err
	}

	s.live = nil
	if s.Pattern.String() != text || !l.found && !s.view.Jobs.Runs(jobs.Search) {
		cmd := s.backFrom(l)
		find, err := s.searchFrom(text, l.place.Cursor, l.dir)
		return tea.Batch(cmd, find), err
	}

	s.bookmarks.jumpedFrom(l.place.Cursor)
	if l.found && l.wrapped {
		s.sayWrapped(l.dir)
	}
	if !l.found {
		return s.CountMatches(), nil // the search under way goes there
	}

	s.view.send(FileWanted{})
	return s.CountMatches(), nil
}
