package toolpanels

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/linestates"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/kit/humanize"
)

// The rows in which the two halves of a comparison differ: how they are marked, and the keys that go from one to the
// next.

// contextRows is how many rows stay on the screen above a difference that a key goes to.
const contextRows = 2

// StepDifference goes to the n-th next rows in which the halves differ, or back where n is negative.
func (c *comparing) StepDifference(n int64) tea.Cmd {
	switch {
	case !c.laid() || !c.Beside.differs.Known():
		return c.program.Say(c.whyNotCompared())
	case len(c.Beside.stops) == 0:
		return c.program.Say("both sides give the same")
	}

	at := c.nextStop(n)
	if at < 0 || at >= len(c.Beside.stops) {
		return c.program.Say("no " + humanize.Either(n > 0, "further", "earlier") + " difference")
	}
	c.Beside.showsPlace = true
	return c.toStop(at)
}

// startsBelow reports whether the first difference is in a line of the file, which has total lines, below the first
// height rows. What a tool says after the last line is no such difference.
func (b *beside) startsBelow(height int, total int64) bool {
	if len(b.stops) == 0 || b.at > 0 || b.stops[0].Row < int64(height) {
		return false
	}
	line := b.rows.LineAt(b.stops[0].Row)
	return line >= 1 && line <= total
}

// toStop goes to a difference, by its index.
func (c *comparing) toStop(at int) tea.Cmd {
	p := c.preview.Output()
	cmd := p.Do(c.preview.Reading.AtRow(p, max(c.Beside.stops[at].Row-contextRows, 0)))
	c.Beside.at = at + 1
	return tea.Batch(cmd, c.Follow())
}

// ShowPlace scrolls both sides sideways, once they have the rows of the difference that a key went to, so that the
// place is seen where the first of these lines differ.
func (c *comparing) ShowPlace() tea.Cmd {
	beside := c.Beside
	if beside == nil || !beside.showsPlace {
		return nil
	}
	p := c.preview.Output()
	if !c.laid() || beside.at == 0 || p.Awaited() || beside.Pane.Awaited() {
		return nil
	}

	beside.showsPlace = false
	stop := beside.stops[beside.at-1]
	rows := min(stop.Rows, int64(p.Height-contextRows))
	for row := stop.Row; row < stop.Row+rows; row++ {
		if start, end, ok := c.preview.Model.FirstDifference(row + 1); ok {
			return tea.Batch(p.Do(pane.ToBytes(start, end, pane.Near).UntilJump()), c.Follow())
		}
	}
	return tea.Batch(p.ScrollToColumn(0), c.Follow()) // whole lines differ
}

// whyNotCompared says why it is not known where the halves differ: one of them gives no lines, or they are still being
// compared.
func (c *comparing) whyNotCompared() string {
	halves := [2]*preview.Reading{c.preview.Reading, c.Beside.Read}
	for i, r := range halves {
		if r != nil && withoutLines(r) != "" {
			return "no lines to compare: " + c.sideName(r, halves[1-i]) + " " + withoutLines(r)
		}
	}
	return "still comparing; once more in a moment"
}

// nextStop returns the index of the n-th difference after the one that a key went to last or, if the sides have been
// scrolled since, after the row at the top. The index is out of range where there is no such difference.
func (c *comparing) nextStop(n int64) int {
	b := &c.Beside.beside
	if b.at > 0 {
		return b.at - 1 + int(max(min(n, int64(len(b.stops))), -int64(len(b.stops))))
	}

	row := int64(0)
	if top, ok := c.preview.Output().TopLine(); ok {
		row = max(top.Number-1, 0)
	}

	below := linediff.StopFrom(b.stops, row)
	if n > 0 {
		return below + int(min(n, int64(len(b.stops)))) - 1
	}

	return below + int(max(n, -int64(len(b.stops))-1))
}

// Moved is called after a person has scrolled the tuned half: the other one follows.
func (c *comparing) Moved() tea.Cmd {
	if c.Beside != nil {
		c.Beside.at = 0
	}
	return c.Follow()
}

// stopWords say how many differences there are, or which of them a key went to; "" while that is not known.
func (c *comparing) stopWords() string {
	b := &c.Beside.beside
	n := int64(len(b.stops))
	switch {
	case !c.laid() || !b.differs.Known() || n == 0:
		return ""
	case b.at > 0:
		own := ""
		if b.rows.ShowsNone(b.stops[b.at-1].Row) {
			own = "the tool's own words, "
		}
		return own + "difference " + humanize.Group(int64(b.at)) + " of " + humanize.Group(n)
	}

	if in := differenceAround(c); in >= 0 {
		return "in difference " + humanize.Group(int64(in+1)) + " of " + humanize.Group(n)
	}

	return humanize.Count(n, "difference")
}

// differenceAround is the index of the difference that fills the screen, which begins above it; -1 for none.
func differenceAround(c *comparing) int {
	top, ok := c.preview.Output().TopLine()
	if !ok || top.Number == 0 {
		return -1
	}

	row := top.Number - 1
	below := row + int64(c.preview.Output().Height)
	return slices.IndexFunc(c.Beside.stops, func(s linediff.Stop) bool {
		return s.Row < row && s.Row+s.Rows >= below
	})
}

