package tuning

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/capture"
	"eyeline/tui/differ"
	"eyeline/tui/jobs"
	"eyeline/tui/layout"
	"eyeline/tui/pane"
	"eyeline/tui/preview"
)

// How the two halves of a comparison differ, line by line.

// differing is how the halves of a comparison differ, and the tokens of each.
type differing struct {
	differs differ.Differences
	tokens  [2]tokens.Estimate
}

// findDifferences compares what the two halves give, and counts the tokens of the other half. Of two tools, whose lines
// always differ, only those are marked that one half does not give.
func (c *Comparing) findDifferences() tea.Cmd {
	beside := c.beside
	if beside == nil || beside.Read == nil || beside.Read.Out == nil || c.preview.Reading() == nil ||
		c.preview.Reading().Out == nil {
		return nil
	}
	halves := [2]*preview.Reading{c.preview.Reading(), beside.Read}
	outs := [2]*capture.Capture{c.preview.Reading().Out, beside.Read.Out}
	var runs [2][]differ.Run
	for i, r := range halves {
		// Of a tool that counts lines otherwise it is not known which line of the file each is.
		runs[i] = slices.DeleteFunc(r.Runs(), func(run differ.Run) bool { return run.InFile != run.Lines })
	}
	texts := c.preview.Reading().Req.Tool() == beside.Read.Req.Tool()
	counts := !c.opts.NoTokens
	var rules [2]*tools.TokenRule
	var found differing
	for i, r := range halves {
		found.tokens[i], rules[i] = r.Tokens, r.Req.Tool().Tokens
	}
	return jobs.Try(c.jobs, jobs.Differ, func(ctx context.Context) (_ differing, err error) {
		found.differs, err = differ.Between(ctx, outs, runs, texts)
		for i, out := range outs {
			if err == nil && counts && found.tokens[i].Count == 0 {
				found.tokens[i], err = tokens.Of(ctx, rules[i], out, out.Size(), out.Total())
			}
		}
		return found, err
	}, func(found differing, err error) tea.Cmd {
		if err == nil && c.beside != nil && halves == [2]*preview.Reading{c.preview.Reading(), c.beside.Read} {
			c.beside.differs = found.differs
			c.beside.Read.Tokens = found.tokens[1]
			c.host.Redraw()
		}
		return nil
	})
}

// differWidth is the width of the marks of lines that differ, the blank after them included.
const differWidth = 2

// DifferGutter is how wide the marks of a half are: there are none where there is little room.
func DifferGutter(half layout.Rect) int {
	if half.Width < 20 {
		return 0
	}
	return differWidth
}

// WithDifference puts before a row of an output whether it differs from the other half of a comparison, if there is
// one.
func (c *Comparing) WithDifference(p *pane.Pane, l pane.Row, text string) string {
	if c.beside == nil {
		return text
	}
	var b strings.Builder
	role, sign := c.differMark(p, l)
	c.desk.Put(&b, role, sign)
	return b.String() + text
}

// differMark is what is left of a row of a comparison: + for a line that only this half gives, ~ for one that it gives
// otherwise.
func (c *Comparing) differMark(p *pane.Pane, l pane.Row) (themes.Role, string) {
	if p.Gutter() == 0 {
		return themes.Text, ""
	}
	half, r := 0, c.preview.Reading()
	if p != c.preview.Output() {
		half, r = 1, c.beside.Read
	}
	if r == nil || r.Framed == nil || l.Number == 0 {
		return themes.Text, "  "
	}
	if line, _, _ := r.Framed.Line(l.Number - 1); line >= 0 {
		switch c.beside.differs.At(half, line) {
		case differ.Alone:
			return themes.Added, "+ "
		case differ.Changed:
			return themes.Notice, "~ "
		}
	}
	return themes.Text, "  "
}
