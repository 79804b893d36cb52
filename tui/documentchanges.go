package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/tui/document"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// What changes in the document while it is shown: it grows, is rewritten, replaced or removed, more of a stream arrives,
// more lines are counted.

// countAfter is how long counting, git and the search for another call wait after the first page has come, so that the page is drawn first.
const countAfter = 10 * time.Millisecond

// countLines begins to count the lines of a side in the background, unless that has begun. It is called once the first page
// has come: counting takes all cores.
func countLines(s *document.Side) tea.Cmd {
	start := s.Count()
	if start == nil {
		return nil
	}
	return func() tea.Msg {
		time.Sleep(countAfter)
		start()
		return nil
	}
}

// wakeInterval is the least time between two looks at what has changed: no more often than the screen is drawn.
const wakeInterval = 15 * time.Millisecond

// listen waits for changes of the document.
func (m *Model) listen() tea.Cmd {
	d := m.doc
	switch {
	case d == nil:
		return nil
	case d.Decoded():
		return tea.Batch(m.listenTo(d.Raw()), m.listenTo(d.Shown()))
	}
	return m.listenTo(d.Raw())
}

// listenTo waits for changes of a side: one command for its source, one for its index.
func (m *Model) listenTo(s *document.Side) tea.Cmd {
	pause := wakeInterval
	if s.Size() == 0 {
		pause = 0 // the first bytes are shown at once
	}
	return tea.Batch(m.waitForBytes(s, pause), m.waitForLines(s))
}

// waitForBytes waits until the bytes of a side change, and then for a pause: changes that follow each other are one.
func (m *Model) waitForBytes(s *document.Side, pause time.Duration) tea.Cmd {
	return m.waitForChange(s, s.Changed(), pause, func() tea.Cmd {
		s.CountOn() // it counts what has come
		return m.waitForBytes(s, wakeInterval)
	})
}

// waitForLines waits until more lines of a side are counted.
func (m *Model) waitForLines(s *document.Side) tea.Cmd {
	return m.waitForChange(s, s.Counted(), wakeInterval, func() tea.Cmd { return m.waitForLines(s) })
}

// waitForChange waits for a change of a side of the document, and then for a pause. It then shows what has changed; again waits
// for the next change.
func (m *Model) waitForChange(s *document.Side, wake <-chan struct{}, pause time.Duration, again func() tea.Cmd) tea.Cmd {
	return jobs.Later(m.jobs, func() (changed bool) {
		select {
		case <-wake:
		case <-s.Done():
			return false
		}
		time.Sleep(pause)
		return true
	}, func(changed bool) tea.Cmd {
		if !changed || s != m.doc.Raw() && s != m.doc.Shown() {
			return nil // another form is shown
		}
		return m.showChange(s, again)
	})
}

// showChange shows what has changed of a side of the document.
func (m *Model) showChange(s *document.Side, again func() tea.Cmd) tea.Cmd {
	d := m.doc
	raw, was, wasTotal := d.Raw().Snapshot(), d.Shown().Snapshot(), int64(-1)
	if n, ok := d.Raw().TotalLines(); ok {
		wasTotal = n
	}
	d.RefreshSide(s)
	cmds := []tea.Cmd{again()}
	if d.Raw().Snapshot().Generation == raw.Generation && d.Raw().Snapshot().State != raw.State {
		m.sayState(d.Raw().Snapshot().State)
	}
	if s == d.Raw() {
		cmds = append(cmds, m.handleRawChange(raw, wasTotal))
	}
	if s == d.Shown() && m.doc.Shown() == d.Shown() {
		cmds = append(cmds, m.handleShownChange(was))
	}
	m.invalidateRows()
	return tea.Batch(cmds...)
}

// handleRawChange does what a change of the bytes that the tools read asks for: their form is looked for, and the window is
// read again if it could be another. was is the snapshot before, wasTotal the number of lines then, -1 if unknown.
func (m *Model) handleRawChange(was source.Snapshot, wasTotal int64) tea.Cmd {
	d := m.doc
	var cmds []tea.Cmd
	if cmd := m.detectForm(); cmd != nil {
		cmds = append(cmds, cmd)
	}
	now := d.Raw().Snapshot()
	switch {
	case now.Generation != was.Generation:
		m.sayState(now.State)
		m.dropMarks(now)
		cmds = append(cmds, m.readChanged(), m.decodeAgain(), m.marksAgain())
	case now.Size != was.Size || now.Complete != was.Complete:
		cmds = append(cmds, m.reread(), m.marksAgain())
		if !d.IsStream() && now.Size != was.Size { // a stream's decoder reads on by itself
			cmds = append(cmds, m.decodeAgain())
		}
	}
	if total, known := d.Raw().TotalLines(); known && total != wasTotal && m.reading != nil && m.reading.firstLine == 0 && m.reading.out != nil {
		cmds = append(cmds, m.readChanged())
	}
	return tea.Batch(cmds...)
}

// decodeAgain decodes a file again that has changed, unless that takes long.
func (m *Model) decodeAgain() tea.Cmd {
	const most = 64 << 20 // bytes
	switch d := m.doc; {
	case !d.Decoded():
	case d.Raw().Size() > most:
		m.say("the file has changed; " + m.keyName(keymap.ShowAs) + " decodes it again")
	default:
		return m.showAs(d.Form(), "")
	}
	return nil
}

// handleShownChange brings a change of what is shown to the file pane. was is the snapshot before.
func (m *Model) handleShownChange(was source.Snapshot) tea.Cmd {
	d := m.doc
	var cmds []tea.Cmd
	_, known := d.Shown().TotalLines()
	switch {
	case d.Shown().Snapshot().Generation != was.Generation:
		m.unmark()
		m.refilter()
		m.resetColours()
		again := m.resetSearch()
		cmds = append(cmds, m.file.Show(m.documentText(), pane.Stay()), m.chooseLanguage(), m.runFilter(), again)
	case d.Shown().Size() != was.Size:
		m.file.SetText(m.documentText())
		cmds = append(cmds, m.runFilter())
		switch {
		case m.jobs.Runs(jobs.Tail):
			cmds = append(cmds, m.toEnd())
		case m.file.AtEnd() || m.file.Partial() || !m.file.Arrived():
			cmds = append(cmds, m.file.Do(pane.Stay()))
		}
	default:
		m.file.SetText(m.documentText())
		if m.file.Numberless() && !m.file.Loading() {
			cmds = append(cmds, m.file.Reload())
		}
		if m.file.Partial() && !m.file.Loading() && known {
			cmds = append(cmds, m.file.Reload())
		}
	}
	if err := d.Shown().Err(); err != nil && was.Err == nil {
		m.warn(plain(err.Error()))
	}
	cmds = append(cmds, m.chooseAgain())
	if m.wanted != nil {
		cmds = append(cmds, m.placeWanted())
	}
	return tea.Batch(append(cmds, m.widenGutter(), m.continueStart(), m.continueUnpacking(), m.countOn())...)
}

// widenGutter arranges the panes again when the line numbers need another width than they have.
func (m *Model) widenGutter() tea.Cmd {
	if m.beside != nil || m.file.Width() == 0 || m.gutterWidth(m.file.Width()) == m.file.Gutter() {
		return nil
	}
	return m.arrange()
}

// sayState says what has happened to the file.
func (m *Model) sayState(s source.State) {
	switch s {
	case source.Truncated:
		m.say("the file was truncated or rewritten; showing it as it is now")
	case source.Replaced:
		m.say("the file was replaced by another of the same name; showing the new one")
	case source.Vanished:
		m.warn("the file is gone; what is shown is the last of it")
	}
}