// outsideWords say that no difference is in a line of the file; "" where one is.
func outsideWords(c *comparing) string {
	b := &c.Beside.beside
	if c.stopWords() == "" || b.at > 0 || !b.lines.Of(c.preview.TotalLines(), b.differs).SameLines() {
		return ""
	}
	return " outside the file's lines"
}

// stopWordsShort are these words where there is little room: behind the key that goes on.
func (c *comparing) stopWordsShort() string {
	_, place, found := strings.Cut(c.stopWords(), "difference ")
	if found {
		return c.program.KeyName(keymap.NextDifference) + " " + place
	}
	return ""
}

// nextWords say where the next difference below the screen is; "" where one is on the screen, or no more follows.
func (c *comparing) nextWords() string {
	b := &c.Beside.beside
	top, ok := c.preview.Output().TopLine()
	if !ok || b.at > 0 || !c.laid() || top.Number == 0 || differenceAround(c) >= 0 {
		return ""
	}

	next := linediff.StopFrom(b.stops, top.Number-1)
	if next >= len(b.stops) || b.stops[next].Row < top.Number-1+int64(c.preview.Output().Height) {
		return ""
	}
	line := b.rows.LineAt(b.stops[next].Row)
	if total := c.preview.TotalLines(); total >= 0 && line > total {
		return ", at the end"
	}
	return ", next L" + humanize.Group(line)
}

// differenceAt reports whether a row belongs to the difference that a key went to last.
func (c *comparing) differenceAt(row int64) bool {
	b := &c.Beside.beside
	if b.at == 0 {
		return false
	}
	s := b.stops[b.at-1]
	return row >= s.Row && row < s.Row+s.Rows
}

// withDifference puts a sign before a row that differs from the other half, and tints a line that only this half gives,
// like the blank row beside it.
func (c *comparing) withDifference(p *pane.Pane, l pane.Row, text string) string {
	role, sign, under := c.differMark(p, l)
	return c.marked(p, l, role, sign, under, text)
}

// marked puts a sign before a row of a half, lays a style under both, and puts the number of the line before them.
// Behind the sign of a row of the difference that a key went to last stands a line.
func (c *comparing) marked(
	p *pane.Pane, l pane.Row, role themes.Role, sign string, under themes.Role, text string,
) string {
	var before, b strings.Builder
	if p.Gutter > 0 {
		putNumber(c, &before, p, l)
		at := ""
		if c.differenceAt(l.Number - 1) {
			sign, at = sign[:1], "┃"
		}
		c.program.Put(&b, role, sign)
		c.program.Put(&b, themes.Border, at)
	}

	open := c.program.Theme().Style(under)
	if under == themes.Text || open == "" {
		return before.String() + b.String() + text
	}

	return before.String() + open + strings.ReplaceAll(b.String()+text, themes.Reset, themes.Reset+open) + themes.Reset
}

// halfOf is which half a pane shows, 0 for the one that is tuned, and the reading in it.
func (c *comparing) halfOf(p *pane.Pane) (half int, r *preview.Reading) {
	if p == c.preview.Output() {
		return 0, c.preview.Reading
	}
	return 1, c.Beside.Read
}

// differMark is what is left of a row of a comparison: + for a line that only this half gives, ~ for one that it gives
// otherwise. under is laid under the row.
func (c *comparing) differMark(p *pane.Pane, l pane.Row) (role themes.Role, sign string, under themes.Role) {
	half, r := c.halfOf(p)
	if r == nil || r.Framed == nil || l.Number == 0 {
		return themes.Text, "  ", themes.Text
	}
	if r.IsBlank(l) {
		return themes.Text, "  ", themes.Lacking
	}

	if line, _, _ := r.Framed.Line(l.Number - 1); line >= 0 {
		switch c.Beside.differs.At(half, line) {
		case linediff.Alone:
			return themes.Added, "+ ", themes.Alone
		case linediff.Changed:
			return themes.Notice, "~ ", themes.CursorLine
		}
	}

	return themes.Text, "  ", themes.Text
}

// MarksLegend says what the signs beside the lines mean. written: they are at lines that a call has written.
func (t *Panels) MarksLegend(written bool) string {
	read := t.preview.Reading
	return linestates.Shown{
		Window:   !t.text.ToolOff && !t.text.Hex,
		Written:  written,
		Changes:  len(t.text.Changes.List) > 0,
		Cut:      !t.text.ToolOff && read != nil && len(read.Stats.Cuts) > 0,
		Compared: t.Comparing.Beside != nil,
	}.Legend()
}

// Settle is called once a message has had its effect: it lays the rows between those of the file.
func (t *Panels) Settle() { t.preview.ShowSeams() }

// stepKey goes to the difference that a key asks for.
func (c *comparing) stepKey(a keymap.Action) (tea.Cmd, bool) {
	switch a {
	case keymap.NextDifference:
		return c.StepDifference(1), true
	case keymap.PrevDifference:
		return c.StepDifference(-1), true
	}
	return nil, false
}
