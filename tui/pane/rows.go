package pane

import (
	"slices"

	"eyeline/tui/cells"
	"eyeline/tui/page"
)

// Row is one row of the pane: a row of a unit.
type Row struct {
	page.Unit
	// Row is the 0-based row of the unit; always 0 unless long lines are wrapped.
	Row int
	// Cursor says that the unit is the cursor's, Carried that it is so because the cursor was carried along by a scroll: no one has
	// moved it there.
	Cursor, Carried bool

	laid *cells.Line
}

// SetOptions says how text is laid out in cells. LineEnd, CRLF, Continued and Whole are set for each unit.
func (p *Pane) SetOptions(o cells.Options) {
	p.options = o
	clear(p.lines)
	p.Redraw()
}

// Options are how text is laid out in cells.
func (p *Pane) Options() cells.Options { return p.options }

// wrapped reports whether long lines go over several rows.
func (p *Pane) wrapped() bool { return p.wrap && p.stride == 0 }

// rows is the number of rows of a unit.
func (p *Pane) rows(i int) int {
	if !p.wrapped() {
		return 1
	}
	return p.laid(i).RowCount(p.TextWidth())
}

// rowsBetween is the number of rows of the units [i, j).
func (p *Pane) rowsBetween(i, j int) int {
	n := 0
	for ; i < j; i++ {
		n += p.rows(i)
	}
	return n
}

// laid is a unit laid out.
func (p *Pane) laid(i int) *cells.Line {
	if p.lines[i] == nil {
		l := p.page.Lines[i]
		o := p.options
		o.Continued = l.Continued || l.Skip > 0
		o.LineEnd = l.Whole && !l.More
		o.CRLF = l.CRLF
		o.Whole = l.Whole
		if p.text.Prefix != nil && !o.Continued {
			o.TabFrom = min(p.text.Prefix(l), len(l.Head))
		}
		p.lines[i] = cells.Layout(l.Head, o)
	}
	return p.lines[i]
}

// Rows returns the rows of the pane from its top, fewer than its height when the text ends before. A row that was drawn
// before is not drawn again until it may look different: whoever changes what draw depends on calls [Pane.Redraw]. The slice may be
// changed by the next call.
func (p *Pane) Rows(draw func(Row) string) []string {
	p.shown = slices.Grow(p.shown[:0], p.height)
	i := p.find(p.top)
	if i < 0 {
		return p.shown
	}
	out := p.shown
	if p.drawn.units == nil || p.drawn.left != p.left {
		p.drawn = drawnRows{p.left, make([]drawnUnit, len(p.page.Lines))}
	}
	for row := p.topRow; len(out) < p.height && i < len(p.page.Lines); i++ {
		l := &p.page.Lines[i]
		here := p.cursorIn(l.Off)
		for n := p.rows(i); row < n && len(out) < p.height; row++ {
			drawn := p.drawn.units[i].row(row, here)
			if *drawn == "" {
				*drawn = draw(Row{*l, row, here != elsewhere, here == carried, p.laid(i)})
			}
			out = append(out, *drawn)
		}
		row = 0
	}
	return out
}

// Draw appends a row as the pane shows it: wrapped, or scrolled sideways with a mark, in the style more, where it goes on
// to the right. It takes exactly TextWidth cells.
func (p *Pane) Draw(dst []byte, r Row, st cells.Style, more string) []byte {
	width := p.TextWidth()
	if p.wrap {
		return r.laid.RenderRow(dst, r.Row, width, st)
	}
	if width < 8 || r.Whole && r.laid.Width() <= p.column()+width {
		return r.laid.Render(dst, p.column(), width, st)
	}
	dst = r.laid.Render(dst, p.column(), width-1, st)
	if more == "" {
		return append(dst, "›"...)
	}
	return append(append(append(dst, more...), "›"...), st.Reset...)
}
