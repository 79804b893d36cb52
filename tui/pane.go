package tui

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/tui/cells"
	"eyeline/tui/page"
)

// exactColumns is how far sideways a chopped line is laid out from its start. Further right, columns of a line are
// counted in bytes, so that a line of any length costs what is shown of it.
const exactColumns = 16 << 10

// text is what a pane shows.
type text struct {
	bytes   source.Bytes
	numbers page.Numbers // nil: lines have no numbers
	only    page.Only    // nil: all lines
	gen     uint64       // changes when bytes seen before are no longer valid
}

// where says at which height a line that is gone to appears.
type where uint8

const (
	whereNear   where = iota // stay if visible, else scroll as little as possible
	whereTop                 // at the top
	whereMiddle              // in the middle
	whereBottom              // at the bottom
)

// move is a change of a pane's place. Moves that the loaded page cannot answer are answered by the next page.
type move struct {
	kind  moveKind
	n     int64
	off   int64
	find  func(context.Context) (int64, error) // resolves off in the background, when set
	where where
	// quiet moves do not count as jumps: the way back ('') is not kept.
	quiet bool
}

type moveKind uint8

const (
	moveStay   moveKind = iota // load again at the same place
	moveCursor                 // the cursor by n units
	moveScroll                 // the screen by n rows, the cursor with it
	moveTo                     // the cursor to the unit holding off
)

// pane shows a text of any size as rows; it holds the lines around the screen and asks for others by commands.
type pane struct {
	id            paneID
	width, height int
	gutter        int // cells left of the text, of width
	text          text
	page          page.Page
	lines         []*cells.Line // laid out page.Lines; nil until needed
	opt           cells.Options
	top           int64 // offset of the unit at the top of the screen
	topRow        int   // its rows above the screen
	cursor        int64 // offset of the cursor's unit
	left          int   // columns scrolled off, when lines are chopped
	wrap          bool

	loading  uint64 // number of the load under way, 0 for none
	staying  bool   // that load moves nothing
	lastLoad uint64
	cancel   context.CancelFunc
	queue    []move
	err      error
	arrived  bool // a page came
	stride   int  // in the hex view, the bytes of a row; 0 when lines are shown
}

type paneID uint8

const (
	filePane paneID = iota
	modelPane
	comparePane
)

// loadedMsg carries a page.
type loadedMsg struct {
	pane paneID
	load uint64
	gen  uint64
	page page.Page
	move move
	err  error
}

func (p *pane) textWidth() int { return max(p.width-p.gutter, 1) }

// show gives the pane another text and a place in it.
func (p *pane) show(t text, m move) tea.Cmd {
	p.text = t
	p.stop()
	p.queue = nil
	return p.load(m)
}

// clear leaves the pane without a text.
func (p *pane) clear() {
	p.stop()
	p.text, p.queue = text{}, nil
	p.setPage(emptyPage)
}

// stop abandons the load under way.
func (p *pane) stop() {
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
	p.loading = 0
}

// do makes a move, at once if the loaded page allows it.
func (p *pane) do(m move) tea.Cmd {
	if p.text.bytes == nil {
		return nil
	}
	switch {
	case p.loading != 0 && (!p.staying || len(p.queue) > 0):
		p.enqueue(m) // in the order of the keys
		return nil
	case p.tryMove(m):
		return p.prefetch()
	case p.loading != 0 && m.kind != moveTo:
		p.enqueue(m)
		return nil
	}
	return p.load(m)
}

// enqueue keeps a move for when the page under way has come; moves of one kind add up.
func (p *pane) enqueue(m move) {
	if k := len(p.queue); k > 0 && p.queue[k-1].kind == m.kind {
		switch m.kind {
		case moveCursor, moveScroll:
			p.queue[k-1].n += m.n
			return
		default:
			p.queue[k-1] = m
			return
		}
	}
	p.queue = append(p.queue, m)
}

