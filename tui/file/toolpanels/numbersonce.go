package toolpanels

import (
	"strconv"
	"strings"

	"eyeline/themes"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/kit/cells"
)

// Where the two halves are narrow, the number of a line stands once: in the left half, also where that is blank. What
// the tool of the right half puts before each line, its numbers, is left out, so that more of the text fits.

// numbersOnce reports whether the numbers of lines stand in the left half alone.
func numbersOnce(c *comparing) bool {
	const least = 120 // columns of a screen with room for them twice
	halves, ok := c.halves()
	width := c.program.Width()
	if !ok || c.preview.Output().Wrap || width < layout.CompareBeside || width >= least {
		return false
	}
	return withoutLines(halves[0]) == "" && withoutLines(halves[1]) == "" && numberColumn(c, halves[c.Beside.At]) > 0
}

// numberColumn is how many cells the numbers of a half take, with the blanks around them: those that its tool gives,
// or where it gives none those beside its text.
func numberColumn(c *comparing, r *preview.Reading) int {
	return r.PrefixWidth(c.preview.Output().Options) + r.NumberWidth()
}

// leftPane is the pane of the half that is shown at the left.
func leftPane(c *comparing) *pane.Pane {
	if c.Beside.At == 0 {
		return c.preview.Output()
	}
	return c.Beside.Output()
}

// Gutter is how many cells a half of width cells has before what its tool gives.
func (c *comparing) Gutter(p *pane.Pane, width int) int {
	_, r := c.halfOf(p)
	gutter := r.ComparedGutter(width)
	if p != leftPane(c) && numbersOnce(c) {
		return min(gutter, preview.DifferSigns)
	}
	return gutter
}

// leavePrefixesOut sets which half is drawn without what its tool puts before each line.
func leavePrefixesOut(c *comparing) {
	c.preview.Output().LeavePrefixOut(false)
	if c.Beside == nil {
		return
	}
	once := numbersOnce(c)
	for _, p := range [2]*pane.Pane{c.preview.Output(), c.Beside.Output()} {
		p.LeavePrefixOut(once && p != leftPane(c))
	}
}

// numberedBlank is a blank row of the left half where numbers stand once: it has the number of the line that the right
// half gives there. text is what is drawn of the row otherwise.
func numberedBlank(c *comparing, p *pane.Pane, l pane.Row, text string) string {
	_, r := c.halfOf(p)
	row := l.Number - 1
	if p != leftPane(c) || !r.IsBlank(l) || l.Row > 0 || p.Left > 0 || !c.laid() || !numbersOnce(c) {
		return text
	}

	number := preview.OwnWord
	if !c.Beside.rows.ShowsNone(row) {
		number = strconv.FormatInt(c.Beside.rows.LineAt(row), 10)
	}
	column := numberColumn(c, r) - (p.Gutter - preview.DifferSigns)
	number = strings.Repeat(" ", max(column-1-len(number), 0)) + number
	width := p.TextWidth()
	var b strings.Builder
	c.program.Put(&b, themes.LineNumber, cells.Pad(cells.Truncate(number, width, ""), width))
	return b.String()
}
