package preview

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/toolrequest"
)

// Changes of the request, and going back through them.

// Change makes another request current and reads it; the old one can be undone. Where no tool is on, it turns one on.
func (p *Preview) Change(r toolrequest.Request) tea.Cmd {
	if p.text.ToolOff() {
		return p.host.TurnToolOn(r)
	}
	if r.Equal(p.req) {
		p.req = r
		return nil
	}
	p.undo = append(p.undo, p.req)
	p.redo = nil
	p.back = nil
	return p.SetRequest(r)
}

// SetRequest makes a request current without a trace in the history.
func (p *Preview) SetRequest(r toolrequest.Request) tea.Cmd {
	mode := r.Mode() != p.req.Mode()
	p.req = r
	p.ahead = 0
	if mode && r.Follows() {
		return tea.Batch(p.FollowCursor(), p.Read(ThenNothing))
	}
	return p.Read(ThenNothing)
}

// ClampRange keeps a first-and-last-line range inside the file when the number of lines is known: open_file refuses
// one that ends past it.
func (p *Preview) ClampRange(r toolrequest.Request) toolrequest.Request {
	last, flag, ok := r.Range()
	if !ok || p.text.Doc() == nil {
		return r
	}
	total, known := p.text.Doc().Raw().TotalLines()
	if !known || last <= total || total == 0 {
		return r
	}
	return r.With(flag, max(total, r.Place()))
}

// UndoChange goes back by n changes of the request, or as far as there are some.
func (p *Preview) UndoChange(n int64, _ bool) tea.Cmd {
	return p.stepHistory(&p.undo, &p.redo, n)
}

// RedoChange goes on again by n changes that were gone back over, or as far as there are some.
func (p *Preview) RedoChange(n int64, _ bool) tea.Cmd {
	return p.stepHistory(&p.redo, &p.undo, n)
}

// stepHistory goes back through the changes by n, or as far as there are some, from one list to the other.
func (p *Preview) stepHistory(from, to *[]toolrequest.Request, n int64) tea.Cmd {
	r := p.req
	for ; n > 0 && len(*from) > 0; n-- {
		*to = append(*to, r)
		r = (*from)[len(*from)-1]
		*from = (*from)[:len(*from)-1]
	}
	p.back = nil
	return p.SetRequest(r)
}

// Flip turns a boolean argument of a block, which absent is what it amounts to when it is not given.
func (p *Preview) Flip(flag string, absent bool) tea.Cmd {
	on := absent
	if v, ok := p.req.Values()[flag].(bool); ok {
		on = v
	}
	p.desk.Say(fmt.Sprintf("%s: %v", flag, !on))
	return p.Change(p.req.With(flag, !on))
}
