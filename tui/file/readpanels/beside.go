package readpanels

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/themes"
	"eyeline/tui/file/layout"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/tooloutput"
	"eyeline/tui/kit/jobs"
)

// beside is how the two halves of a comparison lie beside each other: each row has the same line of the file on both
// sides, and what one side lacks is blank there. The first side is the one that is tuned.
type beside struct {
	of      [2]*preview.Reading // the readings that were laid so; nil before
	rows    linediff.Alignment
	lines   linediff.Shared // how many lines of the file each side gives
	differs linediff.Differences
	line    int64 // the line of the file at the top; 0 above the first one
}

// exchange puts each half in the other's place.
func (b *beside) exchange() {
	b.of[0], b.of[1] = b.of[1], b.of[0]
	b.rows, b.differs = b.rows.Exchanged(), b.differs.Exchanged()
	b.lines.Only[0], b.lines.Only[1] = b.lines.Only[1], b.lines.Only[0]
}

// halves are the two readings as they are now; false where one has no content.
func (c *comparing) halves() (halves [2]*preview.Reading, ok bool) {
	if c.Beside == nil {
		return halves, false
	}
	halves = [2]*preview.Reading{c.preview.Reading, c.Beside.Read}
	return halves, !slices.ContainsFunc(halves[:], func(r *preview.Reading) bool { return r == nil || r.Out == nil })
}

// laid reports whether both halves lie beside each other as they are now.
func (c *comparing) laid() bool {
	halves, ok := c.halves()
	return ok && c.Beside.of == halves
}

// laidOut is what a command finds out of two halves.
type laidOut struct {
	rows   linediff.Alignment
	padded [2]*tooloutput.Padded
}

// layBeside lays both halves beside each other, and then finds out in which lines they differ.
func (c *comparing) layBeside() tea.Cmd {
	c.jobs.End(jobs.Differ)
	halves, ok := c.halves()
	if !ok {
		return c.preview.Model.ShowUnpadded()
	}
	var plain [2]*tooloutput.Composite
	for i, r := range halves {
		plain[i] = r.Framed.Plain()
	}
	return jobs.Try(c.jobs, jobs.Differ, func(ctx context.Context) (found laidOut, err error) {
		var sides [2][]linediff.Stretch
		for i, r := range halves {
			if sides[i], err = r.Rows(ctx, plain[i]); err != nil {
				return found, err
			}
		}
		found.rows = linediff.Align(sides)
		for i := range halves {
			if found.padded[i], err = tooloutput.Pad(ctx, plain[i], found.rows.Blanks(i)); err != nil {
				return found, err
			}
		}
		return found, nil
	}, func(found laidOut, err error) tea.Cmd {
		if now, ok := c.halves(); err != nil || !ok || now != halves {
			return nil
		}
		return c.showLaid(halves, found)
	})
}

// showLaid shows both halves beside each other, from the line of the file on that was at the top.
func (c *comparing) showLaid(halves [2]*preview.Reading, found laidOut) tea.Cmd {
	b := &c.Beside.beside
	first := b.of[0] == nil
	b.of, b.rows = halves, found.rows
	b.lines = linediff.SharedBy([2][]linediff.Run{halves[0].Runs(), halves[1].Runs()}, c.preview.TotalLines())
	b.differs = linediff.Differences{}
	line := b.line
	if first {
		line = c.preview.Model.TopLine()
	}
	row, ok := b.rows.RowOf(line)
	if !ok || first && row < int64(c.Beside.Pane.Height) {
		row = 0
	}
	b.line = b.rows.LineAt(row)
	return tea.Batch(
		c.preview.Model.ShowPadded(c.preview.Output(), halves[0], found.padded[0], row),
		c.preview.Model.ShowPadded(&c.Beside.Pane, halves[1], found.padded[1], row),
		c.findDifferences(halves),
	)
}

// findDifferences compares what the two halves give, and counts the tokens of the other half. Of two tools, whose lines
// always differ, only those are marked that one half does not give.
func (c *comparing) findDifferences(halves [2]*preview.Reading) tea.Cmd {
	outs := [2]*tooloutput.Capture{halves[0].Out, halves[1].Out}
	var runs [2][]linediff.Run
	for i, r := range halves {
		// Of a tool that counts lines otherwise it is not known which line of the file each is.
		runs[i] = slices.DeleteFunc(r.Runs(), func(run linediff.Run) bool { return run.InFile != run.Lines })
	}
	tool, estimate := halves[1].Req.Tool(), halves[1].Tokens
	texts, counts := tool == halves[0].Req.Tool(), !c.opts.NoTokens && estimate.Count == 0
	return jobs.Try(c.jobs, jobs.Differ, func(ctx context.Context) (found linediff.Differences, err error) {
		if found, err = linediff.Between(ctx, outs, runs, texts); err == nil && counts {
			estimate, err = halves[1].Count(ctx, tool.Tokens)
		}
		return found, err
	}, func(found linediff.Differences, err error) tea.Cmd {
		if now, ok := c.halves(); err == nil && ok && now == halves {
			c.Beside.differs = found
			c.Beside.Read.SetTokens(estimate)
		}
		return nil
	})
}

// Follow scrolls the other half to where the half that is tuned is: to the same row and column.
func (c *comparing) Follow() tea.Cmd {
	if !c.laid() {
		return nil
	}
	p, other := c.preview.Output(), &c.Beside.Pane
	top, ok := p.TopLine()
	if !ok || top.Number == 0 || p.Awaited() {
		return nil
	}
	cmd := other.ScrollToColumn(p.Left)
	row := top.Number - 1
	c.Beside.line = c.Beside.rows.LineAt(row)
	if at, ok := other.TopLine(); ok && at.Number == top.Number && !other.Awaited() {
		return cmd
	}
	return tea.Batch(cmd, other.Do(c.Beside.Read.AtRow(other, row)))
}

// MoveOther moves the other half where this one has nothing to move, because its tool refuses; false otherwise.
func (c *comparing) MoveOther(m pane.Move) (tea.Cmd, bool) {
	a := c.preview.Reading
	if c.Beside == nil || c.Beside.Read == nil || c.Beside.Read.Out == nil || a == nil || a.Out != nil {
		return nil, false
	}
	return c.Beside.Pane.Do(m), true
}

// DifferGutter is how wide the marks of a half are, the blank after them included: 0 where there is little room.
func DifferGutter(half layout.Rect) int {
	if half.Width < 20 {
		return 0
	}
	return 2
}

// withDifference puts before a row of a half whether it differs from the other half.
func (c *comparing) withDifference(p *pane.Pane, l pane.Row, text string) string {
	var b strings.Builder
	role, sign := c.differMark(p, l)
	c.desk.Put(&b, role, sign)
	return b.String() + text
}

// differMark is what is left of a row of a comparison: + for a line that only this half gives, ~ for one that it gives
// otherwise.
func (c *comparing) differMark(p *pane.Pane, l pane.Row) (themes.Role, string) {
	if p.Gutter == 0 {
		return themes.Text, ""
	}
	half, r := 0, c.preview.Reading
	if p != c.preview.Output() {
		half, r = 1, c.Beside.Read
	}
	if r == nil || r.Framed == nil || l.Number == 0 {
		return themes.Text, "  "
	}
	if line, _, _ := r.Framed.Line(l.Number - 1); line >= 0 {
		switch c.Beside.differs.At(half, line) {
		case linediff.Alone:
			return themes.Added, "+ "
		case linediff.Changed:
			return themes.Notice, "~ "
		}
	}
	return themes.Text, "  "
}
