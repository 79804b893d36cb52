package pane

import (
	"context"

	"eyeline/tui/file/filepages"
	"eyeline/tui/kit/cells"
)

// Header is what stays on the screen while a text is scrolled: its first Lines, in a row each, and the first Columns of
// chopped lines, in cells, at most half of those of the pane.
type Header struct{ Lines, Columns int }

// header is the header of a text. A filtered text, and one in the hex view, has none.
type header struct {
	Header
	units   []filepages.Unit // the first lines
	layouts []*cells.Line    // of units; nil until needed
}

// SetHeader says what stays in place, from the next page on that is loaded.
func (p *Pane) SetHeader(h Header) { p.header.Header = h }

// load loads the first lines of a text, as much of each as req does of others.
func (h Header) load(ctx context.Context, t Text, req filepages.Request) ([]filepages.Unit, error) {
	if h.Lines == 0 || t.Only != nil || req.Stride > 0 {
		return nil, nil
	}

	req.Anchor = 0
	req.Delta = 0
	req.Before = 0
	req.After = h.Lines - 1
	req.Wrap = false
	page, err := filepages.Load(ctx, t.Bytes, req)
	return page.Lines, err
}

// headerRows is how many rows the header takes where it covers others.
func (v *viewport) headerRows() int { return min(len(v.header.units), v.Height-1) }

// covered is how many rows at the top of the screen show the header in place of what is there. At the start of the text
// its lines are there anyway.
func (v *viewport) covered() int {
	if v.ShowsStart() {
		return 0
	}
	return v.headerRows()
}

// uncovered is the offset of the first unit below the header.
func (v *viewport) uncovered() int64 {
	if u, ok := v.unit(v.lastUnitAt(v.covered())); ok {
		return u.Off
	}
	return v.Top
}

// frozen is how many cells at the left of chopped lines show their first columns. So far to the right that these are
// not loaded none does.
func (v *viewport) frozen() int {
	if v.Wrap || v.Left == 0 || v.Left > exactColumns {
		return 0
	}
	return min(v.header.Columns, v.TextWidth()/2)
}

// cover puts the header over the first rows.
func (p *Pane) cover(rows []string, draw func(Row) string) {
	for i := range min(p.covered(), len(rows)) {
		u := p.header.units[i]
		if p.header.layouts[i] == nil {
			p.header.layouts[i] = p.laidOut(u)
		}
		rows[i] = draw(Row{Unit: u, layout: p.header.layouts[i]})
	}
}
