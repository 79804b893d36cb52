package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

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
	n, ok := r.fileLine(r.out.LineOf(m.output.Top()))
	if !ok {
		return nil
	}
	if top, ok := m.file.TopLine(); ok && top.Number <= n && n < top.Number+int64(m.file.Height()) {
		return nil
	}
	return m.gotoLine(n)
}

// showsLine reports whether line n of the content, 0-based, shows a line of the file.
func (r *reading) showsLine(n int64) bool {
	_, ok := r.stats.Line(n)
	return ok
}

// outputText is what a tool gave as a pane shows it.
func (m *Model) outputText(r *reading) pane.Text {
	return pane.Text{
		Bytes: r.out, Generation: m.outputs,
		Prefix: func(l page.Line) int { return len(r.prefixAt(r.out.LineOf(l.Off))) },
	}
}

// prefixAt is what the tool puts before the text on line n of the content, 0-based.
func (r *reading) prefixAt(n int64) string {
	l, ok := r.stats.Line(n)
	if !ok {
		return ""
	}
	return r.req.Tool().Lines.PrefixOf(l)
}
