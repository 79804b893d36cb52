package toolpanels

import (
	"context"
	"math"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tokens"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/tooloutput"
	"eyeline/tui/kit/jobs"
)

// beside is how the two halves of a comparison are aligned: each row has the same line of the file on both sides, and
// is blank on a side that lacks the line. Index 0 is the half that shows the current request.
type beside struct {
	of      [2]*preview.Reading // the readings that were laid so; nil before
	rows    linediff.Alignment
	lines   linediff.Shared // how many lines of the file each side gives
	differs linediff.Differences
	stops   []linediff.Stop // the rows in which they differ
	at      int             // one more than the index of the stop that was gone to; 0 where the sides have moved since
	// showsPlace is true from the key that went to a stop until the place is shown where its lines differ.
	showsPlace bool
	line       int64 // the line of the file at the top; 0 above the first one
}

// exchange swaps the two halves.
func (b *beside) exchange() {
	b.of[0], b.of[1] = b.of[1], b.of[0]
	b.rows = b.rows.Exchanged()
	b.differs = b.differs.Exchanged()
	b.lines = b.lines.Exchanged()
	for i, s := range b.stops {
		b.stops[i] = s.Exchanged()
	}
}

// halves returns the two readings as they are now; false where one has no output.
func (c *comparing) halves() (halves [2]*preview.Reading, ok bool) {
	if c.Beside == nil {
		return halves, false
	}
	halves = [2]*preview.Reading{c.preview.Reading, c.Beside.Read}
	return halves, !slices.ContainsFunc(halves[:], func(r *preview.Reading) bool { return !r.HasOutput() })
}

// laid reports whether the alignment is of the two readings that are shown now.
func (c *comparing) laid() bool {
	halves, ok := c.halves()
	return ok && c.Beside.of == halves
}

// laidOut is an alignment that a command has computed.
type laidOut struct {
	rows   linediff.Alignment
	padded [2]*tooloutput.Padded
}

// layBeside aligns both halves, and then finds out in which lines they differ.
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

// showLaid shows both halves aligned, from the line of the file on that was at the top.
func (c *comparing) showLaid(halves [2]*preview.Reading, found laidOut) tea.Cmd {
	b := &c.Beside.beside
	first := b.of[0] == nil
	b.of = halves
	b.rows = found.rows
	b.lines = sharedLines(halves, halves[1].Runs(), c.preview.TotalLines())
	b.differs = linediff.Differences{}
	b.stops = nil
	b.at = 0
	line := b.line
	if first {
		line = c.preview.Model.TopLine()
	}

	row := b.rows.RowNear(line)
	if first && row < int64(c.Beside.Pane.Height) {
		row = 0
	}

	b.line = b.rows.LineAt(row)
	return tea.Batch(
		c.preview.Model.ShowPadded(c.preview.Output(), halves[0], found.padded[0], row),
		c.preview.Model.ShowPadded(&c.Beside.Pane, halves[1], found.padded[1], row),
		c.findDifferences(halves, first && row == 0),
	)
}

// sharedLines counts the lines of a file of total lines that two readings give, the second one by its runs: it may have
// been freed. Lines beyond the end are of tools with numbers alone.
func sharedLines(halves [2]*preview.Reading, runs []linediff.Run, total int64) linediff.Shared {
	shared := linediff.SharedBy([2][]linediff.Run{halves[0].Runs(), runs}, total)
	for i, r := range halves {
		if !r.NumbersLines() {
			shared.Beyond[i] = 0
		}
	}
	return shared
}

// findDifferences compares what the two halves give, and counts the tokens of the other half. Of two tools, which put
// different things before a line, the texts of the lines alone are compared. If opening is true, it goes to the first
// difference where the screen shows none.
func (c *comparing) findDifferences(halves [2]*preview.Reading, opening bool) tea.Cmd {
	var sides [2]linediff.Input
	for i, r := range halves {
		// For a tool that counts lines otherwise it is not known which line of the file each is.
		runs := slices.DeleteFunc(r.Runs(), func(run linediff.Run) bool { return run.InFile != run.Lines })
		sides[i] = linediff.Input{Out: r.Out, Runs: runs}
	}

	tool := halves[1].Req.Tool()
	estimate := halves[1].Tokens
	counts := !c.opts.NoTokens && estimate.Count == 0
	var otherwise func(int64) bool
	if tool != halves[0].Req.Tool() {
		otherwise = preview.CutOtherwise(halves)
		known := tool.Lines != nil && halves[0].Req.Tool().Lines != nil
		for i, r := range halves {
			sides[i].Before = r.BeforeLine
			sides[i].End = r.LineEnd()
			if !known { // where the text of a line begins is not known
				sides[i].Before = func(int64) int { return math.MaxInt }
			}
		}
	}

	rows := c.Beside.rows
	plain := [2]*tooloutput.Composite{halves[0].Framed.Plain(), halves[1].Framed.Plain()}
	return jobs.Try(c.jobs, jobs.Differ, func(ctx context.Context) (found differencesFound, err error) {
		found.tokens = estimate
		if found.between, err = linediff.Between(ctx, sides, otherwise); err != nil {
			return found, err
		}
		found.stops = linediff.Stops(rows, found.between, plain)
		if counts {
			found.tokens, err = halves[1].Count(ctx, tool.Tokens)
		}

		return found, err
	}, func(found differencesFound, err error) tea.Cmd {
		now, ok := c.halves()
		if err == nil && ok && now == halves {
			c.Beside.differs = found.between
			c.Beside.stops = found.stops
			c.Beside.at = 0
			c.Beside.Read.SetTokens(found.tokens)
			if opening && c.Beside.startsBelow(c.preview.Output().Height, c.preview.TotalLines()) {
				return c.toStop(0)
			}
		}
		return nil
	})
}

// differencesFound is what two halves differ in.
type differencesFound struct {
	between linediff.Differences
	stops   []linediff.Stop
	tokens  tokens.Estimate // of the other half
}

// Follow scrolls the other half to the same row and column as the half that shows the current request.
func (c *comparing) Follow() tea.Cmd {
	if !c.laid() {
		return nil
	}

	p := c.preview.Output()
	other := &c.Beside.Pane
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

// MoveOther moves the other half where this one has nothing to move because its tool refuses. It reports whether it
// did.
func (c *comparing) MoveOther(m pane.Move) (tea.Cmd, bool) {
	a := c.preview.Reading
	if c.Beside == nil || !c.Beside.Read.HasOutput() || a == nil || a.HasOutput() {
		return nil, false
	}
	return c.Beside.Pane.Do(m), true
}
