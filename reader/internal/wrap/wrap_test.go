package wrap

import (
	"slices"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
)

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil, "one": {"one"}, "漢字 漢字": {"漢字", "漢字"}, "äöü äöü": {"äöü äöü"}, "one two three": {"one two", "three"}, "longerthanall a": {"longerthanall", "a"},
	} {
		if got := Words(text, 8); !slices.Equal(got, want) {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
}

// TestANameLosesItsMiddle: a name that is too long keeps both ends, in cells and not in bytes or characters.
func TestANameLosesItsMiddle(t *testing.T) {
	for name, want := range map[string]string{"short": "short", "0123456789": "0123456789", "reader/check/table.go": "read…le.go", "äöüäöüäöüäöü": "äöüä…öüäöü", "漢字漢字漢字": "漢字…漢字"} {
		if got := withoutMiddle(name, 10); got != want {
			t.Errorf("%q: %q, not %q", name, got, want)
		}
	}
}

// TestTable: numbers stand below each other, and a row is not wider than it may be. Columns that have no room beside
// the others stand below them.
func TestTable(t *testing.T) {
	rows := [][]string{{"file", "bytes"}, {"a-folder/with/a/name.txt", "12"}, {"b", "1,234"}}
	wide := [][]string{{"文件", "数"}, {"漢字漢字漢字漢字漢字漢字", "12"}, {"b", "1,234"}}
	many := [][]string{{"tool", "whole", "part", "bytes"}, {"codex", "1", "12", "100%"}}
	for _, c := range []struct {
		rows  [][]string
		width int
		want  string
	}{
		{rows, 80, "file                      bytes|a-folder/with/a/name.txt     12|b                         1,234"},
		{rows, 25, "file                bytes|a-folder…/name.txt     12|b                   1,234"},
		{wide, 31, "文件                         数|漢字漢字漢字漢字漢字漢字     12|b                         1,234"},
		{wide, 25, "文件                   数|漢字漢字…漢字漢字      12|b                   1,234"},
		{many, 25, "tool   whole  part  bytes|codex      1    12   100%"},
		{many, 24, "tool   whole  part|codex      1    12||tool   bytes|codex   100%"},
		{many, 5, "tool   whole|codex      1||tool   part|codex    12||tool   bytes|codex   100%"},
	} {
		if got := strings.Join(Table(c.rows, c.width), "|"); got != c.want {
			t.Errorf("in %d: %s", c.width, got)
		}
	}
}

// TestRowsHaveCells: no row of a table is wider than it may be, whatever the characters of its names.
func TestRowsHaveCells(t *testing.T) {
	for _, char := range []string{"a", "漢", "é", "e\u0301", "👩‍👩‍👧", "🇩🇪"} {
		rows := [][]string{{"file", "bytes", "lost"}, {strings.Repeat(char, 44) + ".txt", "81,526", "74%"}}
		for width := 30; width < 100; width++ {
			for _, line := range Table(rows, width) {
				if got := displaywidth.String(line); got > width {
					t.Errorf("%q has %d cells in %d", line, got, width)
				}
			}
		}
	}
}
