package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/jobs"
	"eyeline/tui/pane"
)

// Tailing is to stay at the end of a file that grows, or of a stream that arrives. A person who leaves the end pauses it,
// and who goes back to the end resumes it.

// toggleTail begins to tail, resumes that or stops it.
func (m *Model) toggleTail(int64, bool) tea.Cmd {
	d := m.doc
	if d == nil {
		return nil
	}
	if m.jobs.Runs(jobs.Tail) {
		m.jobs.End(jobs.Tail)
		m.say("no longer following")
		return nil
	}
	m.jobs.Start(jobs.Tail)
	m.tailPaused = false
	m.say("following the end; " + m.keyName(keymap.Tail) + " or " + m.keyName(keymap.Cancel) + " stops")
	return tea.Batch(m.toEnd(), func() tea.Msg { d.Poll(); return nil })
}

// pauseTail keeps what grows from taking a person away from where they went.
func (s *sheet) pauseTail() {
	if s.jobs.Runs(jobs.Tail) {
		s.jobs.End(jobs.Tail)
		s.tailPaused = true
	}
}

// resumeTail goes on tailing if that was paused.
func (s *sheet) resumeTail() {
	if s.tailPaused {
		s.tailPaused = false
		s.jobs.Start(jobs.Tail)
	}
}

// tailWords is what the footer says of tailing; "" for nothing.
func (m *Model) tailWords() string {
	switch {
	case m.jobs.Runs(jobs.Tail):
		return "following"
	case m.tailPaused:
		return "following paused, " + m.keyName(keymap.Bottom) + " resumes"
	}
	return ""
}

// toEnd shows the last line.
func (m *Model) toEnd() tea.Cmd {
	before := m.file.Cursor()
	cmd := m.file.Do(pane.To(max(m.doc.Shown().Size()-1, 0), pane.Bottom))
	return tea.Batch(cmd, m.cursorMoved(before), m.colour())
}
