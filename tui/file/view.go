package file

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/cells"
)

// besideEachOther joins the rows of two parts, which are as many, with the separator between them.
func (r *Rows) besideEachOther(left, right []string) []string {
	var between strings.Builder
	r.screen.desk.Put(&between, themes.Border, "│")
	rows := make([]string, len(left))
	for i := range rows {
		rows[i] = left[i] + between.String() + right[i]
	}
	return rows
}

// divider is the row between two panes one above the other.
func (r *Rows) divider() string {
	var b strings.Builder
	label := "── what the model gets "
	r.screen.desk.Put(&b, themes.Border, cells.Truncate(label+strings.Repeat("─", max(r.screen.desk.Width()-cells.Width(label), 0)), r.screen.desk.Width(), ""))
	return b.String()
}
