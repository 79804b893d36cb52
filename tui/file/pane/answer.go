package pane

// Moves that the loaded page can answer without another load.

// withoutCursor translates a move for a pane without a cursor: cursor moves become scrolls, and a target meant for the
// middle row comes to the top row.
func (c *cursorView) withoutCursor(m Move) Move {
	switch {
	case !c.cursorless: // there is a cursor
	case m.kind == cursorBy, m.kind == rollBy:
		m.kind = scrollBy
	case m.kind == toOffset && m.where == Middle:
		m.where = Top
	}
	return m
}

// try makes a move if the present page allows it.
func (c *cursorView) try(m Move) bool {
	if !c.tryOnPage(m) {
		return false
	}
	c.endScroll(m)
	return true
}

// tryOnPage is try without endScroll.
func (c *cursorView) tryOnPage(m Move) bool {
	if c.Empty() {
		return m.kind == intoView || (m.kind == cursorBy || m.kind == scrollBy || m.kind == rollBy) && c.Arrived
	}

	switch m.kind {
	case cursorBy:
		return c.tryCursor(m.n)
	case scrollBy:
		return c.tryScroll(m.n)
	case rollBy:
		return c.tryRoll(m.n)
	case toOffset:
		return m.find == nil && c.tryGoTo(m)
	case returnTo:
		return c.tryReturn(m.position)
	case intoView:
		c.bringIntoView(m.off, m.end)
		return true
	}

	return false
}

func (c *cursorView) tryCursor(n int64) bool {
	i := c.find(c.Cursor)
	if i < 0 {
		return false
	}
	if c.Wrap && (n == 1 || n == -1) && c.rows(i) > 1 && c.nudge(i, n) {
		return true
	}

	to := int64(i) + n
	last := int64(len(c.page.Lines)) - 1
	if to < 0 && !c.page.AtStart || to > last && !c.reachesEnd() && !c.page.Partial {
		return false
	}

	to = max(min(to, last), 0)
	was := c.Cursor
	c.Cursor = c.page.Lines[to].Off

	if !c.reveal(Near) {
		c.Cursor = was
		return false
	}

	return true
}

// nudge scrolls by one row instead of moving the cursor while its unit i is not wholly on the screen in the direction
// of the move, so that a unit taller than the screen can be read.
func (c *cursorView) nudge(i int, n int64) bool {
	row, ok := c.rowOf(i)
	whole := row >= c.covered()
	if n > 0 {
		whole = row+c.rows(i) <= c.Height
	}
	return ok && !whole && c.moveTop(n)
}

// tryScroll scrolls by n rows with the cursor, which stays on its row of the screen.
func (c *cursorView) tryScroll(n int64) bool {
	row := c.cursorRow()
	moved, ok := c.scroll(n)
	switch {
	case !ok:
		return false
	case moved || n == 0:
		c.followScroll(row, n)
	case !c.cursorless:
		c.cursorToEdge(n)
	}

	return true
}

// tryRoll scrolls by n rows and leaves the cursor on its unit while any of it is on the screen.
func (c *cursorView) tryRoll(n int64) bool {
	moved, ok := c.scroll(n)
	switch {
	case !ok:
		return false
	case moved || n == 0:
		c.carry()
	default:
		c.last.scrolled = false
		c.last.carried = false
		c.cursorToEdge(n)
	}

	return true
}

// tryGoTo puts the cursor on the unit with the byte at m.off.
func (c *cursorView) tryGoTo(m Move) bool {
	i, ok := c.holding(m.off)
	if !ok {
		return false
	}

	was := c.Position()
	c.Cursor = c.page.Lines[i].Off
	if !c.reveal(m.where) {
		c.setPosition(was)
		return false
	}

	return c.showTarget(i, m)
}

// tryReturn goes back to a place.
func (c *cursorView) tryReturn(to Position) bool {
	was := c.Position()
	c.setPosition(to)
	if i := c.find(to.Top); i >= 0 && c.find(to.Cursor) >= 0 {
		c.setTop(to.Top, min(to.TopRow, c.rows(i)-1)) // lines may be wrapped otherwise than they were
		if c.fill() && (c.cursorless || c.onScreen() || c.reveal(Near)) {
			return true
		}
	}

	c.setPosition(was)
	return false
}

// arrive makes the move that the present page was loaded for. row is where the cursor was on the screen, and last says
// that no other move waits. It returns the move that another page is to be loaded for first, and whether there is one.
func (c *cursorView) arrive(m Move, row int, last bool) (next Move, more bool) {
	if c.page.Anchor < 0 {
		if c.Text.Only == nil {
			c.setPosition(Position{})
		} // else the place is still one of the text
		return m, false
	}

	c.endScroll(m)
	at := c.page.Lines[c.page.Anchor].Off
	switch m.kind {
	case stay:
		_, ok := c.holding(c.Top)
		if !ok && c.Top != at && last {
			return Stay(), true // scrolled away meanwhile
		}
		c.settle(at)
	case cursorBy:
		c.Cursor = at
		c.reveal(Near)
	case scrollBy, rollBy:
		c.arriveScrolled(m, at, row)
	case returnTo:
		c.setPosition(Position{m.position.Cursor, at, m.position.TopRow})
		c.settle(at)
	case toOffset:
		c.Cursor = at
		c.reveal(m.where)
		m.loads++
		return m, m.loads < maxLoads && !c.showTarget(c.find(at), m)
	}

	return m, false
}

// arriveScrolled is arrive for a scroll; at is the anchor of the page.
func (c *cursorView) arriveScrolled(m Move, at int64, row int) {
	if c.uneven() && c.nearby(m.n) {
		c.settle(at)
		if c.try(m) {
			return
		}
	}

	c.setTop(at, 0)
	c.fill()
	if m.kind == rollBy {
		c.carry()
	} else {
		c.followScroll(row, m.n)
	}
}

// uneven reports whether units have not all one row.
func (v *viewport) uneven() bool { return v.wrapped() || v.wrapsSome() || len(v.seams.all) > 0 }

// nearby reports whether a scroll of uneven units is short enough to be made by rows. Further ones are made by units,
// whose rows are not counted.
func (v *viewport) nearby(n int64) bool { return max(n, -n) <= int64((margin+1)*v.Height) }
