package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/stamp"
)

// current reports whether a message with this stamp is still wanted.
func (s *sheet) current(x stamp.Stamp) bool {
	switch {
	case x.Sheet != s.number:
		return false
	case x.Request != 0:
		kind, running := s.jobs.find(x.Request)
		row := &jobTable[kind]
		return running && x.Side == s.sideOf(row.about) && (!row.requested || s.jobs.now[kind].req.Equal(s.req))
	case x.Side != 0:
		return s.doc != nil && (x.Side == s.doc.Raw().Number() || x.Side == s.doc.Shown().Number())
	}
	return true
}

// endUnwanted ends the job whose answer is dropped, if it still runs: nothing else would end it.
func (s *sheet) endUnwanted(x stamp.Stamp) {
	if kind, running := s.jobs.find(x.Request); running && x.Sheet == s.number && x.Request != 0 {
		s.jobs.end(kind)
	}
}

// drop frees what a message brings that is no longer wanted.
func drop(msg tea.Msg) tea.Cmd {
	if o, ok := msg.(stamp.Owner); ok {
		return func() tea.Msg { o.Free(); return nil }
	}
	return nil
}
