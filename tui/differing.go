package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/capture"
	"eyeline/tui/differ"
	"eyeline/tui/pane"
	"eyeline/tui/stamp"
)

// How the two halves of a comparison differ, line by line.

// differMsg says how the halves of a comparison differ.
type differMsg struct {
	stamp.Stamp
	of     [2]*reading
	found  differ.Differences
	tokens [2]tokens.Estimate
	err    error
}

// findDifferences compares what the two halves give, and counts the tokens of the other half. Of two tools, whose lines
// always differ, only those are marked that one half does not give.
func (m *Model) findDifferences() tea.Cmd {
	c := m.beside
	if c == nil || c.read == nil || c.read.out == nil || m.reading == nil || m.reading.out == nil {
		return nil
	}
	ctx, x := m.start(jobDiffer)
	msg := differMsg{Stamp: x, of: [2]*reading{m.reading, c.read}}
	outs := [2]*capture.Capture{m.reading.out, c.read.out}
	var runs [2][]differ.Run
	for i, r := range msg.of {
		// Of a tool that counts lines otherwise it is not known which line of the file each is.
		runs[i] = slices.DeleteFunc(r.runs(), func(run differ.Run) bool { return run.InFile != run.Lines })
	}
	texts := m.reading.req.Tool() == c.read.req.Tool()
	counts := !m.opts.NoTokens
	var rules [2]*tools.TokenRule
	for i, r := range msg.of {
		msg.tokens[i], rules[i] = r.tokens, r.req.Tool().Tokens
	}
	return func() tea.Msg {
		msg.found, msg.err = differ.Between(ctx, outs, runs, texts)
		for i, out := range outs {
			if msg.err == nil && counts && msg.tokens[i].Count == 0 {
				msg.tokens[i], msg.err = tokens.Of(ctx, rules[i], out, out.Size(), out.Total())
			}
		}
		return msg
	}
}

func (m *Model) handleDiffer(msg differMsg) {
	m.jobs.end(jobDiffer)
	if msg.err != nil || m.beside == nil || msg.of != [2]*reading{m.reading, m.beside.read} {
		return
	}
	m.beside.differs = msg.found
	m.beside.read.tokens = msg.tokens[1]
	m.invalidateRows()
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
