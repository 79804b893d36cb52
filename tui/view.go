package tui

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/cells"
)

// View draws the screen: exactly as many rows as the terminal has, each at most as wide as it is. On a terminal larger
// than maxColumns by maxRows the rest is blank.
func (m *Model) View() string {
	if !m.ready || m.leaving {
		return ""
	}
	a := &m.areas
	rows := make([]string, 0, m.height)
	if a.title.height > 0 {
		rows = append(rows, m.titleBar())
	}
	rows = append(rows, m.body()...)
	if a.modelLine.height > 0 {
		rows = append(rows, m.modelLine())
	}
	if a.footer.height > 0 {
		rows = append(rows, m.footer())
	} else if f := m.overlayFooter(); f != "" {
		rows = []string{f} // what is typed is shown also on a terminal of one row
	}
	return strings.Join(rows, "\n") + strings.Repeat("\n", m.below)
}

// body draws the panes and the panel below them, or what covers them all.
func (m *Model) body() []string {
	a := &m.areas
	if _, rows := m.cover(a.body.height); rows != nil {
		return fill(rows, a.body.height, a.body.width)
	}
	rows := make([]string, 0, a.body.height)
	switch {
	case m.beside != nil:
		rows = append(rows, m.beside.rows(m, a.panes.height)...)
	case m.shows == layoutBoth && a.beside():
		rows = append(rows, m.besideEachOther(fill(m.fileRows(), a.file.height, a.file.width), fill(m.modelRows(), a.model.height, a.model.width))...)
	default:
		rows = append(rows, fill(m.fileRows(), a.file.height, a.file.width)...)
		if a.separator.height > 0 {
			rows = append(rows, m.divider())
		}
		rows = append(rows, fill(m.modelRows(), a.model.height, a.model.width)...)
	}
	if p := m.panel(); p != nil {
		rows = append(rows, fill(p.rows(m, a.overlay.height), a.overlay.height, a.overlay.width)...)
	}
	return rows
}

// besideEachOther joins the rows of two parts, which are as many, with the separator between them.
func (m *Model) besideEachOther(left, right []string) []string {
	var bar strings.Builder
	m.put(&bar, themes.Border, "│")
	rows := make([]string, len(left))
	for i := range rows {
		rows[i] = left[i] + bar.String() + right[i]
	}
	return rows
}

// fill makes exactly height rows: it leaves out those below, or adds blank ones of the given width.
func fill(rows []string, height, width int) []string {
	for len(rows) < height {
		rows = append(rows, strings.Repeat(" ", width))
	}
	return rows[:height]
}

// divider is the row between two panes one above the other.
func (m *Model) divider() string {
	var b strings.Builder
	label := "── what the model gets "
	m.put(&b, themes.Border, cells.Truncate(label+strings.Repeat("─", max(m.width-cells.Width(label), 0)), m.width, ""))
	return b.String()
}
