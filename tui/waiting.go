package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/stamp"
)

// slowAfter is how long the file may take to answer before the screen says that it is waited for.
const slowAfter = 500 * time.Millisecond

// slowMsg says that slowAfter has passed since a job was first waited for.
type slowMsg struct{ stamp.Stamp }

// awaited is the stamp of the oldest job that a person waits for; zero for none.
func (s *sheet) awaited() stamp.Stamp {
	var oldest stamp.Stamp
	for kind := range s.jobs.now {
		x := s.jobs.now[kind].stamp
		if jobTable[kind].awaited && x.Request != 0 && (oldest.Request == 0 || x.Request < oldest.Request) {
			oldest = x
		}
	}
	return oldest
}

// watchWaiting looks after a while whether what is waited for has come.
func (s *sheet) watchWaiting() tea.Cmd {
	now := s.awaited()
	if now == s.waits {
		return nil
	}
	s.waits, s.isSlow = now, false
	if now == (stamp.Stamp{}) {
		return nil
	}
	return func() tea.Msg {
		time.Sleep(slowAfter)
		return slowMsg{now}
	}
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
