package pane

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/cells"
	"eyeline/tui/page"
)

// LoadedMsg carries a page to the pane that asked for it.
type LoadedMsg struct {
	// Pane is the pane that asked.
	Pane ID
	// Err is what went wrong, context.Canceled when the load was abandoned.
	Err error

	page page.Page
	move Move
}

// Loader runs the loads of a pane, at most one at a time.
type Loader interface {
	// Begin returns a command that loads a page, in the place of the load under way, if any. quiet says that no person waits
	// for it: it only prepares for moves to come. What load returns is to come back through [Pane.Loaded], unless the load was
	// ended before: the pane trusts that nothing else does.
	Begin(quiet bool, load func(context.Context) LoadedMsg) tea.Cmd
	// End stops the load under way, or says that it is over.
	End()
}

const (
	// margin is how many screens of units a page has above and below the place asked for, and farMargin how many it has on the side
	// to which a person moves where nobody waits for it: a page is loaded again once less than a screen of it is left.
	margin    = 3
	farMargin = 6
	// maxPageBytes bounds the bytes of text that a page has above that place, and below it.
	maxPageBytes = 1 << 20
)

// mostLoads bounds the pages that are loaded for one move: to find the line, to find how wide its end is, to show that.
const mostLoads = 6

// Loading reports whether a page is being loaded.
func (p *Pane) Loading() bool { return p.loading }

// Awaited reports whether a move waits for the load under way: one that only prepares for moves to come is not awaited.
func (p *Pane) Awaited() bool { return p.loading && !p.staying }

// Reload loads the page again, after a change of what or how lines are shown.
func (p *Pane) Reload() tea.Cmd {
	if p.text.Bytes == nil {
		return nil
	}
	return p.again()
}

// again loads the page again where it is; after the move under way, if there is one, so that none is lost.
func (p *Pane) again() tea.Cmd {
	if p.Awaited() {
		p.enqueue(Stay())
		return nil
	}
	return p.load(Stay())
}

// stopLoad abandons the load under way.
func (p *Pane) stopLoad() {
	if p.loading {
		p.loads.End()
	}
	p.loading = false
}

// load asks for the page that answers a move.
func (p *Pane) load(m Move) tea.Cmd {
	p.stopLoad()
	p.loading, p.staying = true, m.kind == stay
	req := p.request(m)
	bytes, msg := p.text.Bytes, LoadedMsg{Pane: p.id, move: m}
	return p.loads.Begin(p.staying, func(ctx context.Context) LoadedMsg {
		if m.find != nil {
			if req.Anchor, msg.Err = m.find(ctx); msg.Err != nil {
				return msg
			}
			msg.move.off, msg.move.find = req.Anchor, nil
		}
		msg.page, msg.Err = page.Load(ctx, bytes, req)
		return msg
	})
}

// request is the page that answers a move.
func (p *Pane) request(m Move) page.Request {
	req := page.Request{
		Anchor: p.cursor, Before: margin * p.height, After: margin * p.height,
		Keep: p.keep(), Skip: p.skip(), MaxBytes: maxPageBytes,
		Wrap: p.wrapped(), Stride: p.stride, Numbers: p.text.Numbers, Only: p.text.Only,
	}
	switch m.kind {
	case stay:
		req.Anchor = p.top
		if p.upward {
			req.Before = farMargin * p.height
		} else {
			req.After = farMargin * p.height
		}
	case cursorBy:
		req.Delta = m.n
	case scrollBy, rollBy:
		req.Anchor = p.top
		if p.wrapped() && p.nearby(m.n) {
			req.Before += int(abs(m.n))
			req.After += int(abs(m.n))
		} else {
			req.Delta = m.n
		}
	case toOffset, returnTo:
		req.Anchor = m.off
	}
	return req
}

// nearby reports whether a scroll of wrapped lines is short enough to be made by rows. Further ones are made by units,
// whose rows are not counted.
func (p *Pane) nearby(n int64) bool { return abs(n) <= int64((margin+1)*p.height) }

