package wrap

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Table lays rows out in columns: the first to the left, the others to the right. Where a row would have more than
// width characters, the names in the first column lose their middle.
func Table(rows [][]string, width int) (lines []string) {
	const least = 16 // characters of a name
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, c := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	for _, w := range widths[1:] {
		width -= w + 2
	}
	widths[0] = min(widths[0], max(width, least))
	for _, row := range rows {
		line := fmt.Sprintf("%-*s", widths[0], withoutMiddle(row[0], widths[0]))
		for i, c := range row[1:] {
			line += fmt.Sprintf("  %*s", widths[i+1], c)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// withoutMiddle is a name of at most width characters: a longer one has a mark in place of its middle, since its end
// tells it from others.
func withoutMiddle(name string, width int) string {
	all := []rune(name)
	if len(all) <= width {
		return name
	}
	head := (width - 1) / 2
	return string(all[:head]) + "…" + string(all[len(all)-(width-1-head):])
}
