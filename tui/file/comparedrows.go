package file

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/layout"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
)

// comparisonRows draws both halves.
func (r *rows) comparisonRows() []string {
	a := &r.screen.panes.areas
	c := r.screen.beside()
	one := r.comparedHalf(r.screen.preview.Reading(), r.screen.preview.Output(), a.Compared[c.At], r.screen.tuning.Comparing().HalfName(r.screen.preview.Reading(), c.Read))
	other := r.comparedHalf(c.Read, &c.Pane, a.Compared[1-c.At], r.screen.tuning.Comparing().HalfName(c.Read, r.screen.preview.Reading()))
	if c.At == 1 {
		one, other = other, one
	}
	if a.TwoPanes() {
		return r.besideEachOther(one, other)
	}
	return append(one, other...)
}

// comparedHalf draws what one half gives under its name, and what it loses.
func (rows *rows) comparedHalf(r *preview.Reading, p *pane.Pane, a layout.ComparedArea, name string) []string {
	width := a.Heading.Width
	tuned := p == rows.screen.preview.Output()
	styled := func(role themes.Role, s string) string {
		var b strings.Builder
		rows.screen.desk.Put(&b, role, cells.Pad(cells.Truncate(s, width, "…"), width))
		return b.String()
	}
	head, role := "── ", themes.Border
	if tuned && rows.screen.beside().Own != nil {
		head, role = "─▸ ", themes.Prompt
	}
	head += name + " "
	if r != nil && r.Out != nil {
		head += "· " + r.Given().Range() + " · " + r.Amount() + " "
	}
	drawn := draw.Fill([]string{styled(role, head+strings.Repeat("─", max(width-cells.Width(head), 0)))}, a.Heading.Height, width)
	drawn = append(drawn, draw.Fill(rows.screen.preview.Model().RowsOf(p, r), a.Output.Height, width)...)
	var lost []string
	line := "loses "
	for _, w := range rows.screen.tuning.Comparing().Losses(r) {
		if cells.Width(line)+cells.Width(w)+2 > width && line != "loses " && len(lost) == 0 {
			lost = append(lost, styled(themes.Lost, line))
			line = "      "
		}
		if strings.TrimSpace(line) != "loses" && strings.TrimSpace(line) != "" {
			line += ", "
		}
		line += w
	}
	lost = append(lost, styled(themes.Lost, line))
	return append(drawn, draw.Fill(lost, a.Losses.Height, width)...)
}
