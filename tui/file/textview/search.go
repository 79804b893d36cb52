package textview

import (
	"context"
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/reader/source"
	"eyeline/tui/file/linesearch"
	"eyeline/tui/file/pane"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
)

// Compile reads a pattern as searches and filters take it. With "!" before it, the lines without it match.
func (v *view) Compile(text string) (*search.Pattern, error) {
	text, invert := strings.CutPrefix(text, "!")
	return search.Compile(text, search.Options{
		Case:   v.opts.Case,
		Styled: v.styled && v.File.Options.Colours,
		Invert: invert,
	})
}

// searchState is the search in a document: a pattern, the match found last, and the count of all matches.
type searchState struct {
	Pattern *search.Pattern
	Finder  *search.Finder
	Counter *search.Counter
	counts  *search.Counts
	Dir     search.Direction
	Match   search.Match
	Found   bool  // there is a match
	rank    int64 // 1-based number of the match among all; 0 when it is not known
	Hidden  bool  // matches are not highlighted until the next search

	size   int64 // of what is searched, in bytes
	from   int64 // where the search under way began
	n      int64 // which match from there it looks for
	to     search.Direction
	last   part     // where In looked last
	inLast [][2]int // what it found
	// idle is closed when the search begun last has ended; nil before the first.
	idle <-chan struct{}
}

// Highlighting reports whether matches of a pattern are highlighted.
func (s *searchState) Highlighting() bool { return s.Pattern != nil && !s.Hidden }

// forget forgets the matches, though not the pattern.
func (s *searchState) forget() {
	s.Found = false
	s.rank = 0
	s.Counter = nil
	s.counts = nil
}

// ResetSearch forgets the matches, though not the pattern, because the bytes have changed. A search under way for the
// bytes on the screen begins again.
func (s *searchPart) ResetSearch() tea.Cmd {
	s.forget()
	if s.live != nil {
		s.live.before.forget()
	}

	s.view.Jobs.End(jobs.Count, jobs.Rank)
	if s.Pattern != nil {
		s.Finder = search.NewFinder(s.Pattern)
	}
	if !s.view.Jobs.Runs(jobs.Search) {
		return nil
	}

	return s.Find(s.from, s.to, s.n)
}

// part is a part of a line, size bytes from head on, in which a pattern is looked for.
type part struct {
	pattern        *search.Pattern
	head           *byte
	size           int
	atStart, atEnd bool
}

// In is where the pattern matches in the visible part of a line: [start, end) in bytes of head, which nobody changes
// afterwards. It is asked for each row of a wrapped line, which may be long, and looks only for the first of them.
func (s *searchState) In(head []byte, atStart, atEnd bool) [][2]int {
	if !s.Highlighting() || len(head) == 0 {
		return nil
	}
	if p := (part{s.Pattern, &head[0], len(head), atStart, atEnd}); s.last != p {
		s.last = p
		s.inLast = s.Pattern.MatchesInPart(head, atStart, atEnd)
	}
	return s.inLast
}

// Current reports whether the match found last begins at byte off.
func (s *searchState) Current(off int64) bool { return s.Found && s.Match.Start == off }

// Matched reports whether the byte at off is in the match found last.
func (s *searchState) Matched(off int64) bool {
	return s.Found && off >= s.Match.Start && off < max(s.Match.End, s.Match.Start+1)
}

// SearchProgress is how far the search under way has come.
func (s *searchPart) SearchProgress() string {
	if s.Finder == nil {
		return ""
	}
	return humanize.Done(s.Finder.Searched(), s.size)
}

// CountProgress is how far the count of the matches has come.
func (s *searchPart) CountProgress() string {
	if s.counts == nil {
		return ""
	}
	return humanize.Done(s.counts.Scanned, s.counts.Size)
}

// MatchWords are the number of matches, for the footer. All of the file's are counted, so that is said where a filter
// leaves lines out.
func (s *searchPart) MatchWords() string {
	c := s.counts
	if !s.Highlighting() || c == nil {
		return ""
	}

	all := humanize.Group(c.Matches)
	if !c.Complete || s.view.Doc != nil && !s.view.onScreen().Complete() {
		all += "+"
	}

	words := all + " matches"
	switch {
	case s.Found && s.rank > 0 && s.atMatch():
		words = "match " + humanize.Group(s.rank) + " of " + all
	case all == "1":
		words = "1 match"
	}

	return words + humanize.When(s.filtered(), " in all lines")
}

// atMatch reports whether the cursor is still on the line of the match found last or, without one to be seen,
// whether that line is on the screen.
func (s *searchPart) atMatch() bool {
	if !s.view.ToolOff {
		return s.sameLine(s.Match)
	}
	first, last, ok := s.view.File.Visible()
	return ok && s.Match.Start >= first.Off && (last.End < 0 || s.Match.Start < max(last.End, last.Off+1))
}

// SearchFor searches for a new pattern from the cursor; an empty text repeats the last search.
func (s *searchPart) SearchFor(text string, dir search.Direction) (tea.Cmd, error) {
	return s.searchFrom(text, s.view.File.Cursor, dir)
}

