package tui

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
	"eyeline/tui/pane"
)

// How the two halves of a comparison differ, line by line.

// differing is how the halves of a comparison differ, and the tokens of each.
type differing struct {
	differs differ.Differences
	tokens  [2]tokens.Estimate
}

// findDifferences compares what the two halves give, and counts the tokens of the other half. Of two tools, whose lines
// always differ, only those are marked that one half does not give.
func (m *Model) findDifferences() tea.Cmd {
	c := m.beside
	if c == nil || c.read == nil || c.read.out == nil || m.reading == nil || m.reading.out == nil {
		return nil
	}
	halves := [2]*reading{m.reading, c.read}
	outs := [2]*capture.Capture{m.reading.out, c.read.out}
	var runs [2][]differ.Run
	for i, r := range halves {
		// Of a tool that counts lines otherwise it is not known which line of the file each is.
		runs[i] = slices.DeleteFunc(r.runs(), func(run differ.Run) bool { return run.InFile != run.Lines })
	}
	texts := m.reading.req.Tool() == c.read.req.Tool()
	counts := !m.opts.NoTokens
	var rules [2]*tools.TokenRule
	var found differing
	for i, r := range halves {
		found.tokens[i], rules[i] = r.tokens, r.req.Tool().Tokens
	}
	return jobs.Try(m.jobs, jobs.Differ, func(ctx context.Context) (_ differing, err error) {
		found.differs, err = differ.Between(ctx, outs, runs, texts)
		for i, out := range outs {
			if err == nil && counts && found.tokens[i].Count == 0 {
				found.tokens[i], err = tokens.Of(ctx, rules[i], out, out.Size(), out.Total())
			}
		}
		return found, err
	}, func(found differing, err error) tea.Cmd {
		if err == nil && m.beside != nil && halves == [2]*reading{m.reading, m.beside.read} {
			m.beside.differs = found.differs
			m.beside.read.tokens = found.tokens[1]
			m.invalidateRows()
		}
		return nil
	})
}

// differWidth is the width of the marks of lines that differ, the blank after them included.
const differWidth = 2

// differGutter is how wide the marks of a half are: there are none where there is little room.
func differGutter(half rect) int {
	if half.width < 20 {
		return 0
	}
	return differWidth
}

// withDifference puts before a row of an output whether it differs from the other half of a comparison, if there is one.
func (m *Model) withDifference(p *pane.Pane, l pane.Row, text string) string {
	if m.beside == nil {
		return text
	}
	var b strings.Builder
	role, sign := m.differMark(p, l)
	m.put(&b, role, sign)
	return b.String() + text
}

// differMark is what is left of a row of a comparison: + for a line that only this half gives, ~ for one that it gives
// otherwise.
func (m *Model) differMark(p *pane.Pane, l pane.Row) (themes.Role, string) {
	if p.Gutter() == 0 {
		return themes.Text, ""
	}
	half, r := 0, m.reading
	if p != &m.output {
		half, r = 1, m.beside.read
	}
	if r == nil || r.framed == nil || l.Number == 0 {
		return themes.Text, "  "
	}
	if line, _, _ := r.framed.Line(l.Number - 1); line >= 0 {
		switch m.beside.differs.At(half, line) {
		case differ.Alone:
			return themes.Added, "+ "
		case differ.Changed:
			return themes.Notice, "~ "
		}
	}
	return themes.Text, "  "
}
