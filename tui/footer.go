package tui

// footer is the last row: an overlay's, a message, or what the screen says.
func (m *model) footer() string {
	if f := m.overlays.Footer(); f != "" {
		return f
	}
	f := m.front().Footer()
	f.Note, f.Bad, f.Count = m.note.Text, m.note.Bad, m.file.Count()
	return f.Row(m.theme, m.width)
}