// searchFrom is [searchPart.SearchFor], from a 0-based offset.
func (s *searchPart) searchFrom(text string, from int64, dir search.Direction) (tea.Cmd, error) {
	if text == "" {
		if s.Pattern == nil {
			return nil, errors.New("no pattern yet")
		}
		s.Dir = dir
		return s.NextMatch(1), nil
	}

	p, err := s.view.Compile(text)
	if err != nil {
		return nil, err
	}

	s.bookmarks.KeepPlace()
	s.SetPattern(p, dir)
	return tea.Batch(s.Find(from, dir, 1), s.CountMatches()), nil
}

// Turn makes a direction the one of the search.
func (s *searchPart) Turn(dir search.Direction) { s.Dir = dir }

// SetPattern makes a pattern the one that is searched for; nothing of it is found yet.
func (s *searchPart) SetPattern(p *search.Pattern, dir search.Direction) {
	s.view.Jobs.End(jobs.Count, jobs.Rank, jobs.AwaitMore)
	s.forget()
	s.Pattern = p
	s.Dir = dir
	s.Hidden = false
	s.Finder = search.NewFinder(p)
	s.Counter = search.NewCounter(p)
}

// NextMatch goes to the n-th next match in the direction of the search, or to the n-th last when n is negative.
func (s *searchPart) NextMatch(n int64) tea.Cmd {
	s.Hidden = false
	dir := s.Dir
	if n < 0 {
		dir = dir.Opposite()
		n = -n
	}

	from := s.view.File.Cursor
	// From the match, as long as the cursor is still on its line; else from the cursor.
	if s.Found && s.Match.LineStart <= from && s.sameLine(s.Match) {
		from = s.pastMatch(dir)
	}

	s.bookmarks.KeepPlace()
	return s.Find(from, dir, n)
}

// pastMatch is where the search goes on in a direction from the match found last.
func (s *searchState) pastMatch(dir search.Direction) int64 {
	if dir == search.Forward {
		return s.Match.Start + 1
	}
	return s.Match.Start
}

// sameLine reports whether the cursor is on the unit where a match begins.
func (s *searchPart) sameLine(x search.Match) bool {
	l, ok := s.view.File.LineHolding(x.Start)
	return ok && l.Off == s.view.File.Cursor
}

// Find looks for the n-th match from byte from, n ≥ 1, going round the end of the file once. Going forward in a stream
// that has not arrived yet, what is to come goes before what is above.
func (s *searchPart) Find(from int64, dir search.Direction, n int64) tea.Cmd {
	round := dir == search.Backward || s.view.Doc == nil || s.view.Shown().Unpacks() ||
		s.view.onScreen().Complete() || s.live != nil
	return s.findRound(from, dir, n, round)
}

// findRound is [searchPart.Find]; goRound says whether it goes round the end of what has arrived.
func (s *searchPart) findRound(from int64, dir search.Direction, n int64, goRound bool) tea.Cmd {
	if s.view.Doc == nil {
		return nil
	}

	s.view.Jobs.End(jobs.AwaitMore)
	lines := s.searchedLines()
	s.size = lines.Bytes.Size()
	s.n = n
	s.from = from
	s.to = dir
	before := s.idle
	idle := make(chan struct{})
	s.idle = idle
	return jobs.Ask(s.view.Jobs, jobs.Search, func(ctx context.Context) linesearch.Result {
		if before != nil { // it is stopped, but may be in the middle of a block, and has the finder
			select {
			case <-before:
			case <-ctx.Done():
				go func() { <-before; close(idle) }()
				return linesearch.Result{}
			}
		}

		defer close(idle)
		return lines.Nth(ctx, from, dir, n, goRound)
	}, s.handleMatch)
}

// filtered reports whether a filter leaves out lines that are shown otherwise.
func (s *searchPart) filtered() bool { return s.filter.on() }

// searchedLines are the lines in which the current pattern is looked for: those that the file pane shows.
func (s *searchPart) searchedLines() linesearch.Lines {
	l := linesearch.Lines{Finder: s.Finder, Bytes: s.Searched()}
	if s.filtered() {
		l.Filter = s.filter.Filter
		l.Numbers = s.view.Shown().Lines()
		l.Running = s.view.Jobs.Context(jobs.Filter)
	}
	return l
}

