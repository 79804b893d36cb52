package textview

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/document"
	"eyeline/tui/humanize"
	"eyeline/tui/jobs"
)

// A packed file is unpacked to a temporary file only a little further than it has been looked at, since that takes
// room: often memory. What needs the rest asks for it: the end, a place further on, a search, a filter.

// AllUnpacked waits for all of a document.
func AllUnpacked(*document.Document) bool { return false } // the end ends every wait

// LineUnpacked waits for a line, counted from 1.
func LineUnpacked(line int64) func(*document.Document) bool {
	return func(d *document.Document) bool { return d.Shown().HasLine(line) }
}

// ByteUnpacked waits for the byte at a 0-based offset.
func ByteUnpacked(off int64) func(*document.Document) bool {
	return func(d *document.Document) bool { return d.Shown().HasByte(off) }
}

// AfterUnpacking has something done by then, once as much is unpacked as until asks for, or all. It returns false when
// there is nothing to wait for; then is not called.
func (a *arrivalPart) AfterUnpacking(until func(*document.Document) bool, then func() tea.Cmd) bool {
	return a.text.host.Active() == a.text.File && a.waitUnpacked(until, then)
}

// waitUnpacked is [arrivalPart.AfterUnpacking] for what concerns the file, also while another pane is moved.
func (a *arrivalPart) waitUnpacked(until func(*document.Document) bool, then func() tea.Cmd) bool {
	if a.text.Doc == nil || a.text.Hex || !a.text.Doc.Shown().Partly() || until(a.text.Doc) {
		return false
	}
	a.text.Jobs.Start(jobs.Unpack)
	a.until, a.then = until, then
	return true
}

// ContinueUnpacking does what waits for more to be unpacked, if enough is.
func (a *arrivalPart) ContinueUnpacking() tea.Cmd {
	if !a.text.Jobs.Runs(jobs.Unpack) || a.text.Doc.Shown().Partly() && !a.until(a.text.Doc) {
		return nil
	}
	a.text.Jobs.End(jobs.Unpack)
	return a.then()
}

// UnpackProgress is how far the unpacking has come.
func (a *arrivalPart) UnpackProgress() string {
	part, unpacks := a.text.Doc.Unpacked()
	if !unpacks {
		return ""
	}
	return humanize.Done(int64(1000*part), 1000)
}

// AskForRest says to the unpacking whether all of the document is needed now.
func (a *arrivalPart) AskForRest() {
	a.demand()
	if a.text.Doc == nil || !a.text.Doc.Shown().Unpacks() {
		return
	}
	a.text.Doc.Shown().Rest(a.text.Jobs.Runs(jobs.Unpack) || a.text.Jobs.Runs(jobs.AwaitPlace) ||
		a.text.Jobs.Runs(jobs.Tail) ||
		a.text.Filter.Filter != nil || a.text.Search.Counter != nil && a.text.Search.Highlighting())
}

// CountOn counts the matches in what has been unpacked since, or what has arrived, once that is much or all or has the
// match that was found last.
func (a *arrivalPart) CountOn() tea.Cmd {
	s := a.text.Search
	if s.Counter == nil || a.text.Jobs.Runs(jobs.Count) {
		return nil
	}
	c, side := s.counts, a.text.onScreen()
	switch size := side.Size(); {
	case c != nil && c.Size == size, c == nil && !side.Unpacks():
		return nil
	case c == nil, side.Unpacks(), side.Complete(), size-c.Size > c.Size/8, s.Found && s.Match.Start >= c.Size:
		return s.CountMatches()
	}
	return nil
}

// A stream is read only some way ahead of what is looked at, so that its writer waits as with any pager. What needs the
// rest of it asks for all: going to the end, searching on, a filter without a full screen, following, and every tool.

// demand asks the document for as much as is needed now. It makes no system call.
func (a *arrivalPart) demand() {
	d := a.text.Doc
	if d == nil {
		return
	}
	shown, end := a.text.onScreen(), int64(0)
	if lines := a.text.File.Lines(); len(lines) > 0 {
		if end = lines[len(lines)-1].End; end < 0 {
			end = shown.Size() // a line whose end has not been found
		}
	}
	if a.text.Search.filtered() && a.text.File.AtEnd() && !a.text.File.Loading &&
		!a.text.Jobs.Runs(jobs.Filter) {
		end = shown.Size() // what has arrived does not fill the screen
	}
	all := a.text.Jobs.Any(func(r *jobs.Row) bool { return r.Whole })
	for _, s := range []*document.Side{d.Shown(), d.Raw()} {
		if s.Unpacks() {
			continue // see unpacking.go
		}
		if s == shown {
			s.Demand(end)
		}
		s.Rest(s == shown && all || s == d.Raw() && !a.text.ToolOff)
	}
}
