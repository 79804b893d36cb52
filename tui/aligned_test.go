package tui

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/tui/file/layout"
)

// wordFile is a file of a number of lines, each of which names its own.
func wordFile(t *testing.T, lines int) string {
	t.Helper()
	var text strings.Builder
	for i := range lines {
		fmt.Fprintf(&text, "word%d is here\n", i+1)
	}
	return written(t, "f.txt", text.String())
}

var wordNumber = regexp.MustCompile(`word(\d+)\b`)

// comparedRows are the lines of the file on the rows of both sides, 0 for a row that shows none.
func comparedRows(s *screen) (rows [][2]int) {
	areas := s.m.file.Panes.Areas()
	grid := strings.Split(s.text(), "\n")
	numberIn := func(r layout.Rect, row int) int {
		cells := []rune(grid[r.Y+row])
		cells = cells[min(r.X, len(cells)):min(r.X+r.Width, len(cells))]
		found := wordNumber.FindStringSubmatch(string(cells))
		if found == nil {
			return 0
		}
		n, _ := strconv.Atoi(found[1])
		return n
	}
	left, right := areas.Compared[0].Output, areas.Compared[1].Output
	if left.Height != right.Height && areas.TwoPanes() {
		s.t.Fatalf("the sides have %d and %d rows", left.Height, right.Height)
	}
	for row := range min(left.Height, right.Height) {
		rows = append(rows, [2]int{numberIn(left, row), numberIn(right, row)})
	}
	return rows
}

// checkCompared checks that each row of a comparison has one line of the file, or blanks, in the file's order.
func checkCompared(s *screen, when string) {
	s.t.Helper()
	last := 0
	for i, r := range comparedRows(s) {
		n := max(r[0], r[1])
		if r[0] > 0 && r[1] > 0 && r[0] != r[1] || n > 0 && n <= last {
			s.t.Fatalf("%s, row %d has the lines %v after %d:\n%s", when, i, r, last, s.text())
		}
		last = max(last, n)
	}
}

// TestComparisonsOfRandomWindows: wherever two reads of a tool lie in the file, and however they are scrolled, each row
// shows one line of the file on both sides, or is blank on one.
func TestComparisonsOfRandomWindows(t *testing.T) {
	withTools(t, "claude_code", "codex_exec", "copilot_chat", "gemini_cli", "opencode")
	path := wordFile(t, 400)
	rnd := rand.New(rand.NewPCG(11, 12))
	sizes := [][2]int{{60, 14}, {80, 24}, {100, 20}, {120, 30}, {200, 40}, {40, 20}}
	names := []string{"claude_code", "codex_exec", "copilot_chat", "gemini_cli", "opencode"}
	moves := []string{"j", "k", " ", "b", "G", "g", "d", "u", "J", "tab", "X", "+", "-", "]", "["}
	windows := 12
	if !longtest.IsRequested() {
		windows = systemtest.Many(len(sizes), 2)
	}
	for n := range windows {
		size := sizes[n%len(sizes)]
		first := names[rnd.IntN(len(names))]
		onScreen(t, path, size[0], size[1], func(o *Options) {
			o.Request = o.Request.WithModeTool(tools.ModeSlice, first).At(1 + rnd.Int64N(200)).Sized(1 + rnd.Int64N(150))
		}, func(s *screen) {
			other := names[rnd.IntN(len(names))]
			if other == first {
				other = "other"
			}
			s.keys("C", "type:"+other, "enter")
			for range rnd.IntN(20) {
				s.keys("+")
			}
			done := "opened with " + first + " and " + other
			checkCompared(s, done)
			for range 12 {
				key := moves[rnd.IntN(len(moves))]
				s.keys(key)
				s.later()
				done += ", " + key
				checkCompared(s, done)
			}
		})
	}
}

// TestComparisonSaysWhatIsCommon: how many lines are not sent to one side stands over both, by what tells the two apart,
// which the titles keep, too.
func TestComparisonSaysWhatIsCommon(t *testing.T) {
	t.Parallel()
	path := wordFile(t, 400)
	onScreen(t, path, 80, 24, with(tools.ModeSlice, "codex"), func(s *screen) {
		s.keys("o", "1", "0", "enter", "esc", "C", "type:other", "enter")
		s.has("both send the same 10 lines")
		s.keys("o", "4", "0", "enter", "esc")
		s.has("only limit 40: 30 lines · both: 10 · neither: 360", "─▸ limit 40 · L1–L40", " tuned ─│── limit 10 · L1–L10")
		s.keys("X")
		s.has("only limit 40: 30 lines · both: 10 · neither: 360", "── limit 10 · L1–L10", "│─▸ limit 40 · L1–L40")
		s.keys("tab")
		s.has("only limit 40: 30 lines · both: 10 · neither: 360", "─▸ limit 10", "│── limit 40")
	})
	onScreen(t, path, 40, 20, with(tools.ModeSlice, "codex"), func(s *screen) {
		s.keys("o", "1", "0", "enter", "esc", "C", "type:other", "enter", "o", "5", "enter", "esc")
		s.has("-5  neither 390  both 5")
	})
}

