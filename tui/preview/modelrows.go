package preview

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/pane"
)

func (p *Preview) ModelRows() []string { return p.OutputRows(&p.output, p.reading) }

// OutputRows draw what a tool gave, or its refusal.
func (p *Preview) OutputRows(output *pane.Pane, r *Reading) []string {
	if r != nil && (r.Refused != "" || r.Failed != nil) {
		return p.errorRows(output, r)
	}
	if output.Empty() {
		var b strings.Builder
		text := ""
		if r != nil && r.Out != nil && r.Out.Total() == 0 {
			text = "   (empty content)"
		}
		p.desk.Put(&b, themes.Dim, cells.Pad(cells.Truncate(text, output.Width(), "…"), output.Width()))
		return []string{b.String()}
	}
	return output.Rows(func(l pane.Row) string { return p.outputRow(output, r, l) })
}

// errorRows show the tool's refusal as the model gets it.
func (p *Preview) errorRows(output *pane.Pane, r *Reading) []string {
	text := r.Refused
	if r.Failed != nil {
		text = r.Failed.Error()
	}
	rows := p.wrapped(output, text, themes.ModelError)
	if r.Estimated {
		rows = append(rows, p.wrapped(output, "(The tokens are by estimate: the agent asks its service, which counts them.)", themes.Dim)...)
	}
	return rows[:min(len(rows), output.Height())]
}

// wrapped is a text over as many rows of a pane as it needs, or as the pane has.
func (p *Preview) wrapped(output *pane.Pane, text string, role themes.Role) []string {
	opt := output.Options()
	opt.Whole = true
	line := cells.Layout([]byte(strings.ReplaceAll(text, "\n", "␊")), opt)
	var rows []string
	st := cells.Style{Base: p.desk.Theme().Style(role), Mark: p.desk.Theme().Style(themes.Invisible), Reset: themes.Reset}
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

// outputRow draws one row of the exact output: the tool's prefix and notices apart from the file's text.
func (p *Preview) outputRow(output *pane.Pane, r *Reading, l pane.Row) string {
	st := cells.Style{Base: p.desk.Theme().Style(themes.Text), Mark: p.desk.Theme().Style(themes.Invisible), Bad: p.desk.Theme().Style(themes.Replaced), Reset: themes.Reset}
	if r != nil && r.Out != nil && l.Number > 0 && l.Skip == 0 && !l.Continued {
		switch n := l.Number - 1; {
		case r.putIn(n):
			st.Base = p.desk.Theme().Style(themes.Border)
		case !r.showsLine(n):
			st.Base = p.desk.Theme().Style(themes.Notice)
		default:
			before, prefix := r.BeforeText(n)
			before = min(before, len(l.Head))
			prefix = min(prefix, len(l.Head)-before)
			st.Over = append(st.Over,
				cells.Span{Start: 0, End: before, Open: p.desk.Theme().Style(themes.Notice)},
				cells.Span{Start: before, End: before + prefix, Open: p.desk.Theme().Style(themes.Prefix)})
			for _, s := range p.painted[OutputLine{output.Text().Generation, l.Off}].spans {
				st.Spans = append(st.Spans, cells.Span{Start: before + prefix + s.Start, End: before + prefix + s.End, Open: p.desk.Theme().Syntax(s.Class)})
			}
		}
	}
	text := output.Draw(nil, l, st, p.desk.Theme().Style(themes.Border))
	return p.host.WithDifference(output, l, string(text))
}
