package tui

import (
	"context"

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
	if m.panes() != layoutBoth || m.output.Text().Bytes == nil {
		return nil
	}
	find := m.outputPlace()
	if find == nil {
		return nil
	}
	return m.output.Do(pane.ToFound(find, pane.Top))
}

// outputPlace finds the output's line for the file pane's top line.
func (m *Model) outputPlace() func(context.Context) (int64, error) {
	r := m.reading
	if r == nil || r.out == nil {
		return nil
	}
	out := r.out
	line := int64(0)
	if top, ok := m.file.TopLine(); ok && top.Number > 0 && top.Number >= r.firstLine {
		line, _ = r.contentLine(top.Number)
	}
	return func(context.Context) (int64, error) { return out.LineStart(line) }
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
	top, ok := p.TopLine()
	if !ok || top.Number == 0 {
		return 0, false
	}
	return r.fileLine(top.Number - 1)
}

// showsLine reports whether line n of the content, 0-based, shows a line of the file.
func (r *reading) showsLine(n int64) bool {
	_, ok := r.stats.Line(n)
	return ok
}

// outputText is what a tool gave as a pane shows it.
func (m *Model) outputText(r *reading) pane.Text {
	return pane.Text{
		Bytes: r.out, Numbers: outputNumbers{r.out}, Generation: m.outputs,
		Prefix: func(l page.Line) int { return len(r.prefixAt(l.Number - 1)) },
	}
}

// outputNumbers numbers the lines of an output for the page loader, which runs in a command: drawing must not read.
type outputNumbers struct{ out *capture.Capture }

func (n outputNumbers) LineAt(ctx context.Context, _ source.Bytes, off int64) (int64, error) {
	line, err := n.out.LineOf(ctx, off)
	return line + 1, err
}

func (n outputNumbers) NextNewlineFrom(off int64) int64 { return off }
func (n outputNumbers) PrevNewlineFrom(off int64) int64 { return off }

// prefixAt is what the tool puts before the text on line n of the content, 0-based.
func (r *reading) prefixAt(n int64) string {
	l, ok := r.stats.Line(n)
	if !ok {
		return ""
	}
	return r.req.Tool().Lines.PrefixOf(l)
}
