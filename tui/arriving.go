package tui

import (
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// What a document that still grows makes wait: the window, which is read again as more arrives, until what the tool gives
// can no longer change; and the place of the command line, which is gone to once it has arrived.

// rereads says when the window is read again.
type rereads struct {
	pending bool // a command waits for the time to read again
	ended   time.Time
}

// Between two reads of a document that grows there is at least rereadPause, and rereadShare times as long as the last read
// took: a tool that reads the whole file must not keep a core busy.
const (
	rereadPause = 50 * time.Millisecond
	rereadShare = 8
)

// outdated reports whether the shown reading was made of other bytes than the document has by now.
func (m *Model) outdated() bool {
	r, now := m.reading, m.doc.Raw().Snapshot()
	return r != nil && (r.from.Size != now.Size || r.from.Complete != now.Complete || r.from.Generation != now.Generation)
}

// reread reads the window again if it is outdated, now or after a pause. It never disturbs a read under way: a stream that
// grows fast would let none come to its end.
func (m *Model) reread() tea.Cmd {
	if m.doc == nil || m.jobs.Runs(jobs.Read) || !m.outdated() {
		return nil
	}
	pause := max(rereadPause, rereadShare*m.reading.took) - time.Since(m.rereads.ended)
	if pause <= 0 || m.doc.Raw().Complete() && m.doc.IsStream() {
		return m.readChanged()
	}
	if m.rereads.pending {
		return nil
	}
	m.rereads.pending = true
	return jobs.After(m.jobs, pause, func() tea.Cmd {
		m.rereads.pending = false
		return m.reread()
	})
}

// arriving reports whether more of a stream is to come.
func (m *Model) arriving() bool {
	return m.doc != nil && m.doc.IsStream() && !m.doc.Raw().Complete()
}

// waitForStart begins to wait for the place of the command line, if it has not arrived yet.
func (m *Model) waitForStart() {
	at := m.startAt
	if m.doc.Shown().Complete() || m.startReached() && at.Pattern == "" || at == (Start{}) {
		return
	}
	m.jobs.Start(jobs.AwaitPlace)
	m.startSearched = m.doc.Shown().Size()
}

// later goes to a place as soon as it has arrived, if it has not; false when it has. What is done meanwhile ends the
// waiting.
func (m *Model) later(at Start) (tea.Cmd, bool) {
	if m.doc == nil || m.active() != &m.file || m.hex || m.hasArrived(at) {
		return nil, false
	}
	m.pauseTail()
	m.startAt = at
	m.jobs.Start(jobs.AwaitPlace)
	return m.continueStart(), true
}

// startReached reports whether the place that is waited for has arrived.
func (m *Model) startReached() bool { return m.hasArrived(m.startAt) }

// hasArrived reports whether a place has arrived; a pattern has none.
func (m *Model) hasArrived(at Start) bool {
	switch d := m.doc; {
	case d.Shown().Complete():
		return true
	case at.End || at.Part > 0:
		return false
	case at.Byte > 0:
		return d.Shown().HasByte(at.Byte)
	case at.Line > 1:
		return d.Shown().HasLine(at.Line)
	}
	return at.Pattern == ""
}

// startProgress is what the footer says of what is waited for.
func (s *sheet) startProgress() string {
	at := s.startAt
	switch {
	case at.End || at.Part > 0:
		return " the end of the input"
	case at.Byte > 0:
		return " byte " + group(at.Byte)
	case at.Line > 1:
		return " line " + strconv.FormatInt(at.Line, 10)
	}
	return " a match"
}

// startSearchStep is how much must have arrived before what has not matched is searched again, in bytes, unless half as
// much again has arrived or the input is complete.
const startSearchStep = 1 << 20

// continueStart goes to the place that is waited for once it has arrived.
func (m *Model) continueStart() tea.Cmd {
	if !m.jobs.Runs(jobs.AwaitPlace) {
		return nil
	}
	d, at := m.doc, m.startAt
	if at.Pattern != "" && !m.jobs.Runs(jobs.Search) {
		fresh := d.Shown().Size() - m.startSearched
		if d.Shown().Complete() {
			m.jobs.End(jobs.AwaitPlace)
			return m.startSearch()
		}
		if fresh >= startSearchStep || fresh > m.startSearched/2 {
			m.startSearched = d.Shown().Size()
			return m.find(0, search.Forward, 1)
		}
		return nil
	}
	if m.startReached() {
		m.jobs.End(jobs.AwaitPlace)
		before := m.file.Cursor()
		return tea.Batch(m.file.Do(m.moveTo(at)), m.cursorMoved(before), m.colour())
	}
	if at.End {
		return m.file.Do(pane.To(max(d.Shown().Size()-1, 0), pane.Bottom))
	}
	return nil
}
