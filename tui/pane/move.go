package pane

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
)

// Where says at which height a unit that is gone to appears.
type Where uint8

// The heights.
const (
	Near   Where = iota // stay if it is visible, else scroll as little as possible
	Top                 // at the top
	Middle              // in the middle, unless it is visible
	Bottom              // at the bottom
)

// Move is a change of a pane's place.
type Move struct {
	kind  moveKind
	n     int64
	off   int64
	find  func(context.Context) (int64, error)
	where Where

	place Position // of returnTo

	show  target
	end   int64 // of the bytes to show, the offset after them
	loads int   // how many pages were loaded for the move
}

type moveKind uint8

const (
	stay     moveKind = iota // load again at the same place
	cursorBy                 // the cursor by n units
	scrollBy                 // the screen by n rows, the cursor with it
	rollBy                   // the screen by n rows, the cursor only when it would be off the screen
	toOffset                 // the cursor to the unit with the byte at off
	returnTo                 // the cursor and the screen to where they were
	intoView                 // nothing but the screen, for the bytes [off, end)
)

// Stay moves nothing; it loads the page again.
func Stay() Move { return Move{kind: stay} }

// CursorBy moves the cursor by n units, down when n is positive.
func CursorBy(n int64) Move { return Move{kind: cursorBy, n: n} }

// ScrollBy scrolls by n rows, down when n is positive; the cursor stays on its row of the screen.
func ScrollBy(n int64) Move { return Move{kind: scrollBy, n: n} }

// RollBy scrolls by n rows, down when n is positive; the cursor stays on its unit. When that leaves the screen the cursor is carried
// along at the edge: on the first visible unit when the screen goes down, on the last when it goes up.
func RollBy(n int64) Move { return Move{kind: rollBy, n: n} }

// To moves the cursor to the unit with the byte at off, or to the last one when off is past the end.
func To(off int64, where Where) Move { return Move{kind: toOffset, off: off, where: where} }

// ToFound is To, to an offset that find works out in the background.
func ToFound(find func(context.Context) (int64, error), where Where) Move {
	return Move{kind: toOffset, find: find, where: where}
}

// ToBytes is To, and brings the bytes [start, end) onto the screen, as far as they fit: in a line that is longer than the
// screen too.
func ToBytes(start, end int64, where Where) Move {
	return Move{kind: toOffset, off: start, where: where, show: someBytes, end: end}
}

// IntoView scrolls as little as possible so that all units of the bytes [start, end) are on the screen, if they fit; the
// cursor stays on the screen. It does nothing when they do not fit, or when the page does not have them.
func IntoView(start, end int64) Move { return Move{kind: intoView, off: start, end: end} }

// Return goes back to a place at which the pane was before.
func Return(to Position) Move { return Move{kind: returnTo, off: to.Top, place: to} }

// Jumps reports whether the move goes to a place, and not only along the line or the screen.
func (m Move) Jumps() bool { return m.kind == toOffset && (m.show == noBytes || m.show == someBytes) }

// By is how many units or rows the move goes, negative upward; 0 when it goes to a place.
func (m Move) By() int64 { return m.n }

// Do makes a move, at once if the present page allows it.
func (p *Pane) Do(m Move) tea.Cmd {
	if p.text.Bytes == nil {
		return nil
	}
	m = p.withoutCursor(m)
	if m.n != 0 {
		p.upward = m.n < 0
	}
	switch {
	case p.loading && (!p.staying || len(p.queue) > 0):
		p.enqueue(m) // in the order of the keys
		return nil
	case p.try(m):
		return p.prefetch()
	case p.loading && m.kind != toOffset && m.kind != returnTo:
		p.enqueue(m)
		return nil
	}
	return p.load(m)
}

