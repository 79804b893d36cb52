package tui

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/pane"
)

func (m *Model) modelRows() []string { return m.outputRows(&m.output, m.reading) }

// outputRows draw what a tool gave, or its refusal.
func (m *Model) outputRows(p *pane.Pane, r *reading) []string {
	if r != nil && (r.refused != "" || r.failed != nil) {
		return m.errorRows(p, r)
	}
	if p.Empty() {
		var b strings.Builder
		text := ""
		if r != nil && r.out != nil && r.out.Total() == 0 {
			text = "   (empty content)"
		}
		m.put(&b, themes.Dim, cells.Pad(cells.Truncate(text, p.Width(), "…"), p.Width()))
		return []string{b.String()}
	}
	return p.Rows(func(l pane.Row) string { return m.outputRow(p, r, l) })
}

// errorRows show the tool's refusal as the model gets it.
func (m *Model) errorRows(p *pane.Pane, r *reading) []string {
	text := r.refused
	if r.failed != nil {
		text = r.failed.Error()
	}
	rows := m.wrapped(p, text, themes.ModelError)
	if r.estimated {
		rows = append(rows, m.wrapped(p, "(The tokens are by estimate: the agent asks its service, which counts them.)", themes.Dim)...)
	}
	return rows[:min(len(rows), p.Height())]
}

// wrapped is a text over as many rows of a pane as it needs, or as the pane has.
func (m *Model) wrapped(p *pane.Pane, text string, role themes.Role) []string {
	opt := p.Options()
	opt.Whole = true
	line := cells.Layout([]byte(strings.ReplaceAll(text, "\n", "␊")), opt)
	var rows []string
	st := cells.Style{Base: m.theme.Style(role), Mark: m.theme.Style(themes.Invisible), Reset: themes.Reset}
	for k := 0; k < line.RowCount(p.Width()) && len(rows) < p.Height(); k++ {
		rows = append(rows, string(line.RenderRow(nil, k, p.Width(), st)))
	}
	return rows
}

// putIn reports whether line n of the pane, 0-based, is a title that is not in the output.
func (r *reading) putIn(n int64) bool {
	_, _, title := r.framed.Line(n)
	return title
}

// showsLine reports whether line n of the pane, 0-based, shows a line of the file.
func (r *reading) showsLine(n int64) bool {
	line, _, _ := r.framed.Line(n)
	if r.recorded != nil {
		return r.recorded.ShowsLine(line)
	}
	_, ok := r.stats.Line(line)
	return ok
}

// outputRow draws one row of the exact output: the tool's prefix and notices apart from the file's text.
func (m *Model) outputRow(p *pane.Pane, r *reading, l pane.Row) string {
	st := cells.Style{Base: m.theme.Style(themes.Text), Mark: m.theme.Style(themes.Invisible), Bad: m.theme.Style(themes.Replaced), Reset: themes.Reset}
	st.Spans, st.Over = m.row.spans[:0], m.row.over[:0]
	if r != nil && r.out != nil && l.Number > 0 && l.Skip == 0 && !l.Continued {
		switch n := l.Number - 1; {
		case r.putIn(n):
			st.Base = m.theme.Style(themes.Border)
		case !r.showsLine(n):
			st.Base = m.theme.Style(themes.Notice)
		default:
			before, prefix := r.beforeText(n)
			before = min(before, len(l.Head))
			prefix = min(prefix, len(l.Head)-before)
			st.Over = append(st.Over,
				cells.Span{Start: 0, End: before, Open: m.theme.Style(themes.Notice)},
				cells.Span{Start: before, End: before + prefix, Open: m.theme.Style(themes.Prefix)})
			for _, s := range m.painted[outputLine{p.Text().Generation, l.Off}].spans {
				st.Spans = append(st.Spans, cells.Span{Start: before + prefix + s.Start, End: before + prefix + s.End, Open: m.theme.Syntax(s.Class)})
			}
		}
	}
	text := p.Draw(m.row.text[:0], l, st, m.theme.Style(themes.Border))
	m.row = rowRoom{text, st.Spans, st.Over}
	return m.withDifference(p, l, string(text))
}
