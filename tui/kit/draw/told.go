package draw

import (
	"strings"

	"eyeline/themes"
	"eyeline/tui/kit/cells"
)

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
