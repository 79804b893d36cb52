package preview

import (
	"strings"

	"eyeline/keymap"
	"eyeline/themes"
	"eyeline/tui/file/linediff"
	"eyeline/tui/file/pane"
)

// RowsBeside draws the current reading; beside the file what it shows of a line of that stands in the row of the line.
func (m *modelPane) RowsBeside(file bool) []string {
	r := m.Reading
	if !file || r == nil || len(r.Runs()) == 0 || m.pane.Empty() {
		return m.Rows()
	}

	var shown []int64
	m.pane.Rows(func(l pane.Row) string {
		shown = append(shown, lineIn(r, l))
		return ""
	})

	drawn := m.Rows()
	lines := m.text.File.LineNumbers()
	rows := make([]string, len(lines))
	none := true
	for y, k := range linediff.BesideFile(lines, shown) {
		if k < 0 || k >= len(drawn) {
			rows[y] = strings.Repeat(" ", m.pane.Width)
			continue
		}
		rows[y] = drawn[k]
		none = false
	}

	if none && len(rows) > 0 {
		canvas := m.program.Canvas()
		canvas.Width = m.pane.Width
		key := m.program.KeyName(keymap.WindowTop)
		rows[0] = canvas.Line(themes.Notice, "nothing of these lines · "+key+" goes to what is sent")
	}

	return rows
}

// lineIn is the line of the file, from 1, that a row of the output begins to show; 0 for none.
func lineIn(r *Reading, l pane.Row) int64 {
	if l.Seam > 0 || l.Row > 0 || l.Continued || l.Number == 0 {
		return 0
	}
	line, _ := r.shownLine(l.Number - 1)
	return line
}
