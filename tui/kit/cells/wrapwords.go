package cells

import (
	"slices"
	"strings"
)

// WrapWords divides a sanitized text into rows of at most width cells, between words where it can. Only a blank at
// which a row ends is left out. It returns at least one row.
func WrapWords(s string, width int) []string {
	width = max(width, 1)
	var rows []string
	row := ""
	wide := 0
	for i, word := range strings.Split(s, " ") {
		w := Width(word)
		if i > 0 && wide+1+w <= width {
			row += " " + word
			wide += 1 + w
			continue
		}

		if i > 0 {
			rows = append(rows, row)
		}

		for w > width { // no blank to break at
			piece := beginning(word, width)
			if piece == "" {
				break // a character wider than the row is cut off when it is drawn
			}
			rows = append(rows, piece)
			word = word[len(piece):]
			w -= Width(piece)
		}

		row = word
		wide = w
	}

	return append(rows, row)
}

// WrapWordsIn is [WrapWords] in most rows, at least one: the last of them ends with a sign where more would follow.
func WrapWordsIn(s string, width, most int) []string {
	return FirstRows(WrapWords(s, width), width, max(most, 1))
}

// FirstRows are the first of rows of at most width cells, at most most: the last of them ends with a sign where more
// would follow.
func FirstRows(rows []string, width, most int) []string {
	if len(rows) <= most || most <= 0 {
		return rows[:min(len(rows), max(most, 0))]
	}

	first := slices.Clone(rows[:most])
	last := strings.TrimRight(Truncate(first[most-1], max(width-1, 0), ""), " ·,;:")
	first[most-1] = last + "…"
	return first
}
