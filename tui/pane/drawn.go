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

// drawnUnit has the rows of a unit, each without the cursor and with it; "" is a row that is to be drawn.
type drawnUnit struct {
	first [2]string
	rest  [][2]string // the rows after the first
}

// row is the place of a row of a unit.
func (u *drawnUnit) row(row int, cursor bool) *string {
	at := 0
	if cursor {
		at = 1
	}
	if row == 0 {
		return &u.first[at]
	}
	for len(u.rest) < row {
		u.rest = append(u.rest, [2]string{})
	}
	return &u.rest[row-1][at]
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
