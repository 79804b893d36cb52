package pane

// pastEdge is more rows than any scroll asks for: cursorToRow takes it for the edge of the text.
const pastEdge = 1 << 32

func (p *Pane) tryScroll(n int64) bool {
	row := p.cursorRow()
	moved, ok := p.scrollTop(n)
	switch {
	case !ok:
		return false
	case moved || n == 0:
		p.cursorToRow(row, n)
	case !p.cursorless:
		p.cursorToEdge(n)
	}
	return true
}

// tryRoll scrolls by n rows and leaves the cursor on its unit while any of it is on the screen.
func (p *Pane) tryRoll(n int64) bool {
	moved, ok := p.scrollTop(n)
	switch {
	case !ok:
		return false
	case moved || n == 0:
		p.carry()
	default:
		p.rolled, p.carried = false, false
		p.cursorToEdge(n)
	}
	return true
}

// scrollTop moves the top by n rows and keeps the screen full. moved is false where the text ends at that edge of the screen; ok is false where
// the page does not reach far enough.
func (p *Pane) scrollTop(n int64) (moved, ok bool) {
	was := p.Position()
	if !p.walkTop(n) {
		return false, false
	}
	if !p.clampTop() {
		p.top, p.topRow = was.Top, was.TopRow
		return false, false
	}
	return p.top != was.Top || p.topRow != was.TopRow, true
}

// cursorToEdge puts the cursor on the last unit of the screen, or on the first when n is negative.
func (p *Pane) cursorToEdge(n int64) {
	if n > 0 {
		p.cursorToRow(0, pastEdge)
	} else {
		p.cursorToRow(0, -pastEdge)
	}
}

// carry brings the cursor along after a scroll, at the edge at which its unit has left the screen.
func (p *Pane) carry() {
	p.rolled = true
	if p.onScreen() {
		return
	}
	p.carried = true
	edge := p.height - 1
	if p.cursor < p.top {
		edge = 0
	}
	l, ok := p.LineAt(edge)
	if !ok { // the text ends above
		_, l, ok = p.Visible()
	}
	if ok {
		p.cursor = l.Off
	}
}

// onScreen reports whether any row of the cursor's unit is on the screen.
func (p *Pane) onScreen() bool {
	t, c := p.find(p.top), p.find(p.cursor)
	return t >= 0 && c >= t && p.rowsBetween(t, c)-p.topRow < p.height
}

// walkTop moves the top by n rows; false when the page ends first and the text does not.
func (p *Pane) walkTop(n int64) bool {
	i := p.find(p.top)
	if i < 0 {
		return false
	}
	r := int64(p.topRow) + n
	for r < 0 {
		if i == 0 {
			if !p.page.AtStart {
				return false
			}
			r = 0
			break
		}
		i--
		r += int64(p.rows(i))
	}
	for r >= int64(p.rows(i)) {
		if i == len(p.page.Lines)-1 {
			if !p.atEnd() && !p.page.Partial {
				return false
			}
			r = int64(p.rows(i)) - 1
			break
		}
		r -= int64(p.rows(i))
		i++
	}
	p.top, p.topRow = p.page.Lines[i].Off, int(r)
	return true
}

// clampTop keeps the screen full: the last row of the text is no higher than the last row of the pane. False when
// the page ends before that can be known.
func (p *Pane) clampTop() bool {
	i := p.find(p.top)
	if i < 0 {
		return false
	}
	left := p.height + p.topRow
	if !p.wrapped() && len(p.page.Lines)-i >= left {
		return true // each has one row
	}
	for j := i; j < len(p.page.Lines); j++ {
		if left -= p.rows(j); left <= 0 {
			return true
		}
	}
	if !p.atEnd() {
		return p.page.Partial
	}
	// left rows of the pane would be empty: move up by as many.
	if p.walkTop(-int64(left)) {
		return true
	}
	return p.page.AtStart
}

// cursorRow is the row of the pane with the cursor's first visible row.
func (p *Pane) cursorRow() int {
	t, c := p.find(p.top), p.find(p.cursor)
	if t < 0 || c < t {
		return 0
	}
	return max(min(p.rowsBetween(t, c)-p.topRow, p.height-1), 0)
}

// cursorToRow puts the cursor on the unit at a row of the pane after a scroll by n rows, or, when n is pastEdge rows or
// more, on the first or last one.
func (p *Pane) cursorToRow(row int, n int64) {
	if p.cursorless {
		p.cursor = p.top
		return
	}
	if n >= pastEdge {
		row = p.height
	} else if n <= -pastEdge {
		row = 0
	}
	i := p.find(p.top)
	if i < 0 {
		return
	}
	r := row + p.topRow
	for r >= p.rows(i) && i < len(p.page.Lines)-1 {
		r -= p.rows(i)
		i++
	}
	// A unit whose first row is cut off at the bottom is still the cursor's.
	p.cursor = p.page.Lines[i].Off
	p.reveal(Near)
}

// bringIntoView scrolls as little as possible so that all units of the bytes [start, end) are on the screen, if they fit
// and are in the page.
func (p *Pane) bringIntoView(start, end int64) {
	first, ok := p.holding(start)
	last, okLast := p.holding(max(end-1, start))
	t := p.find(p.top)
	if !ok || !okLast || t < 0 || p.rowsBetween(first, last+1) > p.height {
		return
	}
	was := p.Position()
	switch {
	case first < t, first == t && p.topRow > 0:
		p.top, p.topRow = p.page.Lines[first].Off, 0
	default:
		if over := p.rowsBetween(t, last+1) - p.topRow - p.height; over <= 0 || !p.walkTop(int64(over)) {
			return
		}
	}
	if !p.clampTop() || p.visibleRow() < 0 && !p.cursorless {
		p.top, p.topRow = was.Top, was.TopRow
	}
}

// visibleRow is the row of the cursor's unit on the screen, -1 when it is not there.
func (p *Pane) visibleRow() int {
	t, c := p.find(p.top), p.find(p.cursor)
	if t < 0 || c < t {
		return -1
	}
	if row := p.rowsBetween(t, c) - p.topRow; row >= 0 && row < p.height {
		return row
	}
	return -1
}

// reveal scrolls so that the cursor's unit is on the screen; false when the page does not reach far enough.
func (p *Pane) reveal(w Where) bool {
	c := p.find(p.cursor)
	if c < 0 {
		return false
	}
	t := p.find(p.top)
	rows := p.rows(c)
	visible := t >= 0 && c >= t
	if visible {
		above := p.rowsBetween(t, c) - p.topRow
		visible = above >= 0 && above+rows <= p.height ||
			(p.cursorless || rows >= p.height) && above < p.height && above+rows > 0
	}
	if visible && (w == Near || w == Middle) {
		return p.clampTop() || p.page.Partial
	}
	up := 0 // rows wanted above the cursor's first row
	switch {
	case w == Top:
	case w == Middle:
		up = max(p.height-rows, 0) / 2
	case w == Bottom, t >= 0 && c >= t, t < 0 && p.cursor > p.top:
		up = max(p.height-rows, 0)
	}
	was := p.Position()
	p.top, p.topRow = p.cursor, 0
	if !p.walkTop(-int64(up)) || !p.clampTop() {
		p.top, p.topRow = was.Top, was.TopRow
		return false
	}
	return true
}
