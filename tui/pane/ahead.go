package pane

// repeat is the last move along the lines or the screen; n is 0 after another.
type repeat struct {
	kind moveKind
	n    int64
}

// Ahead draws the rows that the last move would bring onto the screen if it were made again, as it is while a key is held down: when
// the key comes, they need not be drawn any more. It draws nothing when the page at hand does not have them, or when the last
// move went to a place. The pane is where it was afterwards. draw is that of [Pane.Rows], and must depend on nothing that the move
// changes but what the [Row] says.
func (p *Pane) Ahead(draw func(Row) string) {
	if p.repeat.n == 0 || p.Awaited() {
		return
	}
	was, rolled, carried, shown := p.Position(), p.rolled, p.carried, p.shown
	if p.try(Move{kind: p.repeat.kind, n: p.repeat.n}) {
		p.shown = p.ahead
		p.ahead = p.Rows(draw)
	}
	p.cursor, p.top, p.topRow = was.Cursor, was.Top, was.TopRow
	p.rolled, p.carried, p.shown = rolled, carried, shown
}
