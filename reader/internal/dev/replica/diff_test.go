package replica

import (
	"fmt"
	"strings"
)

// most of a difference that is shown.
const (
	maxLines      = 6
	maxLineBytes  = 160
	aroundInLines = 1
)

// diff shows where two contents differ, a few lines of each, - for the tool here and + for the agent.
func diff(want, got string) string {
	if want == got {
		return ""
	}
	a, b := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	first := 0
	for first < len(a) && first < len(b) && a[first] == b[first] {
		first++
	}
	endA, endB := len(a), len(b)
	for endA > first && endB > first && a[endA-1] == b[endB-1] {
		endA, endB = endA-1, endB-1
	}
	var out strings.Builder
	fmt.Fprintf(&out, "@@ line %d; %d bytes here, %d from the agent @@\n", first+1, len(want), len(got))
	for _, l := range a[max(first-aroundInLines, 0):first] {
		fmt.Fprintf(&out, "  %s\n", quoted(l, 0))
	}
	column := 0
	if first < endA && first < endB {
		column = differAt(a[first], b[first])
	}
	some(&out, "- ", a[first:endA], column)
	some(&out, "+ ", b[first:endB], column)
	return out.String()
}

func some(out *strings.Builder, sign string, lines []string, column int) {
	for i, l := range lines {
		if i == maxLines {
			fmt.Fprintf(out, "%s… %d more lines\n", sign, len(lines)-i)
			return
		}
		fmt.Fprintf(out, "%s%s\n", sign, quoted(l, column))
	}
}

// differAt is the number of bytes that two lines begin with alike.
func differAt(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// quoted is a line in quotes; of a long one, what is around a column.
func quoted(l string, column int) string {
	if len(l) <= maxLineBytes {
		return fmt.Sprintf("%q", l)
	}
	from := min(max(column-maxLineBytes/2, 0), len(l)-maxLineBytes)
	before, after := "", ""
	if from > 0 {
		before = "…"
	}
	if from+maxLineBytes < len(l) {
		after = "…"
	}
	return before + fmt.Sprintf("%q", l[from:from+maxLineBytes]) + after
}
