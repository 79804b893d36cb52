package toolpanels

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/toolargument"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
)

// Where there is no room for two halves beside each other, both share one column: it has the tuned half, and in the
// blank rows of that the lines that only the other half gives.

// unifiedRows draws both halves in one area. The row above names them or, on a low screen, says what one loses.
func (c *comparing) unifiedRows(a layout.ComparedArea, low bool) []string {
	var blank, otherBlank []bool
	mark := func(l pane.Row, row string) string {
		blank = append(blank, c.preview.Reading.IsBlank(l))
		return c.withSign(c.preview.Output(), l, "+ ", row)
	}
	markOther := func(l pane.Row, row string) string {
		otherBlank = append(otherBlank, c.Beside.Read.IsBlank(l))
		return c.withSign(c.Beside.Output(), l, "- ", row)
	}

	rows := c.preview.Model.RowsOf(c.preview.Output(), c.preview.Reading, mark)
	others := c.preview.Model.RowsOf(c.Beside.Output(), c.Beside.Read, markOther)
	if c.laid() && len(blank) == len(rows) && len(otherBlank) == len(others) {
		for i := range rows {
			if blank[i] && i < len(others) && !otherBlank[i] {
				rows[i] = others[i]
			}
		}
	}

	head := draw.Fill([]string{c.unifiedHead(a.Heading.Width, low)}, a.Heading.Height, a.Heading.Width)
	return append(head, draw.Fill(rows, a.Output.Height, a.Output.Width)...)
}

// withSign puts the sign of a difference before a row: alone for a line that only this half gives.
func (c *comparing) withSign(p *pane.Pane, l pane.Row, alone, row string) string {
	role, sign, under := c.differMark(p, l)
	if strings.HasPrefix(sign, "+") {
		sign = alone
	}
	return c.marked(p, l, role, sign, under, row)
}

// unifiedHead names both halves with the signs of their lines, the tuned one first.
func (c *comparing) unifiedHead(width int, low bool) string {
	const begin, between = "─▸ + ", "  - "
	canvas := c.canvas()
	canvas.Width = width
	room := max(width-cells.Width(begin+between)-1, 0)
	one := c.sideName(c.preview.Reading, c.Beside.Read)
	other := c.sideName(c.Beside.Read, c.preview.Reading)
	if other != toolargument.Same {
		one, other = toolargument.Fitted(one, other, room)
	}

	head := begin + one + between + other + " "
	if other == toolargument.Same {
		head = "─▸ " + one + "  " + other + " "
	}
	if low {
		head = "─▸ " + sharedTitle(c, width-headWidth) + " "
	}
	return canvas.Line(themes.Prompt, head+strings.Repeat("─", max(width-cells.Width(head), 0)))
}

// sharedTitle is the title where no summary stands above it: the signs of both halves, how many lines only one of them
// gives, and how many both, in width cells.
func sharedTitle(c *comparing, width int) string {
	if said := c.withoutWords([2]int{0, 1}); said != nil {
		return cells.Truncate(strings.Join(said, " · "), width, "…")
	}
	if !c.laid() {
		return "comparing"
	}

	sets := c.Beside.lines.Of(c.preview.TotalLines(), c.Beside.differs)
	both := linediff.BothWord + " " + humanize.Group(sets.Both)
	if sets.Otherwise > 0 {
		both += ", ~" + humanize.Group(sets.Otherwise)
	}

	one := c.sideName(c.preview.Reading, c.Beside.Read)
	other := c.sideName(c.Beside.Read, c.preview.Reading)
	if other == toolargument.Same {
		return cells.Truncate(other+"  "+both, width, "…")
	}

	return sharedCounts(sets, [2]string{one, other}, both, width)
}

// sharedCounts are the signs, the counts and the names of two halves, and what is said of both, in width cells. A half
// that gives nothing alone is left out where there is no room for both names.
func sharedCounts(sets linediff.Shared, names [2]string, both string, width int) string {
	one, other := names[0], names[1]
	plus := "+" + humanize.When(sets.Only[0] > 0, humanize.Group(sets.Only[0])) + " "
	minus := "-" + humanize.When(sets.Only[1] > 0, humanize.Group(sets.Only[1])) + " "
	whole := plus + one + "  " + minus + other + "  " + both
	switch {
	case cells.Width(whole) <= width:
		return whole
	case sets.Only[0] == 0 && sets.Only[1] > 0:
		return cells.Truncate(minus+other+"  "+both, width, "…")
	case sets.Only[1] == 0 && sets.Only[0] > 0:
		return cells.Truncate(plus+one+"  "+both, width, "…")
	}

	room := max(width-cells.Width(plus+minus+"    "+both), 0)
	one, other = toolargument.Fitted(one, other, room)
	return cells.Truncate(plus+one+"  "+minus+other+"  "+both, width, "…")
}
