package tui

import tea "github.com/charmbracelet/bubbletea"

// stamp says what the answer of a command is about. Every message that a command sends for a sheet, or for another kind of
// screen, carries the stamp that it got when the command was made; Update lets the message pass as long as the stamp is
// current, and drops it otherwise. The handlers behind that door need not ask again. Messages about the program as a whole
// (keys, signals, the clipboard) carry none.
type stamp struct {
	// sheet is the number of the sheet that asked, or of the screen that has none; both are from the same row of numbers.
	sheet uint64
	// side is the number of the side of the document whose bytes the answer is about; 0 when it is about none.
	side uint64
	// request is the number of the job that answers; 0 when the answer does not end or report a job.
	request uint64
}

// stamped is a message that carries a stamp.
type stamped interface{ stampOf() stamp }

func (s stamp) stampOf() stamp { return s }

// owner is a message that brings something that must be freed when the message is dropped. free is called at most once,
// by a command, and may wait.
type owner interface{ free() }

// current reports whether a message with this stamp is still wanted.
func (s *sheet) current(x stamp) bool {
	switch {
	case x.sheet != s.number:
		return false
	case x.request != 0:
		kind, running := s.jobs.find(x.request)
		row := &jobTable[kind]
		return running && x.side == s.sideOf(row.about) && (!row.requested || s.jobs.now[kind].req.Equal(s.req))
	case x.side != 0:
		return s.doc != nil && (x.side == s.doc.raw.number || x.side == s.doc.shown.number)
	}
	return true
}

// endUnwanted ends the job whose answer is dropped, if it still runs: nothing else would end it.
func (s *sheet) endUnwanted(x stamp) {
	if kind, running := s.jobs.find(x.request); running && x.sheet == s.number && x.request != 0 {
		s.jobs.end(kind)
	}
}

// drop frees what a message brings that is no longer wanted.
func drop(msg tea.Msg) tea.Cmd {
	if o, ok := msg.(owner); ok {
		return func() tea.Msg { o.free(); return nil }
	}
	return nil
}
