package pane

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/filepages"
)

// LoadedMsg carries a page to the pane that asked for it.
type LoadedMsg struct {
	// Pane is the pane that asked.
	Pane id
	// Err is what went wrong, context.Canceled when the load was abandoned.
	Err error

	page   filepages.Page
	header []filepages.Unit
	move   Move
}

// pageLoader runs the loads of a pane, at most one at a time.
type pageLoader interface {
	// Begin returns a command that loads a page, in the place of the load under way, if any. quiet says that no person
	// waits for it: it only prepares for moves to come. What load returns is to come back through [Pane.Loaded], unless
	// the load was ended before: the pane trusts that nothing else does.
	Begin(quiet bool, load func(context.Context) LoadedMsg) tea.Cmd
	// End stops the load under way, or says that it is over.
	End()
}

const (
	// margin is how many screens of units a page has above and below the place asked for, and farMargin how many it has
	// on the side to which a person moves where nobody waits for it: a page is loaded again once less than a screen of
	// it is left.
	margin    = 3
	farMargin = 6
	// maxPageBytes bounds the bytes of text that a page has above that place, and below it.
	maxPageBytes = 1 << 20
	// maxLoads bounds the pages that are loaded for one move: to find the line, to find how wide its end is, to show
	// that.
	maxLoads = 6
)

// loads are the load under way and the moves that wait for it.
type loads struct {
	loader  pageLoader
	running bool // a load is under way
	quiet   bool // that load moves nothing
	queue   []Move
}

// Awaited reports whether a move waits for the load under way, or for the pane to have a size: a load that only
// prepares for moves to come is not awaited.
func (p *Pane) Awaited() bool {
	return p.loads.awaited() || p.Height == 0 && p.loads.waiting()
}

// Loading reports whether a load is under way.
func (p *Pane) Loading() bool { return p.loads.running }

// Stop abandons the load under way and the moves that wait for it.
func (p *Pane) Stop() { p.loads.stop() }

// awaited reports whether a move waits for the load under way.
func (l *loads) awaited() bool { return l.running && !l.quiet }

// waiting reports whether moves wait.
func (l *loads) waiting() bool { return len(l.queue) > 0 }

// begin begins a load in place of the one under way; quiet says that it moves nothing.
func (l *loads) begin(quiet bool, load func(context.Context) LoadedMsg) tea.Cmd {
	l.end()
	l.running = true
	l.quiet = quiet
	return l.loader.Begin(quiet, load)
}

// stop abandons the load under way and the moves that wait for it.
func (l *loads) stop() {
	l.end()
	l.queue = nil
}

// end abandons the load under way, or says that it is over.
func (l *loads) end() {
	if l.running {
		l.loader.End()
	}
	l.running = false
}

// enqueue keeps a move for when the page under way has come; moves of one kind add up.
func (l *loads) enqueue(m Move) {
	k := len(l.queue) - 1
	switch {
	case k < 0 || l.queue[k].kind != m.kind,
		// There and back carries the cursor, which less of the way would not.
		m.kind == rollBy && l.queue[k].n < 0 != (m.n < 0):
		l.queue = append(l.queue, m)
	case m.kind == cursorBy || m.kind == scrollBy || m.kind == rollBy:
		l.queue[k].n += m.n
	default:
		l.queue[k] = m
	}
}

// next takes the move that has waited longest; false when none waits.
func (l *loads) next() (m Move, ok bool) {
	if len(l.queue) == 0 {
		return m, false
	}
	m = l.queue[0]
	l.queue = l.queue[1:]
	return m, true
}

// Reload loads the page again, after a change of what or how lines are shown: after the move under way, if there is
// one, so that none is lost.
func (p *Pane) Reload() tea.Cmd {
	switch {
	case p.Text.Bytes == nil:
		return nil
	case p.Awaited():
		p.loads.enqueue(Stay())
		return nil
	}
	return p.load(Stay())
}

// load asks for the page that answers a move.
func (p *Pane) load(m Move) tea.Cmd {
	req := p.request(m)
	text := p.Text
	header := p.header.Header
	msg := LoadedMsg{Pane: p.id, move: m}
	return p.loads.begin(m.kind == stay, func(ctx context.Context) LoadedMsg {
		if m.find != nil {
			req.Anchor, msg.Err = m.find(ctx)
			if msg.Err != nil {
				return msg
			}
			msg.move.off = req.Anchor
			msg.move.find = nil
		}

		msg.header, msg.Err = header.load(ctx, text, req)
		if msg.Err != nil {
			return msg
		}

		msg.page, msg.Err = filepages.Load(ctx, text.Bytes, req)
		return msg
	})
}

// request is the page that answers a move.
func (p *Pane) request(m Move) filepages.Request {
	req := filepages.Request{
		Anchor: p.Cursor, Before: margin * p.Height, After: margin * p.Height,
		Keep: p.keep(), Skip: p.skip(), MaxBytes: maxPageBytes,
		Wrap: p.wrapped(), Stride: p.Stride, Numbers: p.Text.Numbers, Only: p.Text.Only,
	}
	switch m.kind {
	case stay:
		req.Anchor = p.Top
		if p.last.up {
			req.Before = farMargin * p.Height
		} else {
			req.After = farMargin * p.Height
		}
	case cursorBy:
		req.Delta = m.n
	case scrollBy, rollBy:
		req.Anchor = p.Top
		if p.uneven() && p.nearby(m.n) {
			rows := int(max(m.n, -m.n))
			req.Before += rows
			req.After += rows
		} else {
			req.Delta = m.n
		}
	case toOffset, returnTo:
		req.Anchor = m.off
	}

	return req
}

// Loaded takes in the page of the load under way and makes the moves that waited for it.
func (p *Pane) Loaded(msg LoadedMsg) tea.Cmd {
	p.loads.end()
	p.Err = msg.Err
	if msg.Err != nil && len(msg.page.Lines) == 0 {
		p.loads.queue = nil
		return nil
	}

	row := p.cursorRow()
	p.setPage(msg.page, msg.header)
	if next, more := p.arrive(msg.move, row, !p.loads.waiting()); more {
		return p.load(next)
	}

	for {
		m, ok := p.loads.next()
		if !ok {
			return p.prefetch()
		}
		if !p.unshift(m) || !p.try(m) {
			return p.load(m)
		}
	}
}

// prefetch loads around the screen when it has come near the page's edge.
func (p *Pane) prefetch() tea.Cmd {
	if p.loads.running || !p.nearEdge() {
		return nil
	}
	return p.load(Stay())
}
