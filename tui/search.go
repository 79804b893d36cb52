package tui

import (
	"context"
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/reader/source"
	"eyeline/tui/find"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// searcher is the search in a document: a pattern, the match found last, and the count of all matches.
type searcher struct {
	pattern *search.Pattern
	finder  *search.Finder
	counter *search.Counter
	counts  *search.Counts
	dir     search.Direction
	match   search.Match
	found   bool  // there is a match
	rank    int64 // 1-based number of the match among all; 0 when it is not known
	hidden  bool  // matches are not highlighted

	lent bool  // a command has the finder, which serves one goroutine
	size int64 // of what is searched, in bytes
	from int64 // where the search under way began
	n    int64 // which match from there it looks for
	to   search.Direction
	// idle is closed when the search begun last has ended; nil before the first.
	idle <-chan struct{}
}

func (s *searcher) highlighting() bool { return s.pattern != nil && !s.hidden }
func (s *searcher) hide()              { s.hidden = true }

// resetSearch forgets the matches, though not the pattern, because the bytes have changed. A search under way for the bytes
// on the screen begins again.
func (m *Model) resetSearch() tea.Cmd {
	s := &m.search
	s.found, s.rank, s.counter, s.counts = false, 0, nil, nil
	m.jobs.End(jobs.Count, jobs.Rank)
	if s.pattern != nil {
		s.finder, s.lent = search.NewFinder(s.pattern), false
	}
	if !m.jobs.Runs(jobs.Search) {
		return nil
	}
	return m.find(s.from, s.to, s.n)
}

// in is where the pattern matches in the visible part of a line: [start, end) in bytes of head.
func (s *searcher) in(head []byte, atStart, atEnd bool) [][2]int {
	if !s.highlighting() {
		return nil
	}
	return s.pattern.MatchesInPart(head, atStart, atEnd)
}

// current reports whether the match found last begins at byte off.
func (s *searcher) current(off int64) bool { return s.found && s.match.Start == off }

// matched reports whether the byte at off is in the match found last.
func (s *searcher) matched(off int64) bool {
	return s.found && off >= s.match.Start && off < max(s.match.End, s.match.Start+1)
}

// searchProgress is how far the search under way has come.
func (s *sheet) searchProgress() string {
	if s.search.finder == nil {
		return ""
	}
	return percent(s.search.finder.Searched(), s.search.size)
}

// countProgress is how far the count of the matches has come.
func (s *sheet) countProgress() string {
	if s.search.counts == nil {
		return ""
	}
	return percent(s.search.counts.Scanned, s.search.counts.Size)
}

// counted is what the footer says of the number of matches; growing says that more of the document is to come.
func (s *searcher) counted(growing bool) string {
	c := s.counts
	if !s.highlighting() || c == nil {
		return ""
	}
	more := ""
	if !c.Complete || growing {
		more = "+"
	}
	if s.found && s.rank > 0 {
		return fmt.Sprintf("match %s of %s%s", group(s.rank), group(c.Matches), more)
	}
	if c.Matches == 1 && more == "" {
		return "1 match"
	}
	return fmt.Sprintf("%s%s matches", group(c.Matches), more)
}

// matchWords are the number of matches, for the footer. All of the file's are counted, so that is said where a filter
// leaves lines out.
func (m *Model) matchWords() string {
	words := m.search.counted(m.doc != nil && !m.searchedSnap().Complete)
	if words != "" && m.filter.filter != nil && !m.hex {
		words += " in all lines"
	}
	return words
}

// searchFor searches for a new pattern from the cursor; an empty text repeats the last search.
func (m *Model) searchFor(text string, dir search.Direction) (tea.Cmd, error) {
	return m.searchFrom(text, m.file.Cursor(), dir)
}

// searchFrom is searchFor, from a 0-based offset.
func (m *Model) searchFrom(text string, from int64, dir search.Direction) (tea.Cmd, error) {
	s := &m.search
	if text == "" {
		if s.pattern == nil {
			return nil, errors.New("no pattern yet")
		}
		s.dir = dir
		return m.nextMatch(1), nil
	}
	p, err := m.compile(text)
	if err != nil {
		return nil, err
	}
	m.keepPlace()
	m.setPattern(p, dir)
	return tea.Batch(m.find(from, dir, 1), m.countMatches()), nil
}

// setPattern makes a pattern the one that is searched for; nothing of it is found yet.
func (m *Model) setPattern(p *search.Pattern, dir search.Direction) {
	s := &m.search
	m.jobs.End(jobs.Count, jobs.Rank, jobs.AwaitMore)
	s.pattern, s.dir, s.hidden, s.found, s.rank = p, dir, false, false, 0
	s.finder, s.lent, s.counter, s.counts = search.NewFinder(p), false, search.NewCounter(p), nil
	m.invalidateRows()
}

// startSearch begins the search asked for on the command line.
func (m *Model) startSearch() tea.Cmd {
	if m.opts.Start.Pattern == "" || m.doc == nil {
		return nil
	}
	cmd, err := m.searchFor(m.opts.Start.Pattern, search.Forward)
	if err != nil {
		m.warn(plain(err.Error()))
	}
	return cmd
}

// nextMatch goes to the n-th next match in the direction of the search, or to the n-th last when n is negative.
func (m *Model) nextMatch(n int64) tea.Cmd {
	s := &m.search
	if s.hidden {
		s.hidden = false
		m.invalidateRows()
	}
	dir := s.dir
	if n < 0 {
		dir, n = opposite(dir), -n
	}
	from := m.file.Cursor()
	// From the match, as long as the cursor is still on its line; else from the cursor.
	if s.found && s.match.LineStart <= m.file.Cursor() && m.sameLine(s.match) {
		from = s.match.Start
		if dir == search.Forward {
			from++
		}
	}
	m.keepPlace()
	return m.find(from, dir, n)
}

func opposite(d search.Direction) search.Direction {
	if d == search.Forward {
		return search.Backward
	}
	return search.Forward
}

// sameLine reports whether the cursor is on the unit where a match begins.
func (m *Model) sameLine(x search.Match) bool {
	l, ok := m.file.LineHolding(x.Start)
	return ok && l.Off == m.file.Cursor()
}

// find looks for the n-th match from byte from, n ≥ 1, going round the end of the file once. Going forward in a stream
// that has not arrived yet, what is to come goes before what is above.
func (m *Model) find(from int64, dir search.Direction, n int64) tea.Cmd {
	round := dir == search.Backward || m.doc == nil || m.doc.Shown().Unpacks() || m.searchedSnap().Complete || m.live != nil
	return m.findRound(from, dir, n, round)
}

// findRound is find; goRound says whether it goes round the end of what has arrived.
func (m *Model) findRound(from int64, dir search.Direction, n int64, goRound bool) tea.Cmd {
	if m.doc == nil {
		return nil
	}
	s := &m.search
	if s.lent {
		s.finder = search.NewFinder(s.pattern) // the command of a search that was stopped may still run
	}
	m.jobs.End(jobs.AwaitMore)
	lines := m.searchedLines()
	s.lent, s.size, s.from, s.to, s.n = true, lines.Bytes.Size(), from, dir, n
	before, idle := s.idle, make(chan struct{})
	s.idle = idle
	return jobs.Ask(m.jobs, jobs.Search, func(ctx context.Context) find.Result {
		defer close(idle)
		ended(ctx, before) // it is stopped, but may be in the middle of a block
		return lines.Nth(ctx, from, dir, n, goRound)
	}, m.handleMatch)
}

// searchedLines are the lines in which the current pattern is looked for: those that the file pane shows.
func (m *Model) searchedLines() find.Lines {
	l := find.Lines{Finder: m.search.finder, Bytes: m.searched()}
	if !m.hex && m.filter.filter != nil {
		l.Filter, l.Numbers = m.filter.filter, m.doc.Shown().Lines()
		l.Running = m.jobs.Context(jobs.Filter)
	}
	return l
}

// handleMatch goes to the match that was found, or says that there is none.
func (m *Model) handleMatch(found find.Result) tea.Cmd {
	s := &m.search
	s.lent = false
	if m.live != nil {
		return m.live.handle(m, found)
	}
	switch {
	case found.Err != nil:
		m.warn("cannot search: " + plain(found.Err.Error()))
		return nil
	case !found.OK && m.jobs.Runs(jobs.AwaitPlace):
		return m.continueStart()
	case (!found.OK || found.Wrapped) && m.moreToSearch():
		return m.searchOn()
	case !found.OK && found.Onward:
		return m.searchArriving()
	case !found.OK && !m.doc.Shown().Complete():
		m.warn("not found so far, and more is arriving: " + plain(s.pattern.String()))
		return nil
	case !found.OK:
		if m.filter.filter != nil && !m.hex {
			m.warn("not found in the lines that the filter shows: " + plain(s.pattern.String()))
			return nil
		}
		m.warn("not found: " + plain(s.pattern.String()))
		return nil
	}
	m.jobs.End(jobs.AwaitPlace)
	s.match, s.found, s.rank = found.Match, true, 0
	m.jobs.End(jobs.Rank)
	m.invalidateRows()
	if found.Wrapped {
		if found.Dir == search.Forward {
			m.say("search went on from the top")
		} else {
			m.say("search went on from the end")
		}
	}
	arranged := m.showFile()
	before := m.file.Cursor()
	m.filter.left = true
	m.pauseTail()
	cmd := m.file.Do(pane.ToBytes(found.Match.Start, found.Match.End, pane.Middle))
	return tea.Batch(arranged, cmd, m.cursorMoved(before), m.rankMatch(), m.colour())
}

// moreToSearch reports whether more of a packed file has been unpacked since the search began, or is to be.
func (m *Model) moreToSearch() bool {
	return !m.hex && m.doc.Shown().Unpacks() && (m.doc.Shown().Partly() || m.search.size < m.doc.Shown().Size())
}

// searchOn searches again once more has been unpacked. Going backward, the search went round the end, which has to be
// unpacked.
func (m *Model) searchOn() tea.Cmd {
	s := &m.search
	next := byteUnpacked(s.size + max(startSearchStep, s.size/2))
	if s.to == search.Backward {
		next = allUnpacked
	}
	again := func(m *Model) tea.Cmd { return m.find(s.from, s.to, s.n) }
	if m.waitUnpacked(next, again) {
		return nil
	}
	return again(m)
}

// ended waits until a search has ended, or ctx is done; nil stands for none.
func ended(ctx context.Context, idle <-chan struct{}) {
	if idle == nil {
		return
	}
	select {
	case <-idle:
	case <-ctx.Done():
	}
}

// countMatches counts all matches, once the search under way has ended: a person waits for that, and the two would read the same
// file through twice the memory.
func (m *Model) countMatches() tea.Cmd {
	s := &m.search
	if m.doc == nil || s.counter == nil {
		return nil
	}
	view, counter, idle := m.searched(), s.counter, s.idle
	run := jobs.Ask(m.jobs, jobs.Count, func(ctx context.Context) error {
		ended(ctx, idle)
		return counter.Run(ctx, view)
	}, func(err error) tea.Cmd {
		s.counts = s.counter.Snapshot()
		if err != nil {
			m.warn("cannot count the matches: " + plain(err.Error()))
		}
		return m.rankMatch()
	})
	return tea.Batch(run, m.listenCount())
}

// listenCount shows how far the count has come each time it has come further.
func (m *Model) listenCount() tea.Cmd {
	return jobs.Step(m.jobs, jobs.Count, waken(m.search.counter.Wake()), func(struct{}) tea.Cmd {
		s := &m.search
		s.counts = s.counter.Snapshot()
		if s.found && s.rank == 0 && s.counts.Scanned > s.match.Start {
			return tea.Batch(m.listenCount(), m.rankMatch())
		}
		return m.listenCount()
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
func (m *Model) rankMatch() tea.Cmd {
	s := &m.search
	if !s.found || s.counts == nil || s.counts.Scanned <= s.match.Start || m.doc == nil || m.jobs.Runs(jobs.Rank) {
		return nil
	}
	counts, view, at := s.counts, m.searched(), s.match.Start
	return jobs.Ask(m.jobs, jobs.Rank, func(ctx context.Context) int64 {
		n, ok, err := counts.Rank(ctx, view, at) // one block's read
		if err != nil || !ok {
			n = 0
		}
		return n
	}, func(n int64) tea.Cmd {
		m.search.rank = n
		return nil
	})
}

// searchedSnap is the snapshot of the bytes that are searched.
func (m *Model) searchedSnap() source.Snapshot {
	if m.hex {
		return m.doc.Raw().Snapshot()
	}
	return m.doc.Shown().Snapshot()
}

// searched are the bytes that are searched: those on the screen.
func (m *Model) searched() source.Bytes {
	if m.hex {
		return m.doc.Raw().Bytes()
	}
	return m.doc.Shown().Bytes()
}
