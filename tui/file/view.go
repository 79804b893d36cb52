package file

import (
	"context"
	"io"
	"strings"

	"eyeline/themes"
	"eyeline/tui/cells"
	"eyeline/tui/draw"
	"eyeline/tui/layout"
)

// besideEachOther joins the rows of two parts, which are as many, with the separator between them.
func (r *rows) besideEachOther(left, right []string) []string {
	var between strings.Builder
	r.screen.desk.Put(&between, themes.Border, "│")
	rows := make([]string, len(left))
	for i := range rows {
		rows[i] = left[i] + between.String() + right[i]
	}
	return rows
}

// divider is the row between two panes one above the other.
func (r *rows) divider() string {
	var b strings.Builder
	label := "── what the model gets "
	r.screen.desk.Put(&b, themes.Border, cells.Truncate(label+strings.Repeat("─", max(r.screen.desk.Width()-cells.Width(label), 0)), r.screen.desk.Width(), ""))
	return b.String()
}

// paneRows draws the panes.
func (p *Panes) paneRows() []string {
	a := &p.areas
	switch {
	case p.screen.beside() != nil:
		return p.screen.rows.comparisonRows()
	case p.shown() == layout.File:
		return draw.Fill(p.screen.rows.FileRows(), a.File.Height, a.File.Width)
	case p.shown() == layout.Model:
		return draw.Fill(p.screen.preview.Model().Rows(), a.Model.Height, a.Model.Width)
	case a.TwoPanes():
		return p.screen.rows.besideEachOther(draw.Fill(p.screen.rows.FileRows(), a.File.Height, a.File.Width), draw.Fill(p.screen.preview.Model().Rows(), a.Model.Height, a.Model.Width))
	}
	var rows []string
	if a.File.Height > 0 {
		rows = draw.Fill(p.screen.rows.FileRows(), a.File.Height, a.File.Width)
	}
	if a.Separator.Height > 0 {
		rows = append(rows, p.screen.rows.divider())
	}
	if a.Model.Height > 0 {
		rows = append(rows, draw.Fill(p.screen.preview.Model().Rows(), a.Model.Height, a.Model.Width)...)
	}
	return rows
}

// LastScreen writes the rows of the panes as they are now, without the blanks at their ends.
func (p *Panes) LastScreen() func(context.Context, io.Writer) error {
	rows := p.paneRows()
	for len(rows) > 0 && strings.TrimSpace(rows[len(rows)-1]) == "" {
		rows = rows[:len(rows)-1]
	}
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return func(_ context.Context, w io.Writer) error { return draw.Print(w, rows) }
}
