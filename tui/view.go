package tui

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/cells"
)

// View draws the screen: exactly as many rows as the terminal has, each at most as wide as it is. On a terminal larger
// than maxColumns by maxRows the rest is blank.
func (m *Model) View() string { return strings.Join(m.Rows(), "\n") }

// Rows are the rows of View, in a slice of its own; none before the size is known and once the viewer leaves.
func (m *Model) Rows() []string {
	if !m.ready || m.leaving {
		return nil
	}
	a := &m.areas
	height := m.height - a.footer.height
	rows := append(make([]string, 0, m.height+m.below+1), fill(m.front().Rows(height), height, m.width)...)
	if _, over := m.cover(a.body.height); over != nil {
		copy(rows[a.body.y:], fill(over, a.body.height, a.body.width))
	} else if p := m.panel(); p != nil {
		copy(rows[a.overlay.y:], fill(p.rows(m, a.overlay.height), a.overlay.height, a.overlay.width))
	}
	if a.footer.height > 0 {
		rows = append(rows, m.footer())
	} else if f := m.overlayFooter(); f != "" {
		rows = []string{f} // what is typed is shown also on a terminal of one row
	}
	for range m.below {
		rows = append(rows, "")
	}
	if m.opts.ASCII {
		for i, row := range rows {
			rows[i] = inASCII(row)
		}
	}
	return rows
}

// besideEachOther joins the rows of two parts, which are as many, with the separator between them.
func (m *Model) besideEachOther(left, right []string) []string {
	var between strings.Builder
	m.put(&between, themes.Border, "│")
	rows := make([]string, len(left))
	for i := range rows {
		rows[i] = left[i] + between.String() + right[i]
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
