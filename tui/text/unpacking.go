package text

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/words"
)

// A packed file is unpacked to a temporary file only a little further than it has been looked at, since that takes
// room: often memory. What needs the rest asks for it: the end, a place further on, a search, a filter.

// awaited is what is done once more has been unpacked.
type awaited struct {
	until func(*document.Document) bool
	then  func() tea.Cmd
}

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
func (a *Arrival) AfterUnpacking(until func(*document.Document) bool, then func() tea.Cmd) bool {
	return a.text.host.Active() == &a.text.file && a.waitUnpacked(until, then)
}

// waitUnpacked is [Arrival.AfterUnpacking] for what concerns the file, also while another pane is moved.
func (a *Arrival) waitUnpacked(until func(*document.Document) bool, then func() tea.Cmd) bool {
	if a.text.doc == nil || a.text.hex || !a.text.doc.Shown().Partly() || until(a.text.doc) {
		return false
	}
	a.text.jobs.Start(jobs.Unpack)
	a.unpacking = awaited{until, then}
	return true
}

// ContinueUnpacking does what waits for more to be unpacked, if enough is.
func (a *Arrival) ContinueUnpacking() tea.Cmd {
	if !a.text.jobs.Runs(jobs.Unpack) || a.text.doc.Shown().Partly() && !a.unpacking.until(a.text.doc) {
		return nil
	}
	a.text.jobs.End(jobs.Unpack)
	return a.unpacking.then()
}

// UnpackProgress is how far the unpacking has come.
func (a *Arrival) UnpackProgress() string {
	part, unpacks := a.text.doc.Unpacked()
	if !unpacks {
		return ""
	}
	return words.Done(int64(1000*part), 1000)
}

// AskForRest says to the unpacking whether all of the document is needed now.
func (a *Arrival) AskForRest() {
	a.demand()
	if a.text.doc == nil || !a.text.doc.Shown().Unpacks() {
		return
	}
	a.text.doc.Shown().Rest(a.text.jobs.Runs(jobs.Unpack) || a.text.jobs.Runs(jobs.AwaitPlace) ||
		a.text.jobs.Runs(jobs.Tail) ||
		a.text.filter.Filter != nil || a.text.search.Counter != nil && a.text.search.Highlighting())
}

// CountOn counts the matches in what has been unpacked since, or what has arrived, once that is much or all.
func (a *Arrival) CountOn() tea.Cmd {
	if a.text.hex || a.text.search.Counter == nil || a.text.jobs.Runs(jobs.Count) {
		return nil
	}
	c, snap := a.text.search.counts, a.text.doc.Shown().Snapshot()
	if !a.text.doc.Shown().Unpacks() &&
		(c == nil || c.Size == snap.Size || !snap.Complete && snap.Size-c.Size <= c.Size/8) {
		return nil
	}
	return a.text.search.CountMatches()
}