// handleMatch goes to the match that was found, or says that nothing matched.
func (s *searchPart) handleMatch(found linesearch.Result) tea.Cmd {
	if s.live != nil {
		return s.showLive(found)
	}

	switch {
	case found.Err != nil:
		return s.view.program.Warn("cannot search: " + cells.Sanitize(found.Err.Error()))
	case !found.OK && s.view.Jobs.Runs(jobs.AwaitPlace):
		s.view.send(NotFoundYet{})
		return nil
	case (!found.OK || found.Wrapped) && s.moreToSearch():
		return s.searchOn()
	case !found.OK && found.Onward:
		return s.searchArriving()
	case !found.OK && !s.view.Shown().Complete():
		return s.view.program.Warn("not found so far, and more is arriving: " + cells.Sanitize(s.Pattern.String()))
	case !found.OK && s.filtered():
		pattern := cells.Sanitize(s.Pattern.String())
		return s.view.program.Warn("not found in the lines that the filter shows: " + pattern)
	case !found.OK:
		return s.view.program.Warn("not found: " + cells.Sanitize(s.Pattern.String()))
	}

	s.view.Jobs.End(jobs.AwaitPlace)
	s.Match = found.Match
	s.Found = true
	s.rank = 0
	s.view.Jobs.End(jobs.Rank)
	if found.Wrapped {
		s.sayWrapped(found.Dir)
	}

	s.view.send(FileWanted{})
	cmd := s.jumps.on(pane.ToBytes(found.Match.Start, found.Match.End, pane.Middle).UntilJump())
	return tea.Batch(cmd, s.rankMatch(), s.CountOn())
}

// sayWrapped says that a match was found beyond an end of the file. What the key says that asked for it stays.
func (s *searchPart) sayWrapped(dir search.Direction) {
	if s.view.program.Quiet() {
		s.view.program.Say("search went on from the " + humanize.Either(dir == search.Forward, "top", "end"))
	}
}

// CountOn counts the matches in what has been unpacked since, or what has arrived, once that is much or all or has the
// match that was found last.
func (s *searchPart) CountOn() tea.Cmd {
	if s.Counter == nil || s.view.Jobs.Runs(jobs.Count) {
		return nil
	}

	c := s.counts
	side := s.view.onScreen()
	size := side.Size()

	switch {
	case c != nil && c.Size == size, c == nil && !side.Unpacks():
		return nil
	case c == nil, side.Unpacks(), side.Complete(), size-c.Size > c.Size/8, s.Found && s.Match.Start >= c.Size:
		return s.CountMatches()
	}

	return nil
}

// moreToSearch reports whether more of a packed file has been unpacked since the search began, or is to be.
func (s *searchPart) moreToSearch() bool {
	return !s.view.Hex && s.view.Shown().Unpacks() &&
		(s.view.Shown().Partly() || s.size < s.view.Shown().Size())
}

// searchOn searches again once more has been unpacked. Going backward, the search went round the end, which has to be
// unpacked.
func (s *searchPart) searchOn() tea.Cmd {
	next := ByteUnpacked(s.size + max(StartSearchStep, s.size/2))
	if s.to == search.Backward {
		next = AllUnpacked
	}
	again := func() tea.Cmd { return s.Find(s.from, s.to, s.n) }
	if s.loading.AfterUnpacking(next, again) {
		return nil
	}
	return again()
}

// CountMatches counts all matches, once the search under way has ended: a person waits for that, and the two would read
// the same file through twice the memory.
func (s *searchPart) CountMatches() tea.Cmd {
	if s.view.Doc == nil || s.Counter == nil {
		return nil
	}

	view := s.Searched()
	counter := s.Counter
	idle := s.idle
	run := jobs.Ask(s.view.Jobs, jobs.Count, func(ctx context.Context) error {
		if idle != nil {
			waken(idle)(ctx)
		}
		return counter.Run(ctx, view)
	}, func(err error) tea.Cmd {
		s.counts = s.Counter.Snapshot()
		if err != nil {
			s.view.program.Warn("cannot count the matches: " + cells.Sanitize(err.Error()))
			return s.rankMatch()
		}
		return tea.Batch(s.rankMatch(), s.CountOn()) // more may have come meanwhile
	})
	return tea.Batch(run, s.listenCount())
}

// listenCount shows how far the count has come each time it has come further.
func (s *searchPart) listenCount() tea.Cmd {
	return jobs.Step(s.view.Jobs, jobs.Count, waken(s.Counter.Wake()), func(struct{}) tea.Cmd {
		s.counts = s.Counter.Snapshot()
		if s.Found && s.rank == 0 && s.counts.Scanned > s.Match.Start {
			return tea.Batch(s.listenCount(), s.rankMatch())
		}
		return s.listenCount()
	})
}

// waken waits for a channel, or until the job ends.
func waken(wake <-chan struct{}) func(context.Context) struct{} {
	return func(ctx context.Context) struct{} {
		select {
		case <-wake:
		case <-ctx.Done():
		}
		return struct{}{}
	}
}

// rankMatch finds which number the match found last has, once the count has passed it.
func (s *searchPart) rankMatch() tea.Cmd {
	if !s.Found || s.counts == nil || s.counts.Scanned <= s.Match.Start || s.view.Doc == nil ||
		s.view.Jobs.Runs(jobs.Rank) {
		return nil
	}

	counts := s.counts
	view := s.Searched()
	at := s.Match.Start
	return jobs.Ask(s.view.Jobs, jobs.Rank, func(ctx context.Context) int64 {
		n, ok, err := counts.Rank(ctx, view, at) // one block's read
		if err != nil || !ok {
			n = 0
		}
		return n
	}, func(n int64) tea.Cmd {
		s.rank = n
		return nil
	})
}

// Searched are the bytes that are searched: those on the screen.
func (s *searchPart) Searched() source.Bytes { return s.view.onScreen().Bytes() }
