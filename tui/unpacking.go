package tui

import tea "github.com/charmbracelet/bubbletea"

// A packed file is unpacked to a temporary file only a little further than it has been looked at, since that takes room:
// often memory. What needs the rest asks for it: the end, a place further on, a search, a filter.

// unpackAhead is how far a packed file is unpacked past what has been looked at, in bytes of text. Tests lower it.
var unpackAhead int64 = 8 << 20

// unpacking is what is done once more has been unpacked.
type unpacking struct {
	until func(*document) bool
	then  func(*Model) tea.Cmd
}

// partly reports whether what is shown is unpacked text of which more is to come.
func (d *document) partly() bool { return d.shown.part != nil && !d.shown.snap.Complete }

// unpacked is how far the bytes of the file are unpacked, 0 to 1.
func (d *document) unpacked() float64 {
	if size := d.raw.snap.Size; d.shown.packed != nil && size > 0 {
		return min(float64(d.shown.packed.at.Load())/float64(size), 1)
	}
	return 0
}

// Of a document, all that there is to wait for, and a line or a byte of it.
func allUnpacked(*document) bool { return false } // the end ends every wait

func lineUnpacked(line int64) func(*document) bool {
	return func(d *document) bool { return d.shown.lines != nil && d.shown.lines.Newlines() >= line-1 }
}

func byteUnpacked(off int64) func(*document) bool {
	return func(d *document) bool { return d.shown.snap.Size > off }
}

// afterUnpacking has something done by then, once as much is unpacked as until asks for, or all. It returns false when
// there is nothing to wait for; then is not called.
func (m *Model) afterUnpacking(until func(*document) bool, then func(*Model) tea.Cmd) bool {
	return m.active() == &m.file && m.waitUnpacked(until, then)
}

// waitUnpacked is afterUnpacking for what concerns the file, also while another pane is moved.
func (m *Model) waitUnpacked(until func(*document) bool, then func(*Model) tea.Cmd) bool {
	if m.doc == nil || m.hex || !m.doc.partly() || until(m.doc) {
		return false
	}
	m.start(jobUnpack)
	m.unpacking = unpacking{until, then}
	return true
}

// continueUnpacking does what waits for more to be unpacked, if enough is.
func (m *Model) continueUnpacking() tea.Cmd {
	if !m.jobs.runs(jobUnpack) || m.doc.partly() && !m.unpacking.until(m.doc) {
		return nil
	}
	m.jobs.end(jobUnpack)
	return m.unpacking.then(m)
}

// unpackProgress is how far the unpacking has come.
func (s *sheet) unpackProgress() string {
	if s.doc.shown.packed == nil {
		return ""
	}
	return percent(int64(1000*s.doc.unpacked()), 1000)
}

// askForRest says to the unpacking whether all of the document is needed now.
func (m *Model) askForRest() {
	m.demand()
	if m.doc == nil || m.doc.shown.part == nil {
		return
	}
	m.doc.shown.part.Rest(m.jobs.runs(jobUnpack) || m.jobs.runs(jobStart) || m.jobs.runs(jobTail) ||
		m.filter.filter != nil || m.search.counter != nil && m.search.highlighting())
}

// countOn counts the matches in what has been unpacked since, or what has arrived, once that is much or all.
func (m *Model) countOn() tea.Cmd {
	if m.hex || m.search.counter == nil || m.jobs.runs(jobCount) {
		return nil
	}
	if c, snap := m.search.counts, m.doc.shown.snap; m.doc.shown.part == nil && (c == nil || c.Size == snap.Size || !snap.Complete && snap.Size-c.Size <= c.Size/8) {
		return nil
	}
	return m.countMatches()
}