// load asks for the page that answers a move.
func (p *pane) load(m move) tea.Cmd {
	p.stop()
	p.lastLoad++
	p.loading, p.staying = p.lastLoad, m.kind == moveStay
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	req := page.Request{
		Anchor: p.cursor, Before: 3 * p.height, After: 3 * p.height,
		Keep: p.keep(), Skip: p.skip(), MaxBytes: 1 << 20,
		Wrap: p.wrapped(), Stride: p.stride, Numbers: p.text.numbers, Only: p.text.only,
	}
	switch m.kind {
	case moveStay:
		req.Anchor = p.top
	case moveCursor:
		req.Delta = m.n
	case moveScroll:
		req.Anchor = p.top
		if p.wrapped() && abs(m.n) <= int64(4*p.height) {
			req.Before += int(abs(m.n))
			req.After += int(abs(m.n))
		} else {
			req.Delta = m.n
		}
	case moveTo:
		req.Anchor = m.off
	}
	bytes, gen, id, number := p.text.bytes, p.text.gen, p.id, p.loading
	return func() tea.Msg {
		defer cancel()
		var err error
		if m.find != nil {
			if req.Anchor, err = m.find(ctx); err != nil {
				return loadedMsg{pane: id, load: number, gen: gen, move: m, err: err}
			}
			m.off = req.Anchor
		}
		pg, err := page.Load(ctx, bytes, req)
		return loadedMsg{pane: id, load: number, gen: gen, page: pg, move: m, err: err}
	}
}

// wrapped says that long lines go over several rows.
func (p *pane) wrapped() bool { return p.wrap && p.stride == 0 }

// keep is how many bytes of each unit a page holds.
func (p *pane) keep() int {
	if p.wrap {
		return 2 * page.PieceSize
	}
	cols := p.textWidth()
	if p.left <= exactColumns {
		cols += p.left
	}
	return max(4*cols+256, 4<<10)
}

// skip is how many bytes of each unit a page leaves out before them.
func (p *pane) skip() int64 {
	if p.wrap || p.left <= exactColumns {
		return 0
	}
	return int64(p.left)
}

// cutShort says whether a line on the screen was loaded less far than it is shown.
func (p *pane) cutShort() bool {
	if p.stride > 0 {
		return false
	}
	for i := max(p.find(p.top), 0); i < len(p.page.Lines) && i < p.find(p.top)+p.height; i++ {
		if l := p.page.Lines[i]; !l.Whole && len(l.Head) < p.keep() {
			return true
		}
	}
	return false
}

// column is the first column shown of the laid out part of a line.
func (p *pane) column() int {
	if p.wrap || p.left > exactColumns {
		return 0
	}
	return p.left
}

// loaded takes a page in and makes the moves that waited for it. It reports whether the message was the one awaited.
func (p *pane) loaded(msg loadedMsg) (tea.Cmd, bool) {
	if msg.load != p.loading || msg.gen != p.text.gen {
		return nil, false
	}
	p.loading, p.cancel = 0, nil
	p.err = msg.err
	if msg.err != nil && len(msg.page.Lines) == 0 {
		p.queue = nil
		return nil, true
	}
	row := p.cursorRow()
	p.setPage(msg.page)
	if pg := p.page; pg.Anchor < 0 {
		p.top, p.topRow, p.cursor = 0, 0, 0
	} else {
		at := pg.Lines[pg.Anchor].Off
		switch msg.move.kind {
		case moveStay:
			if _, ok := p.holding(p.top); !ok && p.top != at && len(p.queue) == 0 {
				return p.load(move{kind: moveStay, quiet: true}), true // scrolled away meanwhile
			}
			p.settle(at)
		case moveCursor:
			p.cursor = at
			p.reveal(whereNear)
		case moveScroll:
			if p.wrap && abs(msg.move.n) <= int64(4*p.height) {
				p.settle(at)
				if p.tryMove(msg.move) {
					break
				}
			}
			p.top, p.topRow = at, 0
			p.clampTop()
			p.cursorToRow(row, msg.move.n)
		case moveTo:
			p.cursor = at
			p.reveal(msg.move.where)
		}
	}
	for len(p.queue) > 0 {
		m := p.queue[0]
		if !p.tryMove(m) {
			p.queue = p.queue[1:]
			return p.load(m), true
		}
		p.queue = p.queue[1:]
	}
	return p.prefetch(), true
}

