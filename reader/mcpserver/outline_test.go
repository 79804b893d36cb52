package mcpserver

import (
	"strings"
	"testing"

	"eyeline/reader/outline"
)

// TestOutlineCountsItsLines: the head of an outline says one line of a file that has one, and lines of another.
func TestOutlineCountsItsLines(t *testing.T) {
	for lines, want := range map[int64]string{0: "0 lines", 1: "1 line", 2: "2 lines"} {
		text, _ := outlineText(outline.Outline{TotalLines: lines, Language: "Go"}, 1, 100)
		if !strings.HasPrefix(text, want+" of Go") {
			t.Errorf("%d lines: %q", lines, text)
		}
	}
}
