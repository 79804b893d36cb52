package patch

import (
	"slices"
	"strings"

	"eyeline/reader/lists"
	"eyeline/reader/transcript/record"
)

// around is how many lines before and after a change a hunk of Between has.
const around = 3

// Between are the hunks that make one text of a file of another, each with some of the lines around it. Line ends do
// not count: a line is the same with CR LF at its end, and the last one also without any. Texts need not be UTF-8.
func Between(before, after string) (hunks []record.Hunk) {
	rows := rowsBetween(linesOf(before), linesOf(after))
	isChange := func(row string) bool { return row[0] != ' ' }
	number := int64(1) // of the line before the change that comes next
	isInside := false
	for i, row := range rows {
		wasInside := isInside
		isInside = slices.ContainsFunc(rows[max(i-around, 0):min(i+around+1, len(rows))], isChange)
		if isInside && !wasInside {
			hunks = append(hunks, record.Hunk{Old: number})
		}
		if isInside {
			h := &hunks[len(hunks)-1]
			h.Lines = append(h.Lines, row)
		}
		if row[0] != '+' {
			number++
		}
	}
	return hunks
}

func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// rowsBetween are all lines of two texts, each with its mark: ' ' in both, '-' in the old one alone, '+' in the new
// one.
func rowsBetween(old, now []string) (rows []string) {
	withoutCR := func(line string) string { return strings.TrimSuffix(line, "\r") }
	match := Align(lists.Map(old, withoutCR), lists.Map(now, withoutCR))
	next := 0 // in the new text
	for i, at := range match {
		if at < 0 {
			rows = append(rows, "-"+old[i])
			continue
		}
		for ; next < at; next++ {
			rows = append(rows, "+"+now[next])
		}
		rows = append(rows, " "+now[next])
		next++
	}
	for ; next < len(now); next++ {
		rows = append(rows, "+"+now[next])
	}
	return rows
}