// TestHalvesHaveWhatToolsGive: at each width both halves have the numbers that their tools give. Beside a tool that gives
// none a column of its own has those of the file, for the rows of both halves.
func TestHalvesHaveWhatToolsGive(t *testing.T) {
	withTools(t, "gemini_cli")
	path := wordFile(t, 400)
	keys := []string{"o", "1", "0", "enter", "esc", "C", "type:other", "enter", "o", "4", "0", "enter", "esc", "tab"}
	for _, width := range []int{80, 120} {
		onScreen(t, path, width, 24, with(tools.ModeSlice, "codex"), func(s *screen) {
			s.keys(keys...)
			s.later()
			s.has("  L10: word10 is here", "│  L10: word10 is here", "+ L11: word11 is here")
			s.keys("X")
			s.later()
			s.has("│+ L11: word11 is here")
		})
	}
	onScreen(t, path, 80, 24, with(tools.ModeSlice, "gemini_cli"), func(s *screen) {
		s.keys("C", "type:other", "enter", "o", "1", "0", "enter", "esc", "g")
		s.later()
		s.has("tool │+ ", "   9 │  word9 is here", "│  word9 is here", "  11 │  ")
	})
}

// TestOneRowNamesBothHalvesOnALowScreen: with the sign of each, and how many lines only it gives.
func TestOneRowNamesBothHalvesOnALowScreen(t *testing.T) {
	t.Parallel()
	onScreen(t, wordFile(t, 400), 40, 8, with(tools.ModeSlice, "codex"), func(s *screen) {
		s.keys("C", "type:other", "enter")
		s.later()
		s.has("─▸ the same options  both 400 ─")
		s.keys("o", "4", "0", "enter", "esc")
		s.later()
		s.has("─▸ + limit 40  -360 limit 2000  both 40", "L4: word4")
	})
}

// TestScrollingMovesBothSides: by rows, by screens, to the ends and sideways, also where one side is blank.
func TestScrollingMovesBothSides(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "%s word%d is here\n", strings.Repeat("x", 95), i+1)
	}
	path := written(t, "f.txt", text.String())
	onScreen(t, path, 100, 20, with(tools.ModeSlice, "codex"), func(s *screen) {
		s.keys("o", "5", "enter", "esc", "C", "type:other", "enter", "o", "type:100", "enter", "esc")
		s.has("only limit 100: 95 lines · both: 5")
		s.keys("right", "right", "right", "right")
		rows := comparedRows(s)
		if rows[0] != [2]int{1, 1} || rows[6] != [2]int{7, 0} {
			t.Errorf("the rows are %v:\n%s", rows, s.text())
		}
		for _, step := range []struct {
			key  string
			left int
		}{{"j", 2}, {" ", 17}, {"G", 87}, {"g", 1}} {
			s.keys(step.key)
			if rows := comparedRows(s); step.key != "G" && rows[0][0] != step.left || rows[0][1] != 0 && rows[0][1] != rows[0][0] {
				t.Errorf("after %s the rows are %v:\n%s", step.key, rows, s.text())
			}
		}
		s.keys("/", "type:word60 ", "enter")
		s.has("word60 ")
		s.keys("y")
		if len(s.copied) != 1 || strings.Count(s.copied[0], "word") != 100 {
			t.Errorf("copied is %.200q", s.copied)
		}
		s.keys("tab", "enter")
		s.has("limit 5 ")
		s.lacks("only limit")
	})
}

// TestLeavingAComparisonTakesTheBlankRowsAway: what the model gets is shown again as it is.
func TestLeavingAComparisonTakesTheBlankRowsAway(t *testing.T) {
	t.Parallel()
	path := wordFile(t, 100)
	onScreen(t, path, 100, 24, with(tools.ModeSlice, "codex"), func(s *screen) {
		s.keys("o", "5", "enter", "esc", "p")
		alone := s.text()
		s.keys("C", "type:other", "enter", "tab", "o", "type:40", "enter", "esc", "tab")
		s.has("only limit 40: 35 lines")
		s.keys("esc")
		s.later()
		if now := s.text(); withoutLastRow(now) != withoutLastRow(alone) {
			t.Errorf("the model's view is\n%s\nit was\n%s", now, alone)
		}
	})
}

// withoutLastRow is a screen without its last row, which has hints and messages.
func withoutLastRow(screen string) string {
	rows := strings.Split(strings.TrimSuffix(screen, "\n"), "\n")
	return strings.Join(rows[:len(rows)-1], "\n")
}

// TestAComparisonChopsLines: a line is a row there, however the setting is.
func TestAComparisonChopsLines(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", strings.Repeat(strings.Repeat("y", 200)+"\n", 20))
	onScreen(t, path, 80, 24, func(o *Options) {
		with(tools.ModeSlice, "codex")(o)
		o.Long.Wrap = true
	}, func(s *screen) {
		s.keys("C", "type:other", "enter")
		s.has("L19:")
		s.keys("W")
		s.has("L19:", "a row for each line")
		s.keys("esc", "p")
		s.later()
		s.lacks("L19:")
	})
}

// TestNumbersOfTheLongerHalf: a tool that numbers its lines gives more of them than the one beside it, which numbers none;
// the column of numbers has room for those of both, and no row is wider than the screen.
func TestNumbersOfTheLongerHalf(t *testing.T) {
	withTools(t, "gemini_cli", "kimi_code")
	path := written(t, "f.txt", strings.Repeat("x\n", 12_000))
	onScreen(t, path, 160, 14, with(tools.ModeSlice, "gemini_cli"), func(s *screen) {
		s.keys("C", "type:kimi_code", "enter")
		s.later()
		s.keys("G")
		s.later()
		s.has("12000 │")
	})
}
