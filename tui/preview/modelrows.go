package preview

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/pane"
)

// ModelPane shows what the model gets: the output of the current reading, or the refusal.
type ModelPane struct {
	preview    *Preview
	pane       pane.Pane
	generation uint64 // of the output shown last
	painted    map[outputLine]outputSpans
}

// Rows draw the current reading.
func (m *ModelPane) Rows() []string { return m.RowsOf(&m.pane, m.preview.reading) }

// RowsOf draw in a pane what a tool gave, or its refusal.
func (m *ModelPane) RowsOf(output *pane.Pane, r *Reading) []string {
	if r != nil && (r.Refused != "" || r.Failed != nil) {
		return m.errorRows(output, r)
	}
	if output.Empty() {
		var b strings.Builder
		text := ""
		if r != nil && r.Out != nil && r.Out.Total() == 0 {
			text = "   (empty content)"
		}
		m.preview.desk.Put(&b, themes.Dim, cells.Pad(cells.Truncate(text, output.Width(), "…"), output.Width()))
		return []string{b.String()}
	}
	return output.Rows(func(l pane.Row) string { return m.row(output, r, l) })
}

// errorRows show the tool's refusal as the model gets it.
func (m *ModelPane) errorRows(output *pane.Pane, r *Reading) []string {
	text := r.Refused
	if r.Failed != nil {
		text = r.Failed.Error()
	}
	rows := m.wrapped(output, text, themes.ModelError)
	if r.Estimated {
		rows = append(rows, m.wrapped(output,
			"(The tokens are by estimate: the agent asks its service, which counts them.)", themes.Dim)...)
	}
	return rows[:min(len(rows), output.Height())]
}

// wrapped is a text over as many rows of a pane as it needs, or as the pane has.
func (m *ModelPane) wrapped(output *pane.Pane, text string, role themes.Role) []string {
	opt := output.Options()
	opt.Whole = true
	line := cells.Layout([]byte(strings.ReplaceAll(text, "\n", "␊")), opt)
	var rows []string
	st := cells.Style{
		Base: m.preview.desk.Theme().Style(role), Mark: m.preview.desk.Theme().Style(themes.Invisible),
		Reset: themes.Reset,
	}
	for k := 0; k < line.RowCount(output.Width()) && len(rows) < output.Height(); k++ {
		rows = append(rows, string(line.RenderRow(nil, k, output.Width(), st)))
	}
	return rows
}

// putIn reports whether line n of the pane, 0-based, is a title that is not in the output.
func (r *Reading) putIn(n int64) bool {
	_, _, title := r.Framed.Line(n)
	return title
}

// showsLine reports whether line n of the pane, 0-based, shows a line of the file.
func (r *Reading) showsLine(n int64) bool {
	line, _, _ := r.Framed.Line(n)
	if r.Recorded != nil {
		return r.Recorded.ShowsLine(line)
	}
	_, ok := r.Stats.Line(line)
	return ok
}

// row draws one row of the exact output: the tool's prefix and notices apart from the file's text.
func (m *ModelPane) row(output *pane.Pane, r *Reading, l pane.Row) string {
	st := cells.Style{
		Base: m.preview.desk.Theme().Style(themes.Text),
		Mark: m.preview.desk.Theme().Style(themes.Invisible), Bad: m.preview.desk.Theme().Style(themes.Replaced),
		Reset: themes.Reset,
	}
	if r != nil && r.Out != nil && l.Number > 0 && l.Skip == 0 && !l.Continued {
		switch n := l.Number - 1; {
		case r.putIn(n):
			st.Base = m.preview.desk.Theme().Style(themes.Border)
		case !r.showsLine(n):
			st.Base = m.preview.desk.Theme().Style(themes.Notice)
		default:
			before, prefix := r.BeforeText(n)
			before = min(before, len(l.Head))
			prefix = min(prefix, len(l.Head)-before)
			st.Over = append(st.Over,
				cells.Span{Start: 0, End: before, Open: m.preview.desk.Theme().Style(themes.Notice)},
				cells.Span{Start: before, End: before + prefix, Open: m.preview.desk.Theme().Style(themes.Prefix)})
			for _, s := range m.painted[outputLine{output.Text().Generation, l.Off}].spans {
				st.Spans = append(st.Spans, cells.Span{
					Start: before + prefix + s.Start, End: before + prefix + s.End,
					Open: m.preview.desk.Theme().Syntax(s.Class),
				})
			}
		}
	}
	text := output.Draw(nil, l, st, m.preview.desk.Theme().Style(themes.Border))
	return m.preview.host.WithDifference(output, l, string(text))
}
