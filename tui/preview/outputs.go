package preview

import (
	"context"
	"fmt"
	"sort"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/tui/pageload"
	"eyeline/tui/pane"
	"eyeline/tui/tooloutput"
)

// The model pane shows the captured output; its lines and the file's correspond where the output shows lines of the
// file one by one.

// Align scrolls the model pane with the file pane: the cursor's line, or the nearest line shown, at the same
// height.
func (m *modelPane) Align() tea.Cmd {
	if !m.preview.host.BothPanes() {
		return nil
	}
	return m.Place()
}

// Place is [modelPane.Align], also where one pane is shown or none.
func (m *modelPane) Place() tea.Cmd {
	if m.pane.Text().Bytes == nil {
		return nil
	}
	line, ok := m.outputLine()
	if !ok {
		return nil
	}
	if off, ok := m.preview.reading.PlaceIn(&m.pane, line); ok {
		return m.pane.Do(pane.To(off, pane.Top))
	}
	return m.pane.Do(pane.ToFound(m.preview.reading.PlaceOf(line), pane.Top))
}

// Inserts are the lines that the model pane shows around the output: over each part where there are several, and over
// what follows the result or takes its place.
func (r *Reading) Inserts(ascii bool) []tooloutput.Insert {
	rule := "──"
	if ascii {
		rule = "--"
	}
	numbered := func(what string, i, n int) string {
		if n > 1 {
			what = fmt.Sprintf("%s %d of %d", what, i+1, n)
		}
		return rule + " " + what + " " + rule
	}
	var all []tooloutput.Insert
	if parts := r.Stats.Parts; len(parts) > 1 {
		at := int64(0)
		for i, size := range parts {
			all = append(all, tooloutput.Insert{At: at, Title: numbered("part", i, len(parts))})
			at += size
		}
	}
	end := r.Out.Size()
	if cut := r.Out.Cut(); cut != "" {
		all = append(all, tooloutput.Insert{At: end, Title: rule + " this view is " + cut + " " + rule})
	}
	if r.Kind != "" {
		all = append(all, tooloutput.Insert{At: end, Title: rule + " " + r.Kind + ", not text " + rule, Text: r.Instead})
	}
	if r.Aside != "" {
		all = append(all, tooloutput.Insert{At: end, Title: rule + " no model gets this remark " + rule, Text: r.Aside})
	}
	for i, text := range r.Notes {
		title := numbered("note", i, len(r.Notes))
		if r.Estimated {
			title += " its tokens: by estimate " + rule
		}
		all = append(all, tooloutput.Insert{At: end, Title: title, Text: text})
	}
	return all
}

// outputLine is the output's line, 0-based, for the file pane's top line; false when there is no output.
func (m *modelPane) outputLine() (line int64, ok bool) {
	r := m.preview.reading
	if r == nil || r.Out == nil {
		return 0, false
	}
	// Beside the file the same lines are at the same height; alone the output begins with what the tool says first.
	compared, _ := m.preview.host.OtherOutput()
	if top, ok := m.preview.text.File().TopLine(); ok && top.Number > 0 && (top.Number > r.FirstLine ||
		top.Number == r.FirstLine && m.preview.host.BothPanes() && compared == nil) {
		line, _ = r.ContentLine(top.Number)
	}
	return line, true
}

// PlaceIn is the place of the content's line n, 0-based, in a pane whose page has it and that has put nothing over it;
// false when the place is to be looked for.
func (r *Reading) PlaceIn(p *pane.Pane, n int64) (off int64, ok bool) {
	if p.Text().Bytes != source.Bytes(r.Framed) {
		return 0, false
	}
	if line, skip, title := r.Framed.Line(n); title || line != n || skip > 0 {
		return 0, false
	}
	lines := p.Lines()
	i := sort.Search(len(lines), func(i int) bool { return lines[i].Number > n })
	if i == len(lines) || lines[i].Number != n+1 || lines[i].Continued {
		return 0, false
	}
	return lines[i].Off, true
}

