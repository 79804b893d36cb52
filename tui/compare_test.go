package tui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/themes"
)

// The model pane moves after a comparison was closed by going to the next panes, and after one was replaced by another.
func TestPanesMoveAfterAComparison(t *testing.T) {
	path := written(t, "f.txt", numbered(500))
	onScreen(t, path, 80, 24, nil, func(s *screen) {
		s.keys("C", "enter", "p")
		before := s.text()
		s.keys(" ", " ")
		if s.text() == before {
			t.Errorf("the model pane does not move:\n%s", s.text())
		}
	})
	onScreen(t, path, 80, 24, nil, func(s *screen) {
		s.keys("C", "enter", "C", "down", "enter")
		before := s.text()
		s.keys(" ", " ")
		if s.text() == before {
			t.Errorf("the comparison does not move:\n%s", s.text())
		}
	})
}

// Both sides of a comparison begin with the tool's own first lines and are in step; the side that keys tune is marked,
// and a side that loses nothing does not look as if it did.
func TestComparisonBeginsInStep(t *testing.T) {
	withEveryTool(t)
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "word%d is here\n", i+1)
	}
	path := written(t, "f.txt", text.String())
	for _, two := range [][2]string{{"codex_exec", "claude_code"}, {"claude_code", "codex_exec"}, {"codex_exec", "copilot_chat"}} {
		onScreen(t, path, 140, 20, func(o *Options) {
			o.Request = o.Request.WithModeTool(tools.ModeSlice, two[0])
			o.Panes = "both"
		}, func(s *screen) {
			s.keys("C", "type:"+two[1], "enter")
			s.later()
			s.has("─▸ "+two[0]+" ", "Chunk ID: ", "loses nothing")
			inStep := func(when string) {
				t.Helper()
				n := 0
				for _, row := range strings.Split(s.text(), "\n") {
					words := regexp.MustCompile(`word\d+ `).FindAllString(row, -1)
					if n += len(words); len(words) == 1 || len(words) == 2 && words[0] != words[1] {
						t.Errorf("%v, %s: a row has %q:\n%s", two, when, words, s.text())
						return
					}
				}
				if n == 0 {
					t.Errorf("%v, %s: no line is shown", two, when)
				}
			}
			inStep("at first")
			for range 3 {
				s.keys("J")
				inStep("scrolled by a row")
			}
			s.keys(" ")
			inStep("scrolled by a screen")
			s.keys("g")
			inStep("back at the top")
			s.has("Chunk ID: ")
			s.m.theme, _ = themes.New(themes.DefaultDark, themes.TrueColor)
			for _, row := range s.m.file.Rows(20) {
				if strings.Contains(row, s.m.theme.Style(themes.Lost)) {
					t.Errorf("%v: nothing is lost, and %q is red", two, row)
				}
			}
		})
	}
}

// TestHalvesOneAboveTheOtherBeginWithTheirHeads: where the head leaves room for a line of the file.
func TestHalvesOneAboveTheOtherBeginWithTheirHeads(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.txt", strings.Repeat("a line\n", 300))
	for height, begins := range map[int]string{44: "+ Chunk ID: ", 16: "  a line"} {
		onScreen(t, path, 80, height, func(o *Options) {
			o.Request = o.Request.WithModeTool(tools.ModeSlice, "claude_code")
		}, func(s *screen) {
			s.keys("C", "type:codex_exec", "enter")
			s.later()
			_, below, _ := strings.Cut(s.text(), "── codex_exec ")
			if _, below, _ = strings.Cut(below, "\n"); !strings.HasPrefix(below, begins) {
				t.Errorf("%d rows:\n%s", height, s.text())
			}
			s.keys("J")
			s.lacks("Chunk ID")
			s.keys("g")
			if strings.Contains(s.text(), "Chunk ID") != (height > 16) {
				t.Errorf("%d rows, back at the top:\n%s", height, s.text())
			}
		})
	}
}
