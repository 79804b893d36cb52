package preview

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/pane"
)

func (p *Preview) ModelRows() []string { return p.OutputRows(&p.output, p.reading) }

// OutputRows draw what a tool gave, or its refusal.
func (preview *Preview) OutputRows(p *pane.Pane, r *Reading) []string {
	if r != nil && (r.Refused != "" || r.Failed != nil) {
		return preview.errorRows(p, r)
	}
	if p.Empty() {
		var b strings.Builder
		text := ""
		if r != nil && r.Out != nil && r.Out.Total() == 0 {
			text = "   (empty content)"
		}
		preview.desk.Put(&b, themes.Dim, cells.Pad(cells.Truncate(text, p.Width(), "…"), p.Width()))
		return []string{b.String()}
	}
	return p.Rows(func(l pane.Row) string { return preview.outputRow(p, r, l) })
}

// errorRows show the tool's refusal as the model gets it.
func (preview *Preview) errorRows(p *pane.Pane, r *Reading) []string {
	text := r.Refused
	if r.Failed != nil {
		text = r.Failed.Error()
	}
	rows := preview.wrapped(p, text, themes.ModelError)
	if r.Estimated {
		rows = append(rows, preview.wrapped(p, "(The tokens are by estimate: the agent asks its service, which counts them.)", themes.Dim)...)
	}
	return rows[:min(len(rows), p.Height())]
}

// wrapped is a text over as many rows of a pane as it needs, or as the pane has.
func (preview *Preview) wrapped(p *pane.Pane, text string, role themes.Role) []string {
	opt := p.Options()
	opt.Whole = true
	line := cells.Layout([]byte(strings.ReplaceAll(text, "\n", "␊")), opt)
	var rows []string
	st := cells.Style{Base: preview.desk.Theme().Style(role), Mark: preview.desk.Theme().Style(themes.Invisible), Reset: themes.Reset}
	for k := 0; k < line.RowCount(p.Width()) && len(rows) < p.Height(); k++ {
		rows = append(rows, string(line.RenderRow(nil, k, p.Width(), st)))
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

// outputRow draws one row of the exact output: the tool's prefix and notices apart from the file's text.
func (preview *Preview) outputRow(p *pane.Pane, r *Reading, l pane.Row) string {
	st := cells.Style{Base: preview.desk.Theme().Style(themes.Text), Mark: preview.desk.Theme().Style(themes.Invisible), Bad: preview.desk.Theme().Style(themes.Replaced), Reset: themes.Reset}
	if r != nil && r.Out != nil && l.Number > 0 && l.Skip == 0 && !l.Continued {
		switch n := l.Number - 1; {
		case r.putIn(n):
			st.Base = preview.desk.Theme().Style(themes.Border)
		case !r.showsLine(n):
			st.Base = preview.desk.Theme().Style(themes.Notice)
		default:
			before, prefix := r.BeforeText(n)
			before = min(before, len(l.Head))
			prefix = min(prefix, len(l.Head)-before)
			st.Over = append(st.Over,
				cells.Span{Start: 0, End: before, Open: preview.desk.Theme().Style(themes.Notice)},
				cells.Span{Start: before, End: before + prefix, Open: preview.desk.Theme().Style(themes.Prefix)})
			for _, s := range preview.painted[OutputLine{p.Text().Generation, l.Off}].spans {
				st.Spans = append(st.Spans, cells.Span{Start: before + prefix + s.Start, End: before + prefix + s.End, Open: preview.desk.Theme().Syntax(s.Class)})
			}
		}
	}
	text := p.Draw(nil, l, st, preview.desk.Theme().Style(themes.Border))
	return preview.host.WithDifference(p, l, string(text))
}