// keep is how many bytes of each unit a page has.
func (p *Pane) keep() int {
	if p.wrap {
		return 2 * page.PieceSize
	}
	cols := p.TextWidth()
	if p.left <= exactColumns {
		cols += p.left
	}
	return max(4*cols+256, 4<<10)
}

// skip is how many bytes of each unit a page leaves out before them.
func (p *Pane) skip() int64 {
	if p.wrap || p.left <= exactColumns {
		return 0
	}
	return int64(p.left)
}

// Loaded takes in the page of the load under way and makes the moves that waited for it.
func (p *Pane) Loaded(msg LoadedMsg) tea.Cmd {
	p.stopLoad() // it is over
	p.err = msg.Err
	if msg.Err != nil && len(msg.page.Lines) == 0 {
		p.queue = nil
		return nil
	}
	row := p.cursorRow()
	p.setPage(msg.page)
	if cmd, again := p.arrive(msg.move, row); again {
		return cmd
	}
	for len(p.queue) > 0 {
		m := p.queue[0]
		p.queue = p.queue[1:]
		if !p.try(m) {
			return p.load(m)
		}
	}
	return p.prefetch()
}

// arrive makes the move that the present page was loaded for. row is where the cursor was on the screen. It reports
// whether another page is needed first.
func (p *Pane) arrive(m Move, row int) (tea.Cmd, bool) {
	if p.page.Anchor < 0 {
		if p.text.Only == nil {
			p.top, p.topRow, p.cursor = 0, 0, 0
		} // else the place is still one of the text
		return nil, false
	}
	p.endRoll(m)
	at := p.page.Lines[p.page.Anchor].Off
	switch m.kind {
	case stay:
		if _, ok := p.holding(p.top); !ok && p.top != at && len(p.queue) == 0 {
			return p.load(Stay()), true // scrolled away meanwhile
		}
		p.settle(at)
	case cursorBy:
		p.cursor = at
		p.reveal(Near)
	case scrollBy, rollBy:
		if p.wrap && p.nearby(m.n) {
			p.settle(at)
			if p.try(m) {
				break
			}
		}
		p.top, p.topRow = at, 0
		p.clampTop()
		if m.kind == rollBy {
			p.carry()
		} else {
			p.cursorToRow(row, m.n)
		}
	case returnTo:
		p.cursor, p.top, p.topRow = m.place.Cursor, at, m.place.TopRow
		p.settle(at)
	case toOffset:
		p.cursor = at
		p.reveal(m.where)
		if m.loads++; m.loads < mostLoads && !p.showTarget(m) {
			return p.load(m), true
		}
	}
	return nil, false
}

func (p *Pane) setPage(pg page.Page) {
	before, lines, drawn := p.page.Lines, p.lines, p.drawn.units
	p.page = pg
	p.lines = make([]*cells.Line, len(pg.Lines))
	p.arrived = true
	p.Redraw()
	if p.otherText {
		p.otherText = false
		return
	}
	if drawn != nil {
		p.drawn.units = make([]drawnUnit, len(pg.Lines))
	}
	p.keepUnits(before, lines, drawn)
}

// prefetch loads around the screen when it has come near the page's edge.
func (p *Pane) prefetch() tea.Cmd {
	i := p.find(p.top)
	if i < 0 || p.loading {
		return nil
	}
	near := !p.page.AtStart && i < p.height || !p.atEnd() && !p.page.Partial && len(p.page.Lines)-i < 2*p.height
	if p.wrap && near {
		// Wrapped lines fill the screen with fewer units.
		near = !p.page.AtStart && p.rowsBetween(0, i) < p.height ||
			!p.atEnd() && p.rowsBetween(i, len(p.page.Lines)) < 2*p.height+p.topRow
	}
	if !near {
		return nil
	}
	return p.load(Stay())
}
