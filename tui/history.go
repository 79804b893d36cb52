package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/request"
)

// Changes of the request, and going back through them.

// change makes another request current and reads it; the old one can be undone. Where no tool is on, it turns one on.
func (m *Model) change(r request.Request) tea.Cmd {
	if m.toolOff {
		return m.turnToolOn(r)
	}
	if r.Equal(m.req) {
		m.req = r
		return nil
	}
	m.undo = append(m.undo, m.req)
	m.redo = nil
	m.back = nil
	return m.setRequest(r)
}

// setRequest makes a request current without a trace in the history.
func (m *Model) setRequest(r request.Request) tea.Cmd {
	mode := r.Mode() != m.req.Mode()
	m.req = r
	m.ahead = 0
	if mode && r.Follows() {
		return tea.Batch(m.followCursor(), m.read(thenNothing))
	}
	return m.read(thenNothing)
}

// clampRange keeps a first-and-last-line range inside the file when the number of lines is known: open_file refuses
// one that ends past it.
func (m *Model) clampRange(r request.Request) request.Request {
	last, flag, ok := r.Range()
	if !ok || m.doc == nil {
		return r
	}
	total, known := m.doc.Raw().TotalLines()
	if !known || last <= total || total == 0 {
		return r
	}
	return r.With(flag, max(total, r.Place()))
}

func (m *Model) undoChange(n int64, _ bool) tea.Cmd {
	return m.stepHistory(&m.undo, &m.redo, n)
}

func (m *Model) redoChange(n int64, _ bool) tea.Cmd {
	return m.stepHistory(&m.redo, &m.undo, n)
}

// stepHistory goes back through the changes by n, or as far as there are some, from one list to the other.
func (m *Model) stepHistory(from, to *[]request.Request, n int64) tea.Cmd {
	r := m.req
	for ; n > 0 && len(*from) > 0; n-- {
		*to = append(*to, r)
		r = (*from)[len(*from)-1]
		*from = (*from)[:len(*from)-1]
	}
	m.back = nil
	return m.setRequest(r)
}
