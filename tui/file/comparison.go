package file

import (
	"strings"

	"eyeline/reader/each"
	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/layout"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
)

// comparisonRows draws both halves.
func (r *rows) comparisonRows() []string {
	s := r
	a := &s.panes.areas
	c := s.beside()
	names, now := s.Tuning.Comparing, s.Preview.Reading
	one := r.comparedHalf(now, s.Preview.Output(), a.Compared[c.At], names.HalfName(now, c.Read))
	other := r.comparedHalf(c.Read, c.Output(), a.Compared[1-c.At], names.HalfName(c.Read, now))
	if c.At == 1 {
		one, other = other, one
	}
	if a.TwoPanes() {
		return r.besideEachOther(one, other)
	}
	return append(one, other...)
}

// comparedHalf draws what one half gives under its name, and what it loses.
func (rs *rows) comparedHalf(r *preview.Reading, p *pane.Pane, a layout.ComparedArea, name string) []string {
	s := rs
	width := a.Heading.Width
	tuned := p == s.Preview.Output()
	canvas := s.desk.Canvas()
	canvas.Width = width
	head, role := "── ", themes.Border
	if tuned {
		head, role = "─▸ ", themes.Prompt
	}
	loses, red := "loses "+s.Tuning.Comparing.Losses(r), themes.Lost
	if loses == "loses nothing" {
		red = themes.Border
	}
	head += name + " "
	if a.Losses.Height == 0 { // no other row says it
		head += "· " + loses + " "
	}
	if r != nil && r.Out != nil {
		head += "· " + r.Given().Range() + " · " + r.Amount() + " "
	}
	head += strings.Repeat("─", max(width-cells.Width(head), 0))
	drawn := draw.Fill([]string{canvas.Line(role, head)}, a.Heading.Height, width)
	mark := func(l pane.Row, row string) string { return s.Tuning.Comparing.WithDifference(p, l, row) }
	drawn = append(drawn, draw.Fill(s.Preview.Model.RowsOf(p, r, mark), a.Output.Height, width)...)
	lost := each.Of(cells.WrapWords(loses, width), func(text string) string { return canvas.Line(red, text) })
	return append(drawn, draw.Fill(lost, a.Losses.Height, width)...)
}

// besideEachOther joins the rows of two parts, which are as many, with the separator between them.
func (r *rows) besideEachOther(left, right []string) []string {
	var between strings.Builder
	r.desk.Put(&between, themes.Border, "│")
	for i := range left {
		left[i] += between.String() + right[i]
	}
	return left
}
