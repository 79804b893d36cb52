package textview

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/document"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
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
func (a *loadingPart) AfterUnpacking(until func(*document.Document) bool, then func() tea.Cmd) bool {
	if a.view.Doc == nil || a.view.Hex || !a.view.Shown().Partly() || until(a.view.Doc) {
		return false
	}
	a.view.Jobs.Start(jobs.Unpack)
	a.until = until
	a.then = then
	return true
}

// ContinueUnpacking does what waits for more to be unpacked, if enough is.
func (a *loadingPart) ContinueUnpacking() tea.Cmd {
	if !a.view.Jobs.Runs(jobs.Unpack) || a.view.Shown().Partly() && !a.until(a.view.Doc) {
		return nil
	}
	a.view.Jobs.End(jobs.Unpack)
	return a.then()
}

// UnpackProgress is how far the unpacking has come.
func (a *loadingPart) UnpackProgress() string {
	part, unpacks := a.view.Doc.Unpacked()
	if !unpacks {
		return ""
	}
	return humanize.Done(int64(1000*part), 1000)
}

// AskForRest says to the unpacking whether all of the document is needed now.
func (t *Text) AskForRest() {
	t.demand()
	if t.Doc == nil || !t.Doc.Shown().Unpacks() {
		return
	}
	t.Doc.Shown().Rest(t.Jobs.Runs(jobs.Unpack) || t.Jobs.Runs(jobs.AwaitPlace) ||
		t.Jobs.Runs(jobs.Tail) ||
		t.Filter.Filter != nil || t.Search.Counter != nil && t.Search.Highlighting())
}

// A stream is read only some way ahead of what is looked at, so that its writer waits as with any pager. What needs the
// rest of it asks for all: going to the end, searching on, a filter without a full screen, following, and every tool.

// demand asks the document for as much as is needed now. It makes no system call.
func (t *Text) demand() {
	d := t.Doc
	if d == nil {
		return
	}

	shown := t.onScreen()
	end := int64(0)
	if lines := t.File.Lines(); len(lines) > 0 {
		end = lines[len(lines)-1].End
		if end < 0 {
			end = shown.Size() // a line whose end has not been found
		}
	}

	if t.Search.filtered() && t.File.AtEnd() && !t.File.Loading() &&
		!t.Jobs.Runs(jobs.Filter) {
		end = shown.Size() // what has arrived does not fill the screen
	}

	all := t.Jobs.Any(func(r *jobs.Row) bool { return r.Whole })
	for _, s := range []*document.Content{d.Shown(), d.Raw()} {
		if s.Unpacks() {
			continue // see unpacking.go
		}
		if s == shown {
			s.Demand(end)
		}

		s.Rest(s == shown && all || s == d.Raw() && !t.ToolOff)
	}
}