// enqueue keeps a move for when the page under way has come; moves of one kind add up.
func (p *Pane) enqueue(m Move) {
	if k := len(p.queue); k > 0 && p.queue[k-1].kind == m.kind {
		switch m.kind {
		case cursorBy, scrollBy:
			p.queue[k-1].n += m.n
		case rollBy:
			if p.queue[k-1].n < 0 != (m.n < 0) {
				p.queue = append(p.queue, m) // there and back carries the cursor, which less of the way would not
				return
			}
			p.queue[k-1].n += m.n
		default:
			p.queue[k-1] = m
		}
		return
	}
	p.queue = append(p.queue, m)
}

// try makes a move if the present page allows it.
func (p *Pane) try(m Move) bool {
	if !p.tryOnPage(m) {
		return false
	}
	p.endRoll(m)
	return true
}

// endRoll forgets that scrolling left the cursor alone, for a move that puts it at a place. What was on the screen at a place that is
// returned to is so again.
func (p *Pane) endRoll(m Move) {
	switch m.kind {
	case stay, rollBy, intoView:
	default:
		p.rolled, p.carried = m.kind == returnTo, false
	}
}

// tryOnPage makes a move if the present page allows it, and leaves what is known of the cursor to try.
func (p *Pane) tryOnPage(m Move) bool {
	if len(p.page.Lines) == 0 {
		return m.kind == intoView || (m.kind == cursorBy || m.kind == scrollBy || m.kind == rollBy) && p.arrived
	}
	switch m.kind {
	case cursorBy:
		return p.tryCursor(m.n)
	case scrollBy:
		return p.tryScroll(m.n)
	case rollBy:
		return p.tryRoll(m.n)
	case toOffset:
		if m.find != nil {
			return false
		}
		i, ok := p.holding(m.off)
		if !ok {
			return false
		}
		was := p.Position()
		p.cursor = p.page.Lines[i].Off
		if !p.reveal(m.where) {
			p.cursor, p.top, p.topRow = was.Cursor, was.Top, was.TopRow
			return false
		}
		return p.showTarget(m)
	case returnTo:
		return p.tryReturn(m.place)
	case intoView:
		p.bringIntoView(m.off, m.end)
		return true
	}
	return false
}

// tryReturn goes back to a place if the current page has it.
func (p *Pane) tryReturn(to Position) bool {
	was := p.Position()
	p.cursor, p.top, p.topRow = to.Cursor, to.Top, to.TopRow
	if i := p.find(p.top); i >= 0 && p.find(p.cursor) >= 0 {
		p.topRow = min(p.topRow, p.rows(i)-1) // lines may be wrapped otherwise than they were
		if p.clampTop() && (p.cursorless || p.onScreen() || p.reveal(Near)) {
			return true
		}
	}
	p.cursor, p.top, p.topRow = was.Cursor, was.Top, was.TopRow
	return false
}

func (p *Pane) tryCursor(n int64) bool {
	i := p.find(p.cursor)
	if i < 0 {
		return false
	}
	if p.wrap && abs(n) == 1 && p.rows(i) > 1 && p.nudge(i, n) {
		return true
	}
	to := int64(i) + n
	if to < 0 {
		if !p.page.AtStart {
			return false
		}
		to = 0
	}
	if to >= int64(len(p.page.Lines)) {
		if !p.atEnd() && !p.page.Partial {
			return false
		}
		to = int64(len(p.page.Lines)) - 1
	}
	was := p.cursor
	p.cursor = p.page.Lines[to].Off
	if !p.reveal(Near) {
		p.cursor = was
		return false
	}
	return true
}

// nudge scrolls by one row instead of moving the cursor while its unit is not wholly on the screen in the direction
// of the move, so that a unit taller than the screen can be read.
func (p *Pane) nudge(i int, n int64) bool {
	t := p.find(p.top)
	if t < 0 || t > i {
		return false
	}
	if n > 0 {
		if p.rowsBetween(t, i+1)-p.topRow <= p.height {
			return false
		}
	} else if t < i || p.topRow == 0 {
		return false
	}
	return p.walkTop(n)
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
