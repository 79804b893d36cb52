package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/jobs"
	"eyeline/tui/words"
)

// A sheet owns the jobs that run for its document.
var _ jobs.Owner = (*sheet)(nil)

// Side implements [jobs.Owner].
func (s *sheet) Side(b jobs.Bytes) uint64 {
	switch {
	case s.doc == nil || b == jobs.NoBytes:
		return 0
	case b == jobs.RawBytes, b == jobs.ScreenBytes && s.hex:
		return s.doc.Raw().Number()
	}
	return s.doc.Shown().Number()
}

// Progress implements [jobs.Owner].
func (s *sheet) Progress(k jobs.Kind) string {
	switch k {
	case jobs.AwaitPlace:
		return s.startProgress()
	case jobs.Unpack:
		return s.unpackProgress()
	case jobs.Search:
		return s.searchProgress()
	case jobs.Filter:
		return s.filterProgress()
	case jobs.Count:
		return s.countProgress()
	}
	return ""
}

// interrupted ends the jobs that Esc and Ctrl-C stop, with what waits for them; false when there is none.
func (s *sheet) interrupted() bool {
	loading := s.jobs.Runs(jobs.Page)
	if loading {
		s.file.Stop()
	}
	s.wanted, s.ahead = nil, 0
	return s.jobs.Interrupt() || loading
}

// percent is how far a job has come, as the footer shows it; "" when that is not known.
func percent(done, all int64) string {
	if all <= 0 {
		return ""
	}
	return " " + words.Percent(done, all)
}

// escape undoes one thing each time: it forgets the count, else stops what runs, else closes what is open.
func (m *Model) escape(_ int64, counted bool) tea.Cmd {
	switch {
	case counted: // the count is gone
	case m.interrupted():
		m.showFolderAgain()
		m.say("stopped")
	case m.marking.on:
		m.unmark()
	case m.beside != nil:
		return m.leaveComparison()
	case m.search.highlighting():
		m.search.hide()
		m.invalidateRows()
	case m.filter.filter != nil:
		return m.showAll()
	case m.tailPaused:
		m.tailPaused = false
		m.say("no longer following")
	case len(m.screens) > 1:
		return m.leaveScreen()
	}
	return nil
}

// interrupt is Ctrl-C: it stops what runs, then quits.
func (m *Model) interrupt() tea.Cmd {
	if m.interrupted() {
		m.showFolderAgain()
		m.say("stopped; " + m.keyName(keymap.Interrupt) + " again quits")
		return nil
	}
	return m.quit()
}
