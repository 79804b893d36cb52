package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/jobs"
)

// slowAfter is how long the file may take to answer before the screen says that it is waited for.
const slowAfter = 500 * time.Millisecond

// awaited is the number of the oldest job that a person waits for; 0 for none.
func (s *sheet) awaited() uint64 {
	return s.jobs.Oldest(func(k jobs.Kind) bool { return k.Row().Awaited })
}

// watchWaiting looks after a while whether what is waited for has come.
func (s *sheet) watchWaiting() tea.Cmd {
	now := s.awaited()
	if now == s.waits {
		return nil
	}
	s.waits, s.isSlow = now, false
	if now == 0 {
		return nil
	}
	return jobs.After(s.jobs, slowAfter, func() tea.Cmd {
		s.isSlow = s.awaited() == now
		return nil
	})
}

// Awaited reports whether there is nothing yet to show of the file, or of a stream that may still bring something, and since when it is
// open.
func (m *Model) Awaited() (since time.Time, awaited bool) {
	d := m.doc
	switch {
	case !m.showsFile():
		return m.began, false
	case d != nil && d.IsStream() && m.file.Empty() && (d.Raw().Size() > 0 || !d.Raw().Complete()):
		return m.began, true
	}
	return m.began, !m.file.Arrived()
}
