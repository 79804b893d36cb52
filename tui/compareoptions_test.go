package tui

import (
	"context"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/tui/file/document"
	"eyeline/tui/kit/jobs"
)

// TestTwoSetsOfOptions compares a tool with itself: each side is tuned, what differs is named and marked, the sides
// change places, one is taken, and leaving goes back.
func TestTwoSetsOfOptions(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", numbered(30)+strings.Repeat("x", 600)+"\n")
	presets := func(o *Options) {
		o.Presets = map[string]map[string]any{"few": {"tool": "codex", "mode": "slice", "limit": int64(5)}}
	}
	onScreen(t, path, 120, 24, presets, func(s *screen) {
		s.keys("o", "1", "0", "enter", "esc")
		s.keys("C", "type:other", "enter")
		s.has("─▸ codex · slice · L1–L10", "── the same options · L1–L10", "+ - o change the tuned side", "Tab other side")
		s.lacks("+ L", "~ L")
		s.keys("tab", "o", "5", "enter", "esc")
		s.has("── limit 10 · L1–L10", "─▸ limit 5 · L1–L5", "+ L6:", "+ L10:")
		s.lacks("+ L5:", "~ L")
		left := func() bool {
			return strings.HasPrefix(strings.Split(s.text(), "\n")[2], "── limit 10")
		}
		if !left() {
			t.Fatalf("the side that is not tuned has moved:\n%s", s.text())
		}
		s.keys("X")
		if left() {
			t.Fatalf("the sides have not changed places:\n%s", s.text())
		}
		s.has("─▸ limit 5")
		s.keys("]") // both sides are of the same place
		s.has("limit 5 · L6–L10", "limit 10 · L6–L15", "+ L11:")
		s.keys("esc")
		s.has("limit 10\n", "· L6–L15")
		s.lacks("loses", "limit 5")
		s.keys("z")
		s.has("limit 5")

		s.keys("C", "type:preset", "enter", "tab", "-", "enter")
		s.has("taken: codex · slice · limit 4", "limit 4\n")
	})
}

// What is counted of the calls is of the half that was tuned then, and each half has the windows before it.
func TestEachHalfHasItsOwnCalls(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", numbered(4500)), 200, 24, nil, func(s *screen) {
		s.keys("]", "C", "type:other", "enter")
		late := jobs.Ask(s.m.file.Text.Jobs, jobs.Calls, func(context.Context) int64 { return 77 },
			func(left int64) tea.Cmd {
				s.m.file.Preview.Reading.Left = left
				return nil
			})
		s.m.file.Preview.Reading.LeftKnown = false
		s.send(key("tab"))
		s.send(late())
		s.later()
		if r := s.m.file.Preview.Reading; r.Call != 2 || r.Left != 1 || !r.LeftKnown {
			t.Errorf("call %d, and %d are left", r.Call, r.Left)
		}
	})
}

// TestBothSidesAreReadOnTheSameSystem: with --system windows the other side, too, has the paths of Windows.
func TestBothSidesAreReadOnTheSameSystem(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.txt", numbered(30))
	onDocument(t, func(o Options) (*document.Document, error) {
		return document.Open(path, document.Options{System: o.Input.System})
	}, 120, 20, func(o *Options) {
		o.Paths, o.Input.System = []string{path}, ospath.Windows
	}, func(s *screen) {
		for _, other := range []string{"other", "opencode"} {
			s.keys("C", "type:"+other, "enter")
			_, read := s.m.file.ToolPanels.Comparing.OtherOutput()
			if read == nil || !strings.Contains(string(read.Args), `"C:\\`) {
				t.Fatalf("%s: the other side is asked %+v\n%s", other, read, s.text())
			}
			s.keys("tab")
			if args := string(s.m.file.Preview.Reading.Args); !strings.Contains(args, `"C:\\`) {
				t.Errorf("%s: the side that is tuned is asked %s", other, args)
			}
			s.keys("esc")
		}
	})
}

// TestEachHalfSaysWhatItHasOfAFunction: the model line says of the side that is tuned next, too, and of the one that is
// taken, whether the function around the anchor is whole.
func TestEachHalfSaysWhatItHasOfAFunction(t *testing.T) {
	withEveryTool(t)
	onScreen(t, decorated(t), 120, 24, with(tools.ModeBlock, "codex"), func(s *screen) {
		s.keys("1", "1", "G")
		s.later()
		s.has("def name: whole, 11 extra lines")
		s.keys("C", "type:other", "enter")
		s.later()
		s.keys("tab")
		s.later()
		s.has("codex: all 18 lines sent", "def name: whole, 11 extra lines")
		s.keys("enter")
		s.later()
		s.has("taken: codex · block", "def name: whole, 11 extra lines")
	})
}

// TestCompareWithTypedArguments: an argument that is typed in the list is what the tool is compared with, and beside a
// block, which no other tool gives, the list begins with the tool's own options.
func TestCompareWithTypedArguments(t *testing.T) {
	withEveryTool(t)
	onScreen(t, decorated(t), 120, 24, with(tools.ModeBlock, "codex"), func(s *screen) {
		s.keys("1", "1", "G", "C")
		s.has("▸ other options")
		s.keys("type:max_levels 1")
		s.has("▸ with max_levels 1", "codex again, with max_levels 1")
		s.keys("enter")
		s.later()
		s.has("─▸ all levels", "── max_levels 1")
	})
	onScreen(t, written(t, "f.txt", numbered(30)), 120, 24, nil, func(s *screen) {
		s.keys("C", "type:limit=5", "enter")
		s.later()
		s.has("── limit 5 · L1–L5")
		s.keys("esc", "C", "type:limit 5") // tools match by their texts, too
		s.has("▸ with limit 5")
		s.keys("esc", "C", "type:offset 20") // both sides stand at one place
		s.lacks("with offset 20")
		s.keys("esc", "C", "type:limit much", "enter")
		s.has("no tool matches")
	})
}
