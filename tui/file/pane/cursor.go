package pane

import "eyeline/tui/file/filepages"

// Position is where a pane is in its text.
type Position struct {
	// Cursor is the offset of the unit with the cursor, and Top that of the unit at the top; TopRow of its rows are
	// above the top.
	Cursor, Top int64
	TopRow      int
}

// cursorView is a viewport with a cursor, which stays on the screen.
type cursorView struct {
	viewport
	Cursor int64 // offset of the cursor's unit
	// cursorless: no cursor is shown, and the place is the top row. Cursor is then the unit at the top. At the end of
	// the text, where the screen stays full, it is the unit that a person asked for, which may be below the top.
	cursorless bool
	last       lastMove
}

// lastMove is what the last move did.
type lastMove struct {
	up bool // of those by units or rows, it went up
	// scrolled: it scrolled the screen, which may have only a part of the cursor's unit so.
	scrolled bool
	// carried: the cursor's unit went off the screen so, and the cursor went on to the one at that edge.
	carried bool
}

// Position is where the pane is.
func (c *cursorView) Position() Position { return Position{c.Cursor, c.Top, c.topRow} }

// CursorLine is the cursor's unit; false when the page does not have it.
func (c *cursorView) CursorLine() (filepages.Unit, bool) { return c.Line(c.Cursor) }

// Put sets cursor and top to the unit that begins at off, and shows lines from their first column. It loads nothing:
// the next load begins there.
func (c *cursorView) Put(off int64) {
	c.setPosition(Position{off, off, 0})
	c.Left = 0
	c.last.scrolled = false
	c.last.carried = false
}

func (c *cursorView) setPosition(p Position) {
	c.Cursor = p.Cursor
	c.setTop(p.Top, p.TopRow)
}

// SetCursorless takes the cursor away, so that the place is the top row and moving the cursor scrolls, or puts it
// there.
func (c *cursorView) SetCursorless(on bool) {
	if on == c.cursorless {
		return
	}

	c.cursorless = on
	c.Cursor = c.uncovered()
	c.last.scrolled = false
	c.last.carried = false
	i := c.find(c.Cursor)
	if !on && c.topRow > 0 && i >= 0 && i+1 < len(c.page.Lines) &&
		c.rows(i)-c.topRow < c.Height {
		c.Cursor = c.page.Lines[i+1].Off // the first that begins on the screen
	}
}

// keepOnScreen keeps the screen full, and the cursor on it.
func (c *cursorView) keepOnScreen() {
	if !c.Empty() {
		c.fill()
		c.keepCursor()
	}
}

// keepCursor keeps the cursor on the screen: it scrolls to it or, without one to be seen, puts it at the top.
// Scrolling may have left a part of its unit on the screen: that stays as it is.
func (c *cursorView) keepCursor() {
	switch {
	case c.cursorless:
		if !c.beginsOnScreen() {
			c.Cursor = c.uncovered()
		}
	case c.last.scrolled && c.onScreen(): // scrolling left a part of its unit, which stays
	default:
		c.reveal(Near)
	}
}

// onScreen reports whether any row of the cursor's unit is on the screen.
func (c *cursorView) onScreen() bool {
	i := c.find(c.Cursor)
	row, ok := c.rowOf(i)
	return ok && row < c.Height && row+c.above(i)+c.textRows(i) > c.covered()
}

// cursorAt is the index of the unit that the cursor is put on for a row of the screen: the next one where only a seam
// is left of it there; -1 when the page does not have it.
func (c *cursorView) cursorAt(row int) int {
	i := c.lastUnitAt(row)
	if i >= 0 && i+1 < len(c.page.Lines) && c.page.Lines[i].Off == c.Top && c.topRow >= c.above(i)+c.textRows(i) {
		i++
	}
	return i
}

// beginsOnScreen reports whether the first row of the cursor's unit is on the screen.
func (c *cursorView) beginsOnScreen() bool {
	row, ok := c.rowOf(c.find(c.Cursor))
	return ok && row >= c.covered() && row < c.Height
}

// cursorRow is the row of the screen with the cursor's first visible row, 0 without one.
func (c *cursorView) cursorRow() int {
	row, _ := c.rowOf(c.find(c.Cursor))
	return max(min(row, c.Height-1), 0)
}

// pastEdge is more rows than any scroll asks for: the cursor goes to the edge of the screen then.
const pastEdge = 1 << 32

