package toolpanels

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
)

// Beside outputs in which a tool numbers no lines, a comparison has the numbers of the file's lines in a column of its
// own, left of both halves and behind a line. The halves have all that the tools give and nothing else.

// leastNumbered is how many cells a half has at least where there is room for signs and numbers beside it.
const leastNumbered = 20

// numberColumn is how many cells that column takes, with the line that ends it; 0 where both tools number their lines.
func numberColumn(c *comparing) int {
	halves, ok := c.halves()
	if !ok {
		return 0
	}

	for _, r := range halves {
		if r.LacksNumbers() {
			return max(halves[0].NumberWidth(), halves[1].NumberWidth()) + 1
		}
	}
	return 0
}

// hasNumbers reports whether the column stands before a pane: the left half or, where both halves share one column of
// the screen, each.
func hasNumbers(c *comparing, p *pane.Pane) bool {
	shared := c.program.Width() < layout.CompareBeside
	left := c.Beside.Output()
	if c.Beside.At == 0 {
		left = c.preview.Output()
	}
	return shared || p == left
}

// Gutter is how many cells a half of width cells has before what its tool gives.
func (c *comparing) Gutter(p *pane.Pane, width int) int {
	switch {
	case width < leastNumbered:
		return 0
	case hasNumbers(c, p):
		return numberColumn(c) + preview.DifferSigns
	}
	return preview.DifferSigns
}

// BeforeTexts returns how many cells the left and the right half have before the text of a line. The rest of the width
// is shared out between their texts.
func (c *comparing) BeforeTexts() (before [2]int) {
	halves, ok := c.halves()
	if !ok {
		return before
	}
	for i, r := range halves {
		before[i^c.Beside.At] = r.PrefixWidth(c.preview.Output().Options)
	}
	before[0] += numberColumn(c)
	return before
}

// putNumber writes what the column says of a row of a pane: the number of the line that one of both halves gives there,
// or that a tool says this itself.
func putNumber(c *comparing, b *strings.Builder, p *pane.Pane, l pane.Row) {
	column := p.Gutter - preview.DifferSigns
	if column <= 0 {
		return
	}

	text := ""
	halves, ok := c.halves()
	if half, _ := c.halfOf(p); ok && l.Number > 0 && l.Row == 0 && !l.Continued {
		text = halves[half].NumberAt(l.Number - 1)
		if text == "" && c.laid() {
			text = halves[1-half].NumberAt(l.Number - 1)
		}
	}

	c.program.Put(b, themes.LineNumber, strings.Repeat(" ", max(column-2-len(text), 0))+text+" ")
	c.program.Put(b, themes.Border, "│")
}
