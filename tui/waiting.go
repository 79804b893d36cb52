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