func (p *pane) setPage(pg page.Page) {
	p.page = pg
	p.lines = make([]*cells.Line, len(pg.Lines))
	p.arrived = true
}

// settle keeps top and cursor where they are when the page still has them, else puts them at the unit at at.
func (p *pane) settle(at int64) {
	if i := p.find(p.top); i < 0 {
		if j, ok := p.holding(p.top); ok {
			at = p.page.Lines[j].Off
		}
		p.top, p.topRow = at, 0
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
	p.reveal(whereNear)
}

// prefetch loads around the screen when it has come near the page's edge.
func (p *pane) prefetch() tea.Cmd {
	i := p.find(p.top)
	if i < 0 || p.loading != 0 {
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
	return p.load(move{kind: moveStay, quiet: true})
}

// atEnd says whether the page reaches the end of the text as it is now.
func (p *pane) atEnd() bool {
	return p.page.AtEnd && (p.text.bytes == nil || p.page.Size >= p.text.bytes.Size())
}

// find returns the place in the page of the unit at off, -1 when it is not there.
func (p *pane) find(off int64) int {
	i, ok := slices.BinarySearchFunc(p.page.Lines, off, func(l page.Line, off int64) int {
		switch {
		case l.Off < off:
			return -1
		case l.Off > off:
			return 1
		}
		return 0
	})
	if !ok {
		return -1
	}
	return i
}

// holding returns the place in the page of the unit that holds the byte at off.
func (p *pane) holding(off int64) (int, bool) {
	for i := len(p.page.Lines) - 1; i >= 0; i-- {
		l := p.page.Lines[i]
		if l.Off <= off {
			return i, off < l.End || l.End < 0 || i == len(p.page.Lines)-1 && p.atEnd()
		}
	}
	return 0, false
}

// rows is the number of rows of a unit.
func (p *pane) rows(i int) int {
	if !p.wrapped() {
		return 1
	}
	return p.line(i).RowCount(p.textWidth())
}

func (p *pane) rowsBetween(i, j int) int {
	n := 0
	for ; i < j; i++ {
		n += p.rows(i)
	}
	return n
}

// line is a unit laid out.
func (p *pane) line(i int) *cells.Line {
	if p.lines[i] == nil {
		l := p.page.Lines[i]
		opt := p.opt
		opt.Continued = l.Continued || l.Skip > 0
		opt.LineEnd = l.Whole && !l.More
		opt.CRLF = l.CRLF
		opt.Whole = l.Whole
		p.lines[i] = cells.Layout(l.Head, opt)
	}
	return p.lines[i]
}

// tryMove makes a move if the loaded page allows it.
func (p *pane) tryMove(m move) bool {
	if len(p.page.Lines) == 0 {
		return (m.kind == moveCursor || m.kind == moveScroll) && p.arrived
	}
	switch m.kind {
	case moveCursor:
		return p.tryCursor(m.n)
	case moveScroll:
		return p.tryScroll(m.n)
	case moveTo:
		if m.find != nil {
			return false
		}
		i, ok := p.holding(m.off)
		if !ok {
			return false
		}
		was := [3]int64{p.cursor, p.top, int64(p.topRow)}
		p.cursor = p.page.Lines[i].Off
		if !p.reveal(m.where) {
			p.cursor, p.top, p.topRow = was[0], was[1], int(was[2])
			return false
		}
		return true
	}
	return false
}

func (p *pane) tryCursor(n int64) bool {
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
	if !p.reveal(whereNear) {
		p.cursor = was
		return false
	}
	return true
}

// nudge scrolls by one row instead of moving the cursor while its unit is not wholly on the screen in the direction
// of the move, so that a unit taller than the screen can be read.
func (p *pane) nudge(i int, n int64) bool {
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

func (p *pane) tryScroll(n int64) bool {
	row := p.cursorRow()
	top, topRow := p.top, p.topRow
	if !p.walkTop(n) {
		return false
	}
	if !p.clampTop() {
		p.top, p.topRow = top, topRow
		return false
	}
	if p.top == top && p.topRow == topRow {
		// Already at the edge: the cursor goes there.
		p.cursorToRow(row, n*1<<32)
		return true
	}
	p.cursorToRow(row, n)
	return true
}

// walkTop moves the top by n rows; false when the page ends first and the file does not.
func (p *pane) walkTop(n int64) bool {
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

// clampTop keeps the screen full: the last row of the text stands no higher than the screen's last row. False when
// the page ends before that can be told.
func (p *pane) clampTop() bool {
	i := p.find(p.top)
	if i < 0 {
		return false
	}
	left := p.height + p.topRow
	for j := i; j < len(p.page.Lines); j++ {
		if left -= p.rows(j); left <= 0 {
			return true
		}
	}
	if !p.atEnd() {
		return p.page.Partial
	}
	// left rows of the screen would be empty: move up by as many.
	if p.walkTop(-int64(left)) {
		return true
	}
	return p.page.AtStart
}

// unitAt returns the unit shown on a 0-based row of the pane, and which of its rows that is; false below the text.
func (p *pane) unitAt(y int) (i, row int, ok bool) {
	i = p.find(p.top)
	if i < 0 {
		return 0, 0, false
	}
	for row = p.topRow + y; i < len(p.page.Lines); i++ {
		n := p.rows(i)
		if row < n {
			return i, row, true
		}
		row -= n
	}
	return 0, 0, false
}

// cursorRow is the screen row of the cursor's first visible row.
func (p *pane) cursorRow() int {
	t, c := p.find(p.top), p.find(p.cursor)
	if t < 0 || c < t {
		return 0
	}
	return max(min(p.rowsBetween(t, c)-p.topRow, p.height-1), 0)
}

// cursorToRow puts the cursor on the unit at a screen row, after a scroll by n rows; where the text's edge is on the
// screen and the scroll went that way by at least a screen's worth of nothing, on the edge.
func (p *pane) cursorToRow(row int, n int64) {
	if n >= 1<<32 {
		row = p.height
	} else if n <= -(1 << 32) {
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
	p.reveal(whereNear)
}

// reveal scrolls so that the cursor's unit is on the screen; false when the page does not reach far enough.
func (p *pane) reveal(w where) bool {
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
			rows >= p.height && above < p.height && above+rows > 0
	}
	if w == whereNear && visible {
		return p.clampTop() || p.page.Partial
	}
	var up int // rows wanted above the cursor's first row
	switch {
	case w == whereTop:
		up = 0
	case w == whereMiddle && !visible:
		up = max(p.height-rows, 0) / 2
	case w == whereMiddle:
		return p.clampTop() || p.page.Partial
	case w == whereBottom:
		up = max(p.height-rows, 0)
	case t >= 0 && c >= t:
		up = max(p.height-rows, 0)
	case t < 0 && p.cursor > p.top:
		up = max(p.height-rows, 0)
	}
	top, topRow := p.top, p.topRow
	p.top, p.topRow = p.cursor, 0
	if !p.walkTop(-int64(up)) || !p.clampTop() {
		p.top, p.topRow = top, topRow
		return false
	}
	return true
}

// resize gives the pane another size and keeps the cursor on the screen.
func (p *pane) resize(width, height, gutter int) tea.Cmd {
	if width == p.width && height == p.height && gutter == p.gutter {
		return nil
	}
	relayout := p.wrap && width-gutter != p.width-p.gutter
	p.width, p.height, p.gutter = width, max(height, 1), gutter
	if relayout {
		p.topRow = 0
	}
	if p.text.bytes == nil {
		return nil
	}
	if len(p.page.Lines) > 0 {
		p.clampTop()
		p.reveal(whereNear)
	}
	return p.load(move{kind: moveStay, quiet: true})
}

// reload loads the page again, after a change of what or how lines are shown.
func (p *pane) reload() tea.Cmd {
	if p.text.bytes == nil {
		return nil
	}
	return p.load(move{kind: moveStay, quiet: true})
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
