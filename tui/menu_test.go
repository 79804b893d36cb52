package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// TestGoldenMenus shows the panels that help to tune a read at two sizes.
func TestGoldenMenus(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 10}} {
		for name, keys := range map[string][]string{
			"blocks":        {"tab", "4", "9", "G", "I", "k"},
			"blocks-by-two": {"tab", "3", "G", "I"},
			"solved":        {"3", "8", "G", "V", "5", "4", "G", "S", "j"},
		} {
			path := sample(t)
			if name == "blocks-by-two" {
				path = written(t, "two.py", "def a():\n  if b:\n    c()\n  d()\n\ndef e():\n  pass\n")
			}
			onScreen(t, path, size[0], size[1], nil, func(s *screen) {
				s.keys(keys...)
				s.golden(fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), s.text())
			})
		}
	}
}

// TestTheLadderGoesWithTheBlock: it is that of the current anchor, and other keys that change the block move in it.
func TestTheLadderGoesWithTheBlock(t *testing.T) {
	onScreen(t, sample(t), 100, 30, block, func(s *screen) {
		s.keys("4", "9", "G", "I")
		s.has("── blocks of anchor 49", "▸ L37–L54")
		s.keys("c")
		s.has("no header", "▸ L38–L54")
		s.keys("s")
		s.has("▸ L1–L59", "siblings")
		s.keys("s", "c", "-")
		s.has("▸ L46–L52", "levels 2", "tokens")
		s.keys("j")
		s.has("▸ L39–L53", "levels 2 · siblings")
		s.keys("s")
		// Another anchor, by a search; letters are not typed into the panel.
		s.keys("/", "type:stopped = true", "enter")
		s.has("── blocks of anchor 58", "▸ L56–L59")
		s.keys("home")
		s.has("▸ L57–L59", "anchor 58 · all levels · no header")
		s.send(tea.MouseMsg{X: 5, Y: s.rowOf("L56–L59"), Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		s.settle()
		s.has("▸ L56–L59", "all levels")
		s.keys("ctrl+t")
		s.lacks("── blocks of")
	})
}

// rowOf is the row of the screen that has a text.
func (s *screen) rowOf(text string) int {
	s.t.Helper()
	for i, row := range strings.Split(s.text(), "\n") {
		if strings.Contains(row, text) {
			return i
		}
	}
	s.t.Fatalf("no row has %q:\n%s", text, s.text())
	return 0
}

// TestTheLadderOfARefusedAnchor says the tool's own words.
func TestTheLadderOfARefusedAnchor(t *testing.T) {
	onScreen(t, sample(t), 80, 24, func(o *Options) {
		block(o)
		o.Request = o.Request.WithFollow(false).At(99)
	}, func(s *screen) {
		s.keys("I")
		s.has("── blocks of anchor 99", "anchor_line exceeds file length")
		s.keys("j", "k", "enter")
		s.lacks("── blocks of")
	})
}

// TestMarkedLinesAreSolvedAndTaken takes the exact read of another mode, and copies its command.
func TestMarkedLinesAreSolvedAndTaken(t *testing.T) {
	onScreen(t, sample(t), 100, 30, nil, func(s *screen) {
		// Lines 56 to 59 are marked from below, and one is blank at the top.
		s.keys("5", "9", "G", "V", "5", "5", "G", "S")
		s.has("── reads that give L55–L59", "codex · slice", "exactly", "offset 55", "codex · block",
			"no call is exact: line 55 is blank", "L56–L59, 1 too few")
		s.keys("j", "j", "j", "enter")
		s.has("none: line 55 is blank, and a block neither begins nor ends with a blank line", "── reads that give L55–L59")
		s.keys("x", "G", "x")
		if len(s.copied) != 1 || !strings.Contains(s.copied[0], `eyeline emit --tool byte_window `) || !strings.Contains(s.copied[0], `"start_byte":`) {
			t.Errorf("copied %q", s.copied)
		}
		s.keys("enter")
		s.has("byte_window · bytes", "L55–L59")
		s.lacks("5 lines marked", "── reads that give")
		s.keys("z")
		s.has("codex · slice")
	})
}

// TestMarkedLinesAreSolvedWithoutATool turns the tool on that is taken.
func TestMarkedLinesAreSolvedWithoutATool(t *testing.T) {
	onScreen(t, sample(t), 100, 30, nil, func(s *screen) {
		s.keys("ctrl+t", "V", "j", "j", "S")
		s.has("── reads that give L1–L3", "limit 3")
		s.keys("enter")
		s.has("codex · slice", "L1–L3", "model gets")
	})
}

// TestLadderAndSolverAreStopped: closing a panel, or Ctrl-C, ends the work for it.
func TestLadderAndSolverAreStopped(t *testing.T) {
	onScreen(t, sample(t), 80, 24, block, func(s *screen) {
		s.keys("V")
		for _, c := range []struct {
			key  string
			kind jobKind
		}{{"I", jobLadder}, {"S", jobCover}} {
			s.send(key(c.key))
			if !s.m.jobs.runs(c.kind) {
				t.Fatalf("%s starts no job", c.key)
			}
			s.send(key("ctrl+c"))
			if s.m.jobs.runs(c.kind) || s.quit {
				t.Errorf("%s: Ctrl-C does not stop it", c.key)
			}
			s.settle()
			s.has("stopped")
			s.keys("esc")
			s.send(key(c.key))
			s.send(key("esc"))
			if s.m.jobs.runs(c.kind) || s.m.menuOpen() {
				t.Errorf("%s: Esc does not close it", c.key)
			}
			s.settle()
		}
	})
}