// followScroll puts the cursor on the unit at a row of the screen, where it was before a scroll by n rows.
func (c *cursorView) followScroll(row int, n int64) {
	switch {
	case c.cursorless:
		c.Cursor = c.uncovered()
		return
	case n >= pastEdge:
		row = c.Height
	case n <= -pastEdge:
		row = 0
	}

	if i := c.cursorAt(max(row, c.covered())); i >= 0 {
		// A unit whose first row is cut off at the bottom is still the cursor's.
		c.Cursor = c.page.Lines[i].Off
		c.reveal(Near)
	}
}

// cursorToEdge puts the cursor on the last unit of the screen, or on the first when n is negative.
func (c *cursorView) cursorToEdge(n int64) {
	to := int64(-pastEdge)
	if n > 0 {
		to = pastEdge
	}
	c.followScroll(0, to)
}

// carry brings the cursor along after a scroll, at the edge at which its unit has left the screen.
func (c *cursorView) carry() {
	c.last.scrolled = true
	if c.onScreen() {
		return
	}

	c.last.carried = true
	edge := c.Height - 1
	if c.Cursor <= c.uncovered() { // of the unit at the top a seam may be left
		edge = c.covered()
	}
	if i := c.cursorAt(edge); i >= 0 {
		c.Cursor = c.page.Lines[i].Off
	}
}

// endScroll forgets that scrolling left the cursor alone, for a move that puts it at a place. What was on the screen at
// a place that is returned to is so again.
func (c *cursorView) endScroll(m Move) {
	switch m.kind {
	case stay, rollBy, intoView: // the cursor is left where it is
	default:
		c.last.scrolled = m.kind == returnTo
		c.last.carried = false
	}
}

// visible reports whether unit i is on the screen: all of it, or a part where that is enough.
func (c *cursorView) visible(i int) bool {
	above, ok := c.rowOf(i)
	if !ok {
		return false
	}
	rows := c.rows(i)
	covered := c.covered()
	whole := above >= covered && above+rows <= c.Height
	partly := above < c.Height && above+rows > covered
	return whole || partly && (c.cursorless || rows >= c.Height-covered)
}

// reveal scrolls so that the cursor's unit is on the screen; false when the page does not reach far enough.
func (c *cursorView) reveal(w Where) bool {
	i := c.find(c.Cursor)
	if i < 0 {
		return false
	}
	if c.visible(i) && (w == Near || w == Middle) {
		return c.fill() || c.page.Partial
	}

	rows := c.rows(i)
	up := c.headerRows() // rows wanted above the cursor's first row
	switch {
	case w == Top: // the cursor follows the header
	case w == Middle:
		up += max(c.Height-up-rows, 0) / 2
	case w == Bottom, c.Cursor >= c.uncovered():
		up = max(c.Height-rows, up)
	}

	was := c.Position()
	c.setTop(c.Cursor, 0)
	if !c.moveTop(-int64(up)) || !c.fill() {
		c.setPosition(was)
		return false
	}

	return true
}

// settle keeps top and cursor where they are when the page still has them, else puts them at the unit at off.
func (c *cursorView) settle(off int64) {
	if i := c.find(c.Top); i >= 0 {
		c.setTop(c.Top, min(c.topRow, c.rows(i)-1))
	} else {
		if j, ok := c.holding(c.Top); ok {
			off = c.page.Lines[j].Off
		}
		c.setTop(off, 0)
	}

	c.fill()
	if c.find(c.Cursor) < 0 {
		i, ok := c.holding(c.Cursor)
		if !ok {
			i = max(c.find(c.Top), 0)
		}
		c.Cursor = c.page.Lines[i].Off
	}

	c.keepCursor()
}

// bringIntoView scrolls as little as possible so that all units of the bytes [start, end) are on the screen, if they
// fit and are in the page.
func (c *cursorView) bringIntoView(start, end int64) {
	first, ok := c.holding(start)
	last, okLast := c.holding(max(end-1, start))
	if !ok || !okLast || c.find(c.Top) < 0 || c.rowsBetween(first, last+1) > c.Height-c.headerRows() {
		return
	}

	was := c.Position()
	if row, ok := c.rowOf(first); !ok || row < c.covered() {
		c.setTop(c.page.Lines[first].Off, 0)
		c.moveTop(-int64(c.headerRows()))
	} else if over := row + c.rowsBetween(first, last+1) - c.Height; over <= 0 || !c.moveTop(int64(over)) {
		return
	}

	if !c.fill() || !c.beginsOnScreen() && !c.cursorless {
		c.setPosition(was)
	}
}
