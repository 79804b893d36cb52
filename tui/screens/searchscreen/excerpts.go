package searchscreen

import (
	"strings"

	"eyeline/reader/agentsearch"
	"eyeline/themes"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/humanize"
)

// mostExcerpts is of how many lines of a file the text is shown, where there is room.
const mostExcerpts = 3

// excerpt is the text of a line that matches, safe to draw: what is before the match, the match, and what is after it.
type excerpt struct {
	line                 int64 // from 1
	before, match, after string
}

// excerptsOf makes the texts of the first lines of a file.
func excerptsOf(from *agentsearch.Row) (out []excerpt) {
	safe := func(text string) string { return cells.Sanitize(strings.ReplaceAll(text, "\t", " ")) }
	for _, e := range from.Excerpts() {
		before := e.Text[:e.From]
		if e.CutBefore {
			before = "…" + before
		}
		after := e.Text[e.To:]
		out = append(out, excerpt{
			line: e.Number, before: safe(strings.TrimLeft(before, " \t")), match: safe(e.Text[e.From:e.To]),
			after: safe(strings.TrimRight(after, " \t\r")) + humanize.When(e.CutAfter, "…"),
		})
	}
	return out
}

// pieces are the text in width cells, with its match marked; rest is the role of what is around it. Where the match is
// far to the right, the text begins later.
func (e *excerpt) pieces(width int, rest themes.Role) []draw.Piece {
	before := e.before
	if room := width - min(cells.Width(e.match), width/2); cells.Width(before) > room {
		before = cells.TruncateLeft(before, room, "…")
	}

	match := cells.Truncate(e.match, width-cells.Width(before), "…")
	after := cells.Truncate(e.after, width-cells.Width(before)-cells.Width(match), "…")
	return []draw.Piece{
		{Text: before, Role: rest},
		{Text: match, Role: themes.Match},
		{Text: cells.Pad(after, width-cells.Width(before)-cells.Width(match)), Role: rest},
	}
}

// excerptRows are the texts of the first lines of file i, at most room of them, each in a row with its number.
func (s *Screen) excerptRows(i, room int) (rows []string) {
	c := s.host.Canvas()
	all := s.table.rows[i].excerpts
	for _, e := range all[:max(min(len(all), room), 0)] {
		number := " L" + humanize.Group(e.line) + " "
		var b strings.Builder
		c.Put(&b, themes.LineNumber, cells.Truncate(number, c.Width, ""))
		if rest := c.Width - cells.Width(number); rest > 0 {
			for _, p := range e.pieces(rest, themes.Text) {
				c.Put(&b, p.Role, p.Text)
			}
		}
		rows = append(rows, b.String())
	}
	return rows
}

// firstExcerpt is the column of reasons of file i, which has the text of its first line where there is nothing to say.
func (a *arrangement) firstExcerpt(c draw.Cell, i int) draw.Cell {
	if i < 0 || c.Text != "" || a.isFold(i) || len(a.rows[i].excerpts) == 0 || c.Width <= 0 {
		return c
	}

	e := &a.rows[i].excerpts[0]
	c.Text = e.before + e.match + e.after
	c.Role = themes.Dim
	c.Pieces = e.pieces(c.Width, themes.Dim)
	return c
}
