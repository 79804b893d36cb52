package pane

import (
	"eyeline/tui/page"
)

// Position is where a pane is in its text.
type Position struct {
	// Cursor is the offset of the unit with the cursor, Top that of the unit at the top, of which TopRow rows are above
	// the top.
	Cursor, Top int64
	TopRow      int
}

// Position is where the pane is.
func (p *Pane) Position() Position { return Position{p.cursor, p.top, p.topRow} }

// Cursor is the offset of the cursor's unit.
func (p *Pane) Cursor() int64 { return p.cursor }

// Top is the offset of the unit at the top.
func (p *Pane) Top() int64 { return p.top }

// Put sets cursor and top to the unit that begins at off, and shows lines from their first column. It loads nothing: the
// next load begins there.
func (p *Pane) Put(off int64) {
	p.cursor, p.top, p.topRow, p.left = off, off, 0, 0
	p.rolled, p.carried = false, false
}

// CursorLine is the cursor's unit; false when the page does not have it.
func (p *Pane) CursorLine() (page.Unit, bool) { return p.line(p.find(p.cursor)) }

// TopLine is the unit at the top; false when the page does not have it.
func (p *Pane) TopLine() (page.Unit, bool) { return p.line(p.find(p.top)) }

// Line is the unit that begins at off; false when the page does not have it.
func (p *Pane) Line(off int64) (page.Unit, bool) { return p.line(p.find(off)) }

// LineHolding is the unit with the byte at off; false when the page does not have it.
func (p *Pane) LineHolding(off int64) (page.Unit, bool) {
	i, ok := p.holding(off)
	if !ok {
		return page.Unit{}, false
	}
	return p.line(i)
}

// LineAt is the unit shown on a row of the pane; false below the text.
func (p *Pane) LineAt(row int) (page.Unit, bool) {
	i := p.find(p.top)
	if i < 0 {
		return page.Unit{}, false
	}
	for row += p.topRow; i < len(p.page.Lines); i++ {
		n := p.rows(i)
		if row < n {
			return p.page.Lines[i], true
		}
		row -= n
	}
	return page.Unit{}, false
}

// Near returns the units from before units above the top to after units below it, as far as the page has them, and the
// place of the top among them; nil when the page does not have the top.
func (p *Pane) Near(before, after int) (lines []page.Unit, top int) {
	i := p.find(p.top)
	if i < 0 {
		return nil, 0
	}
	from := max(i-before, 0)
	return p.page.Lines[from:min(i+after, len(p.page.Lines))], i - from
}

func (p *Pane) line(i int) (page.Unit, bool) {
	if i < 0 || i >= len(p.page.Lines) {
		return page.Unit{}, false
	}
	return p.page.Lines[i], true
}

// find returns the place in the page of the unit that begins at off, -1 when it is not there.
func (p *Pane) find(off int64) int {
	lines := p.page.Lines
	low, high := 0, len(lines)
	for low < high {
		if mid := int(uint(low+high) >> 1); lines[mid].Off < off { // in place: a unit is many words
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == len(lines) || lines[low].Off != off {
		return -1
	}
	return low
}

// holding returns the place in the page of the unit with the byte at off.
func (p *Pane) holding(off int64) (int, bool) {
	for i := len(p.page.Lines) - 1; i >= 0; i-- {
		l := p.page.Lines[i]
		if l.Off <= off {
			return i, off < l.End || l.End < 0 || i == len(p.page.Lines)-1 && p.atEnd()
		}
	}
	return 0, false
}

// atEnd reports whether the page reaches the end of the text as it is now.
func (p *Pane) atEnd() bool {
	return p.page.AtEnd && (p.text.Bytes == nil || p.page.Size >= p.text.Bytes.Size())
}

// settle keeps top and cursor where they are when the page still has them, else puts them at the unit at off.
func (p *Pane) settle(off int64) {
	if i := p.find(p.top); i < 0 {
		if j, ok := p.holding(p.top); ok {
			off = p.page.Lines[j].Off
		}
		p.top, p.topRow = off, 0
	} else {
		p.topRow = min(p.topRow, p.rows(i)-1)
	}
	p.clampTop()
	if p.find(p.cursor) < 0 {
		i, ok := p.holding(p.cursor)
		if !ok {
			i = max(p.find(p.top), 0)
		}
		p.cursor = p.page.Lines[i].Off
	}
	p.keepCursor()
}

// Visible returns the first and the last unit on the screen; false when the page has none of them.
func (p *Pane) Visible() (first, last page.Unit, ok bool) {
	i := p.find(p.top)
	if i < 0 {
		return page.Unit{}, page.Unit{}, false
	}
	first = p.page.Lines[i]
	for row := -p.topRow; i < len(p.page.Lines) && row < p.height; i++ {
		last = p.page.Lines[i]
		row += p.rows(i)
	}
	return first, last, true
}

// ShowsEnd reports whether all that follows the top is on the screen.
func (p *Pane) ShowsEnd() bool {
	i := p.find(p.top)
	return i >= 0 && p.atEnd() && p.rowsBetween(i, len(p.page.Lines))-p.topRow <= p.height
}
