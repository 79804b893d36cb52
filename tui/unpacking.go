package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/document"
	"eyeline/tui/jobs"
)

// A packed file is unpacked to a temporary file only a little further than it has been looked at, since that takes room:
// often memory. What needs the rest asks for it: the end, a place further on, a search, a filter.

// unpacking is what is done once more has been unpacked.
type unpacking struct {
	until func(*document.Document) bool
	then  func(*Model) tea.Cmd
}

// Of a document, all that there is to wait for, and a line or a byte of it.
func allUnpacked(*document.Document) bool { return false } // the end ends every wait

func lineUnpacked(line int64) func(*document.Document) bool {
	return func(d *document.Document) bool { return d.Shown().HasLine(line) }
}

func byteUnpacked(off int64) func(*document.Document) bool {
	return func(d *document.Document) bool { return d.Shown().HasByte(off) }
}

// afterUnpacking has something done by then, once as much is unpacked as until asks for, or all. It returns false when
// there is nothing to wait for; then is not called.
func (m *Model) afterUnpacking(until func(*document.Document) bool, then func(*Model) tea.Cmd) bool {
	return m.active() == &m.file && m.waitUnpacked(until, then)
}

// waitUnpacked is afterUnpacking for what concerns the file, also while another pane is moved.
func (m *Model) waitUnpacked(until func(*document.Document) bool, then func(*Model) tea.Cmd) bool {
	if m.doc == nil || m.hex || !m.doc.Shown().Partly() || until(m.doc) {
		return false
	}
	m.jobs.Start(jobs.Unpack)
	m.unpacking = unpacking{until, then}
	return true
}

// continueUnpacking does what waits for more to be unpacked, if enough is.
func (m *Model) continueUnpacking() tea.Cmd {
	if !m.jobs.Runs(jobs.Unpack) || m.doc.Shown().Partly() && !m.unpacking.until(m.doc) {
		return nil
	}
	m.jobs.End(jobs.Unpack)
	return m.unpacking.then(m)
}

// unpackProgress is how far the unpacking has come.
func (s *sheet) unpackProgress() string {
	part, unpacks := s.doc.Unpacked()
	if !unpacks {
		return ""
	}
	return percent(int64(1000*part), 1000)
}

// askForRest says to the unpacking whether all of the document is needed now.
func (m *Model) askForRest() {
	m.demand()
	if m.doc == nil || !m.doc.Shown().Unpacks() {
		return
	}
	m.doc.Shown().Rest(m.jobs.Runs(jobs.Unpack) || m.jobs.Runs(jobs.AwaitPlace) || m.jobs.Runs(jobs.Tail) ||
		m.filter.filter != nil || m.search.counter != nil && m.search.highlighting())
}

// countOn counts the matches in what has been unpacked since, or what has arrived, once that is much or all.
func (m *Model) countOn() tea.Cmd {
	if m.hex || m.search.counter == nil || m.jobs.Runs(jobs.Count) {
		return nil
	}
	if c, snap := m.search.counts, m.doc.Shown().Snapshot(); !m.doc.Shown().Unpacks() && (c == nil || c.Size == snap.Size || !snap.Complete && snap.Size-c.Size <= c.Size/8) {
		return nil
	}
	return m.countMatches()
}