// PlaceOf finds the place in a pane of the content's line n, 0-based. The first one is found with what is over it.
func (r *Reading) PlaceOf(n int64) func(context.Context) (int64, error) {
	out, framed := r.Out, r.Framed
	return func(ctx context.Context) (int64, error) {
		at, err := out.LineStart(ctx, n)
		if at == 0 {
			return 0, err
		}
		return framed.Offset(at), err
	}
}

// TopFileLine is the 1-based number of the first line of the file that a pane of the output shows from its top on, and
// how many rows are above that; false when there is none.
func (r *Reading) TopFileLine(p *pane.Pane) (number int64, above int, ok bool) {
	for _, l := range p.Lines() {
		if top, ok := p.TopLine(); !ok || l.Off < top.Off || l.Number == 0 {
			continue
		}
		line, _, _ := r.Framed.Line(l.Number - 1)
		if _, shown := r.Stats.Line(line); line < 0 || !shown && line < r.Lead() {
			continue
		}
		above, _ = p.TextRow(l.Off)
		number, ok = r.fileLine(line)
		return number, max(above, 0), ok
	}
	return 0, 0, false
}

// Lead is how many lines of the content come before the first one that shows a line of the file.
func (r *Reading) Lead() int64 {
	if runs := r.Runs(); len(runs) > 0 {
		return runs[0].Content
	}
	return 0
}

// show puts the reading's output into the model pane. old is the reading before, which may be nil: after another one
// of the same request the pane stays where a person has moved it.
func (m *modelPane) show(old *Reading) tea.Cmd {
	r := m.preview.reading
	m.generation++
	if r == nil || r.Out == nil {
		m.pane.Clear()
		return nil
	}
	line, _ := m.outputLine()
	to := pane.ToFound(r.PlaceOf(line), pane.Top)
	if old != nil && old.Out != nil && old.Req.Equal(r.Req) && m.preview.host.MovesOutput() {
		to = pane.Stay()
	}
	return m.pane.Show(m.textOf(r), to)
}

// NewText is what a reading gives as a pane shows it, with a generation that no other output has.
func (m *modelPane) NewText(r *Reading) pane.Text {
	m.generation++
	return m.textOf(r)
}

// textOf is what a tool gave as a pane shows it.
func (m *modelPane) textOf(r *Reading) pane.Text {
	return pane.Text{
		Bytes: r.Framed, Numbers: outputNumbers{r.Framed}, Generation: m.generation,
		Prefix: func(l pageload.Unit) int {
			before, prefix := r.BeforeText(l.Number - 1)
			return before + prefix
		},
	}
}

// outputNumbers numbers the lines of an output for the page loader, which runs in a command: drawing must not read.
type outputNumbers struct{ out *tooloutput.Composite }

// LineAt implements [pageload.Numbers]; line numbers are 1-based.
func (n outputNumbers) LineAt(ctx context.Context, _ source.Bytes, off int64) (int64, error) {
	line, err := n.out.LineOf(ctx, off)
	return line + 1, err
}

// SkipForward implements [pageload.Numbers]: an output has no lines to skip.
func (n outputNumbers) SkipForward(off int64) int64 { return off }

// SkipBackward implements [pageload.Numbers].
func (n outputNumbers) SkipBackward(off int64) int64 { return off }

// BeforeText is how many bytes on line n of the pane, 0-based, are before the text of the file that it shows: first
// those of the tool's own text, then those that the tool puts before every line. Both are 0 where the line shows none.
func (r *Reading) BeforeText(n int64) (before, prefix int) {
	line, skip, _ := r.Framed.Line(n)
	if r.Recorded != nil {
		return 0, max(r.Recorded.Prefix[line]-int(skip), 0)
	}
	l, ok := r.Stats.Line(line)
	if !ok {
		return 0, 0
	}
	before, prefix = l.Before, len(r.Req.Tool().Lines.PrefixOf(l))
	gone := int(min(skip, int64(before+prefix)))
	if gone > before {
		return 0, before + prefix - gone
	}
	return before - gone, prefix
}
