package wrap

import (
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

const (
	leastName = 16 // cells of a name in the first column that is too long
	gap       = 2  // cells between columns
)

// Table lays rows out in columns: the first to the left, the others to the right. Where a row would have more than
// width cells, the names in the first column lose their middle; where that is not enough, the other columns stand in
// more than one table, each with the first column, and a blank line between them.
func Table(rows [][]string, width int) (lines []string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, c := range row {
			widths[i] = max(widths[i], displaywidth.String(c))
		}
	}

	for from := 1; ; {
		to := from
		others := 0
		for to < len(widths) && (to == from || min(widths[0], leastName)+others+gap+widths[to] <= width) {
			others += gap + widths[to]
			to++
		}

		names := min(widths[0], max(width-others, leastName))
		for _, row := range rows {
			line := left(withoutMiddle(row[0], names), names)
			for i, c := range row[from:to] {
				line += strings.Repeat(" ", gap+widths[from+i]-displaywidth.String(c)) + c
			}
			lines = append(lines, strings.TrimRight(line, " "))
		}

		from = to
		if from >= len(widths) {
			return lines
		}

		lines = append(lines, "")
	}
}

// left is a text with blanks up to width cells.
func left(text string, width int) string {
	return text + strings.Repeat(" ", max(width-displaywidth.String(text), 0))
}

// withoutMiddle is a name of at most width cells: a longer one has a mark in place of its middle, since its end tells
// it from others.
func withoutMiddle(name string, width int) string {
	if displaywidth.String(name) <= width {
		return name
	}

	var clusters []string
	for g := displaywidth.StringGraphemes(name); g.Next(); {
		clusters = append(clusters, g.Value())
	}

	head := (width - 1) / 2
	before := fitting(clusters, head)
	slices.Reverse(clusters)
	after := fitting(clusters, width-1-head)
	slices.Reverse(after)
	return strings.Join(before, "") + "…" + strings.Join(after, "")
}

// fitting are the first clusters, as many as have room in cells.
func fitting(clusters []string, room int) []string {
	n := 0
	for n < len(clusters) && displaywidth.String(clusters[n]) <= room {
		room -= displaywidth.String(clusters[n])
		n++
	}
	return slices.Clone(clusters[:n])
}
