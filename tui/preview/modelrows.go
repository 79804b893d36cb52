package preview

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/pane"
)

// modelPane shows what the model gets: the output of the current reading, or the refusal.
type modelPane struct {
	preview    *Preview
	pane       pane.Pane
	generation uint64 // of the output shown last
	painted    map[outputLine]outputSpans
}

// Rows draw the current reading.
func (m *modelPane) Rows() []string { return m.RowsOf(&m.pane, m.preview.reading) }

// RowsOf draw in a pane what a tool gave, or its refusal.
func (m *modelPane) RowsOf(output *pane.Pane, r *Reading) []string {
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
func (m *modelPane) errorRows(output *pane.Pane, r *Reading) []string {
	text := r.Refused
	if r.Failed != nil {
		text = r.Failed.Error()
	}
	rows := m.wrapped(output, text, themes.ModelError)
	if r.Estimated {
		const said = "(The tokens are by estimate: the agent asks its service, which counts them.)"
		rows = append(rows, m.wrapped(output, said, themes.Dim)...)
	}
	return rows[:min(len(rows), output.Height())]
}

// wrapped is a text over as many rows of a pane as it needs, or as the pane has.
func (m *modelPane) wrapped(output *pane.Pane, text string, role themes.Role) []string {
	opt := output.Options()
	opt.Whole = true
	line := cells.Layout([]byte(strings.ReplaceAll(text, "\n", "␊")), opt)
	var rows []string
	theme := m.preview.desk.Theme()
	st := cells.Style{Base: theme.Style(role), Mark: theme.Style(themes.Invisible), Reset: themes.Reset}
	for k := 0; k < line.RowCount(output.Width()) && len(rows) < output.Height(); k++ {
		rows = append(rows, string(line.RenderRow(nil, k, output.Width(), st)))
	}
	return rows
}

// showsLine reports whether a line of the content, 0-based, shows a line of the file.
func (r *Reading) showsLine(line int64) bool {
	if r.Recorded != nil {
		return r.Recorded.ShowsLine(line)
	}
	_, ok := r.Stats.Line(line)
	return ok
}

// row draws one row of the exact output: the tool's prefix and notices apart from the file's text.
func (m *modelPane) row(output *pane.Pane, r *Reading, l pane.Row) string {
	if l.Seam > 0 {
		return strings.Repeat(" ", output.Width())
	}
	theme := m.preview.desk.Theme()
	st := cells.Style{
		Base: theme.Style(themes.Text), Mark: theme.Style(themes.Invisible), Bad: theme.Style(themes.Replaced),
		Reset: themes.Reset,
	}
	if r != nil && r.Out != nil && l.Number > 0 && l.Skip == 0 && !l.Continued {
		switch line, _, title := r.Framed.Line(l.Number - 1); {
		case title:
			st.Base = theme.Style(themes.Border)
		case !r.showsLine(line):
			st.Base = theme.Style(themes.Notice)
		default:
			before, prefix := r.BeforeText(l.Number - 1)
			before = min(before, len(l.Head))
			begin := min(before+prefix, len(l.Head))
			st.Over = append(st.Over, cells.Span{Start: 0, End: before, Open: theme.Style(themes.Notice)},
				cells.Span{Start: before, End: begin, Open: theme.Style(themes.Prefix)})
			for _, s := range m.painted[outputLine{output.Text().Generation, l.Off}].spans {
				span := cells.Span{Start: begin + s.Start, End: begin + s.End, Open: theme.Syntax(s.Class)}
				st.Spans = append(st.Spans, span)
			}
		}
	}
	text := output.Draw(nil, l, st, theme.Style(themes.Border))
	return m.preview.host.WithDifference(output, l, string(text))
}
