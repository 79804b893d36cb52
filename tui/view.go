package tui

import (
	"strings"

	"eyeline/reader/lists"
	"eyeline/tui/kit/draw"
)

// View draws the screen: exactly as many rows as the terminal has, each at most as wide as it is. On a terminal larger
// than layout.MaxColumns by layout.MaxRows the rest is blank.
func (m *model) View() string { return strings.Join(m.Rows(), "\n") }

// Rows are the rows of View, in a slice of its own; none before the size is known and once the viewer leaves.
func (m *model) Rows() []string {
	if !m.ready || m.leaving {
		return nil
	}

	a := m.file.Panes.Areas()
	height := m.height - a.Footer.Height
	rows := append(make([]string, 0, m.height+m.below+1), draw.Fill(m.Front().Rows(height), height, m.width)...)
	if _, over := m.overlays.Cover(a.Body.Height); over != nil {
		copy(rows[a.Body.Y:], draw.Fill(over, a.Body.Height, a.Body.Width))
	} else if p := m.overlays.Panel(); p != nil {
		copy(rows[a.Overlay.Y:], draw.Fill(p.Rows(a.Overlay.Height), a.Overlay.Height, a.Overlay.Width))
	}

	if a.Footer.Height > 0 {
		rows = append(rows, m.footer())
	} else if f := m.overlays.Footer(); f != "" {
		rows = []string{f} // what is typed is shown also on a terminal of one row
	}

	for range m.below {
		rows = append(rows, "")
	}

	if m.opts.ASCII {
		return lists.Map(rows, inASCII)
	}

	return rows
}
