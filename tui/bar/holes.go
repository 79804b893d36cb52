package bar

import (
	"fmt"
	"strings"

	"eyeline/reader/window"
	"eyeline/tui/words"
)

// holes counts what the window leaves out between its runs: lines touched by no run, and bytes.
func holes(w window.Window) (lines, bytes int64) {
	spans := w.Spans()
	for i := 1; i < len(spans); i++ {
		bytes += spans[i].Start - spans[i-1].End
		if spans[i].First > 0 && spans[i-1].Last > 0 {
			lines += max(spans[i].First-spans[i-1].Last-1, 0)
		}
	}
	return lines, bytes
}

// Holes says what is left out between a window's runs; "" when nothing is.
func Holes(w window.Window) string {
	lines, bytes := holes(w)
	switch {
	case bytes == 0:
		return ""
	case lines == 0:
		return words.Size(bytes) + " cut from the middle"
	}
	return words.Count(lines, "line") + " (" + words.Size(bytes) + ") cut from the middle"
}

// runsText is the ranges of lines of a window with holes: the first and the last ones where they are many.
func runsText(w window.Window) string {
	spans := w.Spans()
	var texts []string
	for i, s := range spans {
		switch {
		case len(spans) > 3 && i > 0 && i < len(spans)-1:
			if i == 1 {
				texts = append(texts, fmt.Sprintf("… %d more …", len(spans)-2))
			}
		case s.First == 0:
			texts = append(texts, fmt.Sprintf("@%s–%s", words.Group(s.Start), words.Group(s.End)))
		case s.First == s.Last:
			texts = append(texts, fmt.Sprintf("L%d", s.First))
		default:
			texts = append(texts, fmt.Sprintf("L%d–L%d", s.First, s.Last))
		}
	}
	return strings.Join(texts, ", ")
}
