package pane

import (
	"eyeline/tui/file/filepages"
	"eyeline/tui/kit/cells"
)

// Row is one row of the pane: a row of a unit.
type Row struct {
	filepages.Unit
	// Row is the 0-based row of the unit; always 0 unless long lines are wrapped. What the gutter says of a whole line
	// stands in its first row: where Row is 0 and the unit is not Continued.
	Row int
	// Cursor says that the unit is the cursor's.
	Cursor bool
	// Carried says that a scroll has carried the cursor along to this unit: no one has moved it there.
	Carried bool
	// Seam is the 1-based number of a seam as they were set; 0 for a row of text.
	Seam int

	layout *cells.Line
}

// Rows returns the rows of the pane from its top, fewer than its height when the text ends before.
func (p *Pane) Rows(draw func(Row) string) []string {
	i := p.find(p.Top)
	if i < 0 {
		return nil
	}

	out := make([]string, 0, p.Height)
	for row := p.topRow; len(out) < p.Height && i < len(p.page.Lines); i++ {
		r := Row{Unit: p.page.Lines[i]}
		r.Cursor = r.Off == p.Cursor && !p.cursorless
		r.Carried = r.Cursor && p.last.carried
		r.layout = p.layout(i)
		text := p.textRows(i)
		above := p.above(i)
		for n := p.rows(i); row < n && len(out) < p.Height; row++ {
			r.Row = row - above
			switch {
			case row < above:
				out = append(out, draw(Row{Unit: r.Unit, Row: r.Row, Seam: row + 1, layout: r.layout}))
			case r.Row >= text:
				seam := p.seams.placed[p.seams.before[i]+row-text]
				out = append(out, draw(Row{Unit: r.Unit, Row: r.Row, Seam: seam + 1, layout: r.layout}))
			default:
				out = append(out, draw(r))
			}
		}

		row = 0
	}

	p.cover(out, draw)
	return out
}

// Draw appends a row as the pane shows it: wrapped, or scrolled sideways with a mark, in the style more, where it goes
// on to the right. It takes exactly TextWidth cells.
func (p *Pane) Draw(dst []byte, r Row, st cells.Style, more string) []byte {
	width := p.TextWidth()
	if p.wraps(r.Unit) {
		return r.layout.RenderRow(dst, r.Row, width, st)
	}

	column := p.column()
	if frozen := p.frozen(); frozen > 0 {
		dst = r.layout.Render(dst, 0, frozen, st)
		column += frozen
		width -= frozen
	}

	if width < 8 || r.Whole && r.layout.Width() <= column+width {
		return r.layout.Render(dst, column, width, st)
	}

	dst = r.layout.Render(dst, column, width-1, st)
	if more == "" {
		return append(dst, "›"...)
	}

	return append(append(append(dst, more...), "›"...), st.Reset...)
}

// LineNumbers are the numbers, from 1, of the lines in the rows of the pane; 0 for a row that begins no line, or whose
// number is not known.
func (p *Pane) LineNumbers() []int64 {
	rows := make([]int64, p.Height)
	last := int64(-1)
	if top, ok := p.TopLine(); ok && p.topRow > p.textRowsAbove() {
		last = top.Off
	}

	for y := range rows {
		l, ok := p.LineAt(y)
		if ok && l.Off != last && !l.Continued && !p.IsSeam(y) {
			rows[y] = l.Number
			last = l.Off
		}
	}

	return rows
}

// textRowsAbove is how many seams stand above the text of the unit at the top.
func (p *Pane) textRowsAbove() int {
	if i := p.find(p.Top); i >= 0 {
		return p.above(i)
	}
	return 0
}
