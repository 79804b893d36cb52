package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/kit/jobs"
)

// TestGoldenMenus shows the panels that help to tune a read at two sizes.
func TestGoldenMenus(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {40, 10}} {
		for name, keys := range map[string][]string{
			"blocks":        {"tab", "4", "9", "G", "I", "k"},
			"blocks-by-two": {"tab", "3", "G", "I"},
			"symbols":       {"4", "2", "G", "O"},
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

// TestTheLadderSaysTheArguments: on 80 columns the row below the blocks has the arguments that they differ by.
func TestTheLadderSaysTheArguments(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, block, func(s *screen) {
		s.keys("4", "9", "G", "I", "c")
		s.has(`func Server.Handle: all but L37 · {"indentation":{"include_header":false}}`)
	})
}

// TestTheLadderGoesWithTheBlock: it is that of the current anchor, and other keys that change the block move in it.
func TestTheLadderGoesWithTheBlock(t *testing.T) {
	t.Parallel()
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
		s.has("▸ L57–L59", "anchor_line 58 · all levels · no header")
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
	t.Parallel()
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
	t.Parallel()
	onScreen(t, sample(t), 100, 30, nil, func(s *screen) {
		// Lines 56 to 59 are marked from below, and one is blank at the top.
		s.keys("5", "9", "G", "V", "5", "5", "G", "S")
		s.has("── reads that give L55–L59", "codex · slice", "exactly", "offset 55", "codex · block",
			"none: line 55 is blank", "L56–L59, 1 too few")
		s.keys("j", "j", "j", "enter")
		s.has("none: line 55 is blank, and a block neither begins nor ends with a blank line", "── reads that give L55–L59")
		s.keys("x", "G", "x")
		if len(s.copied) != 1 || !strings.Contains(s.copied[0], `eyeline emit --tool byte_window `) || !strings.Contains(s.copied[0], `start_byte`) {
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
	t.Parallel()
	onScreen(t, sample(t), 100, 30, nil, func(s *screen) {
		s.keys("ctrl+t", "V", "j", "j", "S")
		s.has("── reads that give L1–L3", "limit 3")
		s.keys("enter")
		s.has("codex · slice", "56 of 59 lines not sent")
	})
}

// TestLadderAndSolverAreStopped: closing a panel, or Ctrl-C, ends the work for it.
func TestLadderAndSolverAreStopped(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, block, func(s *screen) {
		s.keys("V")
		for _, c := range []struct {
			key  string
			kind jobs.Kind
		}{{"I", jobs.Ladder}, {"S", jobs.Cover}} {
			s.send(key(c.key))
			if !s.m.file.Text.Jobs.Runs(c.kind) {
				t.Fatalf("%s starts no job", c.key)
			}
			s.send(key("ctrl+c"))
			if s.m.file.Text.Jobs.Runs(c.kind) || s.quit {
				t.Errorf("%s: Ctrl-C does not stop it", c.key)
			}
			s.settle()
			s.has("stopped")
			s.keys("esc")
			s.send(key(c.key))
			s.send(key("esc"))
			if s.m.file.Text.Jobs.Runs(c.kind) || s.m.overlays.MenuOpen() {
				t.Errorf("%s: Esc does not close it", c.key)
			}
			s.settle()
		}
	})
}

// TestPresetsShowTheirResults reads the file with each preset while the list is open.
func TestPresetsShowTheirResults(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 120, 24, func(o *Options) {
		o.Presets = map[string]map[string]any{
			"few":    {"tool": "sage", "mode": "slice", "limit": int64(3)},
			"none":   {"tool": "codex", "mode": "slice", "limit": int64(0)},
			"small":  {"tool": "codex", "mode": "block", "max-levels": int64(1)},
			"unsure": {"tool": "gone"},
		}
	}, func(s *screen) {
		s.keys("P")
		s.has("few", "L1–L3, ≈", "sage · slice · limit 3", "refused: limit must be greater than zero",
			"L1–L2, ≈", "codex · block · max_levels 1", "now not: the preset's tool is \"gone\"")
		s.keys("type:small", "enter")
		s.has("codex · block", "levels 1")
		// What is read for a list ends with it.
		s.send(key("P"))
		if !s.m.file.Text.Jobs.Runs(jobs.Presets) {
			t.Fatal("the presets are not read")
		}
		s.send(key("esc"))
		s.settle()
		if s.m.file.Text.Jobs.Runs(jobs.Presets) {
			t.Error("the presets are read on")
		}
	})
}

// TestSymbolsOfOtherFiles: a file without symbols says so, and a list that was closed takes no more items.
func TestSymbolsOfOtherFiles(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "plain.txt", ""), 80, 12, nil, func(s *screen) {
		s.keys("O")
		s.has("no symbols were found in this file")
		s.keys("enter", "ctrl+o", "ctrl+t", "esc")
		s.lacks("── symbols")
		s.send(key("O"))
		s.send(key("ctrl+c"))
		s.settle()
		s.lacks("── symbols")
	})
	onScreen(t, written(t, "utf16.txt", "\xff\xfea\x00\n\x00\n\x00d\x00e\x00f\x00 \x00f\x00(\x00)\x00:\x00\n\x00 \x00 \x00x\x00\n\x00"), 80, 12, nil, func(s *screen) {
		s.keys("O", "ctrl+t")
		s.has("the tools read other bytes than are shown")
		s.keys("enter")
		s.lacks("── symbols")
	})
	// Exactly the lines of a symbol that no call of the current tool gives.
	onScreen(t, sample(t), 100, 24, block, func(s *screen) {
		s.keys("O", "type:banner", "ctrl+t")
		s.has("block", "· L30–L31") // with the comment above it
	})
}
