package tui

import (
	"context"
	"fmt"
	"sort"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/source"
	"eyeline/tui/capture"
	"eyeline/tui/page"
	"eyeline/tui/pane"
)

// The model pane shows the captured output; its lines and the file's correspond where the output shows lines of the
// file one by one.

// alignOutput scrolls the model pane with the file pane: the cursor's line, or the nearest line shown, at the same
// height.
func (m *Model) alignOutput() tea.Cmd {
	if !m.bothPanes() {
		return nil
	}
	return m.placeOutput()
}

// placeOutput is alignOutput, also where one pane is shown or none.
func (m *Model) placeOutput() tea.Cmd {
	if m.output.Text().Bytes == nil {
		return nil
	}
	line, ok := m.outputLine()
	if !ok {
		return nil
	}
	if off, ok := m.reading.placeIn(&m.output, line); ok {
		return m.output.Do(pane.To(off, pane.Top))
	}
	return m.output.Do(pane.ToFound(m.reading.placeOf(line), pane.Top))
}

// inserts are the lines that the model pane shows around the output: over each part where there are several, and over what
// follows the result or takes its place.
func (r *reading) inserts(ascii bool) []capture.Insert {
	rule := "──"
	if ascii {
		rule = "--"
	}
	var all []capture.Insert
	if parts := r.stats.Parts; len(parts) > 1 {
		at := int64(0)
		for i, size := range parts {
			all = append(all, capture.Insert{At: at, Title: fmt.Sprintf("%s part %d of %d %s", rule, i+1, len(parts), rule)})
			at += size
		}
	}
	end := r.out.Size()
	if r.kind != "" {
		all = append(all, capture.Insert{At: end, Title: rule + " " + r.kind + ", not text " + rule, Text: r.instead})
	}
	for i, text := range r.notes {
		title := rule + " note " + rule
		if len(r.notes) > 1 {
			title = fmt.Sprintf("%s note %d of %d %s", rule, i+1, len(r.notes), rule)
		}
		if r.estimated {
			title += " its tokens: by estimate " + rule
		}
		all = append(all, capture.Insert{At: end, Title: title, Text: text})
	}
	return all
}

// outputPlace finds the place in the model pane of the output's line for the file pane's top line.
func (m *Model) outputPlace() func(context.Context) (int64, error) {
	line, ok := m.outputLine()
	if !ok {
		return nil
	}
	return m.reading.placeOf(line)
}

// outputLine is the output's line, 0-based, for the file pane's top line; false when there is no output.
func (m *Model) outputLine() (line int64, ok bool) {
	r := m.reading
	if r == nil || r.out == nil {
		return 0, false
	}
	// Beside the file the same lines are at the same height; alone the output begins with what the tool says first.
	if top, ok := m.file.TopLine(); ok && top.Number > 0 && (top.Number > r.firstLine || top.Number == r.firstLine && m.bothPanes()) {
		line, _ = r.contentLine(top.Number)
	}
	return line, true
}

// placeIn is the place of the content's line n, 0-based, in a pane whose page has it and that has put nothing over it; false when
// the place is to be looked for.
func (r *reading) placeIn(p *pane.Pane, n int64) (off int64, ok bool) {
	if p.Text().Bytes != source.Bytes(r.framed) {
		return 0, false
	}
	if line, skip, title := r.framed.Line(n); title || line != n || skip > 0 {
		return 0, false
	}
	lines := p.Lines()
	i := sort.Search(len(lines), func(i int) bool { return lines[i].Number > n })
	if i == len(lines) || lines[i].Number != n+1 || lines[i].Continued {
		return 0, false
	}
	return lines[i].Off, true
}

// placeOf finds the place in a pane of the content's line n, 0-based. The first one is found with what is over it.
func (r *reading) placeOf(n int64) func(context.Context) (int64, error) {
	out, framed := r.out, r.framed
	return func(context.Context) (int64, error) {
		at, err := out.LineStart(n)
		if at == 0 {
			return 0, err
		}
		return framed.Offset(at), err
	}
}

// followModelPane puts the file pane where the model pane was, when the panes change places.
func (m *Model) followModelPane() tea.Cmd {
	r := m.reading
	if r == nil || r.out == nil || m.output.Empty() {
		return nil
	}
	n, ok := r.topFileLine(&m.output)
	if !ok {
		return nil
	}
	if top, ok := m.file.TopLine(); ok && top.Number <= n && n < top.Number+int64(m.file.Height()) {
		return nil
	}
	return m.gotoLine(n)
}

// topFileLine is the 1-based number of the file's line that a pane of the output shows in its first row; false when that
// row shows none.
func (r *reading) topFileLine(p *pane.Pane) (int64, bool) {
	for _, l := range p.Lines() {
		if top, ok := p.TopLine(); !ok || l.Off < top.Off || l.Number == 0 {
			continue
		}
		if line, _, _ := r.framed.Line(l.Number - 1); line >= 0 {
			return r.fileLine(line)
		}
	}
	return 0, false
}

// outputText is what a tool gave as a pane shows it.
func (m *Model) outputText(r *reading) pane.Text {
	return pane.Text{
		Bytes: r.framed, Numbers: outputNumbers{r.framed}, Generation: m.outputs,
		Prefix: func(l page.Unit) int {
			before, prefix := r.beforeText(l.Number - 1)
			return before + prefix
		},
	}
}

// outputNumbers numbers the lines of an output for the page loader, which runs in a command: drawing must not read.
type outputNumbers struct{ out *capture.Framed }

func (n outputNumbers) LineAt(ctx context.Context, _ source.Bytes, off int64) (int64, error) {
	line, err := n.out.LineOf(ctx, off)
	return line + 1, err
}

func (n outputNumbers) SkipForward(off int64) int64  { return off }
func (n outputNumbers) SkipBackward(off int64) int64 { return off }

// beforeText is how many bytes on line n of the pane, 0-based, are before the text of the file that it shows: first those of
// the tool's own text, then those that the tool puts before every line. Both are 0 where the line shows none.
func (r *reading) beforeText(n int64) (before, prefix int) {
	line, skip, _ := r.framed.Line(n)
	if r.recorded != nil {
		return 0, max(r.recorded.Prefix[line]-int(skip), 0)
	}
	l, ok := r.stats.Line(line)
	if !ok {
		return 0, 0
	}
	before, prefix = l.Before, len(r.req.Tool().Lines.PrefixOf(l))
	gone := int(min(skip, int64(before+prefix)))
	if gone > before {
		return 0, before + prefix - gone
	}
	return before - gone, prefix
}
