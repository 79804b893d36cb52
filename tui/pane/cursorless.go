package pane

// SetCursorless takes the cursor away, so that the place is the top row and moving the cursor scrolls, or puts it there.
func (p *Pane) SetCursorless(on bool) {
	if on == p.cursorless {
		return
	}
	p.cursorless = on
	p.cursor, p.rolled, p.carried = p.top, false, false
	if i := p.find(p.top); !on && p.topRow > 0 && i >= 0 && i+1 < len(p.page.Lines) && p.rows(i)-p.topRow < p.height {
		p.cursor = p.page.Lines[i+1].Off // the first that begins on the screen
	}
	p.Redraw()
}

// withoutCursor is a move as it is made without a cursor: what would move the cursor scrolls, and what is gone to comes to
// the top.
func (p *Pane) withoutCursor(m Move) Move {
	switch {
	case !p.cursorless:
	case m.kind == cursorBy, m.kind == rollBy:
		m.kind = scrollBy
	case m.kind == toOffset && m.where == Middle:
		m.where = Top
	}
	return m
}

// keepCursor keeps the cursor on the screen: it scrolls to it or, where there is none to be seen, puts it at the top. Scrolling
// may have left a part of its unit on the screen: that stays as it is.
func (p *Pane) keepCursor() {
	switch {
	case p.cursorless:
		if p.visibleRow() < 0 {
			p.cursor = p.top
		}
	case p.rolled && p.onScreen():
	default:
		p.reveal(Near)
	}
}
