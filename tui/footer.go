package tui

import "eyeline/tui/kit/bar"

// footer is the last row: an overlay's, a message, or what the screen says: of a file that is [bar.Footer], to which
// the mode of the screen adds.
func (m *model) footer() string {
	if f := m.overlays.Footer(); f != "" {
		return f
	}
	return m.screenFooter().Row(m.theme, m.width)
}

// screenFooter is the last row as the screen and the program have it.
func (m *model) screenFooter() bar.Footer {
	f := m.Front().Footer()
	f.Count = m.file.Count()
	if m.note.Text != "" {
		f.Note = m.note.Text
		f.Bad = m.note.Bad
	}
	return f
}

// onFooter reports whether a 0-based row of the terminal is the footer.
func (m *model) onFooter(y int) bool {
	a := m.file.Panes.Areas().Footer
	return a.Height > 0 && y == a.Y
}

// footerKey is the name of the key that the footer has at a 0-based column; "" without one.
func (m *model) footerKey(x int) string {
	if key, ok := m.overlays.KeyAt(x); ok {
		return key
	}
	return m.screenFooter().KeyAt(m.width, x)
}
