package pane

import (
	"eyeline/tui/cells"
	"eyeline/tui/page"
)

// drawnRows keeps drawn rows from one drawing of the screen to the next, since the screen is drawn after every message, and from
// one page to the next, since a page that is loaded while a person scrolls has most of the units of the page before.
type drawnRows struct {
	left  int         // the first column that they show
	units []drawnUnit // one for each unit of the page; nil when nothing is drawn
}

// drawnUnit has the rows of a unit, each as it looks with the cursor elsewhere, on it and carried there; "" is a row that is to be
// drawn.
type drawnUnit struct {
	first [cursorStates]string
	rest  [][cursorStates]string // the rows after the first
}

// cursorState says of a unit whether the cursor is on it.
type cursorState uint8

const (
	elsewhere cursorState = iota
	moved                 // it was moved there
	carried               // a scroll carried it there
	cursorStates
)

// cursorIn says whether the cursor is on the unit that begins at off.
func (p *Pane) cursorIn(off int64) cursorState {
	switch {
	case off != p.cursor || p.cursorless:
		return elsewhere
	case p.carried:
		return carried
	}
	return moved
}

// row is the place of a row of a unit.
func (u *drawnUnit) row(row int, cursor cursorState) *string {
	if row == 0 {
		return &u.first[cursor]
	}
	for len(u.rest) < row {
		u.rest = append(u.rest, [cursorStates]string{})
	}
	return &u.rest[row-1][cursor]
}

// Redraw forgets the rows drawn: what they depend on has changed.
func (p *Pane) Redraw() { p.drawn.units = nil }

// RedrawUnit forgets the rows of the unit that begins at off.
func (p *Pane) RedrawUnit(off int64) {
	if i := p.find(off); i >= 0 && p.drawn.units != nil {
		p.drawn.units[i] = drawnUnit{}
	}
}

// keepUnits takes over what was laid out and drawn of the units that the page before had too, which was of the same text.
func (p *Pane) keepUnits(before []page.Unit, lines []*cells.Line, drawn []drawnUnit) {
	units := p.page.Lines
	for i, j := 0, 0; i < len(units) && j < len(before); {
		l, old := &units[i], &before[j]
		switch {
		case l.Off < old.Off:
			i++
			continue
		case l.Off > old.Off:
			j++
			continue
		case l.Equal(*old):
			l.Head = old.Head // which the laid out line has
			p.lines[i] = lines[j]
			if drawn != nil {
				p.drawn.units[i] = drawn[j]
			}
		}
		i++
		j++
	}
}
