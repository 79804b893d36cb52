package draw

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/kit/cells"
)

// Note draws a text, which may be any, in exactly height rows: where it is longer, the last one ends with a sign.
func (c Canvas) Note(role themes.Role, text string, height int) (rows []string) {
	lines := cells.WrapWords(cells.Sanitize(text), max(c.Width-2, 1))
	if len(lines) > height && height > 0 {
		lines = lines[:height]
		lines[height-1] = cells.WrapWords(lines[height-1], max(c.Width-4, 1))[0] + " …"
	}
	for _, line := range lines {
		rows = append(rows, c.Line(role, " "+line))
	}
	return Fill(rows, height, c.Width)
}

// Paragraph draws all of a text, which may be any, in as many rows as it takes.
func (c Canvas) Paragraph(role themes.Role, text string) (rows []string) {
	for _, line := range cells.WrapWords(cells.Sanitize(text), max(c.Width-2, 1)) {
		rows = append(rows, c.Line(role, " "+line))
	}
	return rows
}

// Told draws what is said where a list has no rows, at most height rows of it: the first line says what is so, those
// after it what was looked for and what comes next. A line that is too long goes on below itself, two cells further in.
func (c Canvas) Told(text string, height int) (rows []string) {
	const margin, further = 2, 2
	role := themes.Text
	for line := range strings.SplitSeq(text, "\n") {
		blank := len(line) - len(strings.TrimLeft(line, " "))
		indent := strings.Repeat(" ", margin+blank)
		for i, part := range cells.WrapWords(line[blank:], max(c.Width-margin-blank-further, 1)) {
			if i == 1 {
				indent += strings.Repeat(" ", further)
			}
			if len(rows) < height {
				rows = append(rows, c.Line(role, indent+part))
			}
		}

		role = themes.Dim
	}

	return rows
}
