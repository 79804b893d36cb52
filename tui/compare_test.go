package tui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/themes"
)

// TestSidesKeepTheirWindows: exchanged twice, by X or by Tab, the sides are as they were, each with its options and the
// windows that it came from.
func TestSidesKeepTheirWindows(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	withTools(t, "claude_code", "codex_exec")
	for _, swap := range []string{"X", "tab"} {
		onScreen(t, written(t, "f.txt", numbered(4500)), 120, 24, with(tools.ModeSlice, "claude_code"), func(s *screen) {
			s.keys("]", "C", "type:codex_exec", "enter")
			s.later()
			before := s.text()
			s.keys(swap)
			s.later()
			s.has("─▸ codex_exec ", "── claude_code ")
			s.keys(swap)
			s.later()
			if now := s.text(); now != before {
				t.Errorf("after %s twice:\n%s\nbefore:\n%s", swap, now, before)
			}
			s.has("call 2 of ")
			s.keys("[")
			s.later()
			s.has("call 1 of ", "─▸ claude_code · slice · L1–")
		})
	}
}

// TestExchangedToolsStayDifferent: after X too, a tool is not compared with itself.
func TestExchangedToolsStayDifferent(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	withTools(t, "claude_code", "codex_exec")
	onScreen(t, written(t, "f.txt", numbered(4500)), 120, 24, with(tools.ModeSlice, "claude_code"), func(s *screen) {
		s.keys("C", "type:codex_exec", "enter")
		s.later()
		s.keys("X")
		s.later()
		s.keys("alt+t")
		s.later()
		s.has("─▸ claude_code ", "── codex_exec ")
	})
}

// TestNoDifferenceBesideARefusal: where one side gives no lines, the key that goes to the next difference says so.
func TestNoDifferenceBesideARefusal(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	withTools(t, "claude_code", "gemini_cli")
	path := written(t, "f.txt", strings.Repeat(strings.Repeat("x", 60)+"\n", 5000)) // more than Claude Code reads whole
	onScreen(t, path, 120, 24, with(tools.ModeSlice, "gemini_cli"), func(s *screen) {
		s.keys("C", "type:claude_code", "enter")
		s.later()
		s.keys("~")
		s.has("no lines to compare: claude_code refuses")
	})
}

// TestSidesOfTwoModesAreNotExchanged: the other side is asked for the lines of the bytes, before X and after it.
func TestSidesOfTwoModesAreNotExchanged(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withTools(t, "claude_code", "codex_exec")
	for _, keys := range []string{"", "X"} {
		onScreen(t, written(t, "f.txt", numbered(9000)), 120, 24, with(tools.ModeSlice, "codex_exec"), func(s *screen) {
			s.keys("C", "type:claude_code", "enter")
			s.later()
			s.keys(strings.Fields(keys)...)
			s.later()
			s.keys("shift+tab", "]")
			s.later()
			s.has("─▸ byte_window · bytes · @65,556–131,112 ", " · slice · L2,470–")
			s.keys("X")
			s.later()
			s.has(" has no bytes mode here", "─▸ byte_window · bytes · @65,556–131,112", " · slice · L2,470–")
		})
	}
}

// The model pane moves after a comparison was closed by going to the next panes, and after one was replaced by another.
func TestPanesMoveAfterAComparison(t *testing.T) {
	t.Parallel()
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
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withTools(t, "claude_code", "codex_exec", "copilot_chat")
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
			s.has("─▸ "+two[0]+" ", "Chunk ID: ", "both send the same 300 lines")
			inStep := func(when string) {
				t.Helper()
				n := 0
				for _, row := range strings.Split(s.text(), "\n") {
					words := regexp.MustCompile(`word\d+ `).FindAllString(row, -1)
					n += len(words)
					if len(words) == 1 || len(words) == 2 && words[0] != words[1] {
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

// TestHeadsOfAComparisonAreShown: at every size both sides begin with their first row, and going down by rows shows
// each row that a tool says before the file, of either side, and then the file's lines.
func TestHeadsOfAComparisonAreShown(t *testing.T) {
	longtest.SkipUnlessLong(t)
	withEveryTool(t)
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "word%d\n", i+1)
	}
	path := written(t, "f.txt", text.String())
	for _, size := range [][2]int{{40, 8}, {60, 16}, {80, 24}, {80, 44}, {100, 9}, {120, 30}, {200, 60}} {
		for _, two := range [][2]string{{"claude_code", "codex_exec"}, {"codex_exec", "claude_code"}} {
			onScreen(t, path, size[0], size[1], func(o *Options) {
				o.Request = o.Request.WithModeTool(tools.ModeSlice, two[0])
			}, func(s *screen) {
				s.keys("C", "type:"+two[1], "enter")
				s.later()
				s.has("Chunk ID")
				head := map[string]bool{}
				for range 9 {
					for _, row := range []string{"Chunk ID", "Wall time", "Process exited", "Original token", "Output:", "Warning: trunc", "Total output"} {
						head[row] = head[row] || strings.Contains(s.text(), row)
					}
					s.keys("j")
				}
				for row, seen := range head {
					if !seen {
						t.Errorf("%v at %v: no key of nine shows the row %s:\n%s", two, size, row, s.text())
					}
				}
				s.lacks("Chunk ID")
				s.keys(" ", " ")
				s.keys("g")
				s.has("Chunk ID")
			})
		}
	}
}

// TestACountIsNoHead: a move of more than a row is one of both halves.
func TestACountIsNoHead(t *testing.T) {
	longtest.SkipUnlessLong(t)
	withEveryTool(t)
	path := written(t, "n.txt", numbered(3000))
	onScreen(t, path, 80, 24, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "opencode")
	}, func(s *screen) {
		s.keys("C", "type:openhands", "enter")
		s.later()
		s.keys("1", "0", "j")
		s.has("line 11 of")
		s.lacks("line 7 of")
	})
}

// TestGoldenHeads shows the same on the screen, before and after a key.
func TestGoldenHeads(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withEveryTool(t)
	for _, size := range [][2]int{{40, 8}, {60, 16}, {80, 24}, {100, 9}, {120, 30}, {200, 60}} {
		onScreen(t, sample(t), size[0], size[1], func(o *Options) {
			o.Request = o.Request.WithModeTool(tools.ModeSlice, "claude_code")
		}, func(s *screen) {
			s.keys("C", "type:codex_exec", "enter")
			s.later()
			first := s.text()
			s.keys("j")
			s.golden(fmt.Sprintf("heads-%dx%d", size[0], size[1]), first+s.text())
		})
	}
}

// TestKeysMoveWhatAToolGivesAtOnce: there is no cursor to be moved down to the last row first.
func TestKeysMoveWhatAToolGivesAtOnce(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"p"}, {"C", "enter"}} {
		onScreen(t, written(t, "f.txt", numbered(500)), 80, 24, nil, func(s *screen) {
			s.keys(keys...)
			before := s.text()
			if s.keys("j"); s.text() == before {
				t.Errorf("after %v nothing moves:\n%s", keys, s.text())
			}
		})
	}
}

// TestNextLossScrollsTheComparison: the line that ~ names is on the screen, on both sides.
func TestNextLossScrollsTheComparison(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withTools(t, "codex_exec", "gemini_cli")
	lines := strings.Split(numbered(400), "\n")
	lines[299] = "here " + strings.Repeat("x", 3000)
	path := written(t, "f.txt", strings.Join(lines, "\n"))
	for _, size := range [][2]int{{80, 24}, {140, 30}} {
		onScreen(t, path, size[0], size[1], func(o *Options) {
			o.Request = o.Request.WithModeTool(tools.ModeSlice, "gemini_cli")
		}, func(s *screen) {
			s.keys("C", "type:codex_exec", "enter")
			s.later()
			s.keys("alt+n")
			s.later()
			s.has("L300: ")
			if n := strings.Count(s.text(), "here xxx"); n != 2 {
				t.Errorf("%d sides show the line:\n%s", n, s.text())
			}
		})
	}
}

// TestKeysMoveTheOtherSideOfARefusal: where the tool of one side refuses the file its keys move the other.
func TestKeysMoveTheOtherSideOfARefusal(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	withTools(t, "claude_code", "gemini_cli")
	onScreen(t, written(t, "f.txt", numbered(60_000)), 80, 24, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "claude_code")
	}, func(s *screen) {
		s.keys("C", "type:gemini_cli", "enter")
		s.later()
		s.has("refused: ")
		before := s.text()
		if s.keys("j"); s.text() == before {
			t.Errorf("nothing moves:\n%s", s.text())
		}
	})
}

// TestTextsOfTwoToolsAreCompared: what two tools make of a line's own text is marked, also within JSON, and what they
// put before it is not.
func TestTextsOfTwoToolsAreCompared(t *testing.T) {
	withEveryTool(t)
	file := written(t, "f.txt", "one\n\ttwo\n\"three\"\nfour\n")
	for tool, want := range map[string][]string{
		"anthropic_editor": {"both: 4 lines, 1 differs", "~ 2 "},
		"cline":            {"both: 4 lines, 2 differ", `1 | one\n`, `~ 3 | \"three\"\n`, "│  4 | four"},
		"grok_hashline":    {"both send the same 4 lines"},
	} {
		onScreen(t, file, 120, 24, with(tools.ModeSlice, "claude_code"), func(s *screen) {
			s.keys("C", "type:"+tool, "enter")
			s.later()
			s.has(want...)
		})
	}
	onScreen(t, file, 80, 24, with(tools.ModeSlice, "cline"), func(s *screen) {
		s.keys("p")
		s.later()
		s.has(`what the model gets · from L1, in JSON: a row for each \n`, `2 | \ttwo\n`)
	})
}

// TestAComparisonNumbersLines: the lines of a tool whose text has no numbers have those of the file in a column, and
// what the tool says itself is told from them; a number that the other tool gives beyond the file's end is said.
func TestAComparisonNumbersLines(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withEveryTool(t)
	path := written(t, "f.txt", "one\ntwo\n")
	onScreen(t, path, 120, 24, with(tools.ModeSlice, "claude_code"), func(s *screen) {
		s.keys("C", "type:codex_exec", "enter")
		s.later()
		s.has("both send the same 2 lines · claude_code numbers a line 3 that is not there", "claude_code: all 2 lines sent")
		s.has("tool │  ", "│+ Chunk ID: ", "   1 │  1", "│  one", "│  two", "codex_exec · slice · L1–L2 · no line numbers")
		s.keys("~")
		s.has("the tool's own words, difference 1 of ")
	})
	onScreen(t, path, 40, 16, with(tools.ModeSlice, "codex_exec"), func(s *screen) {
		s.keys("C", "type:claude_code", "enter")
		s.later()
		s.has("both 2  ", "differences", "\ntool │+ Chunk ID: ", "\n   1 │  one")
	})
}

// TestANarrowComparisonIsOneColumn: the tuned half, and in its blank rows what only the other half gives, each with the
// sign that the row above both has beside its name.
func TestANarrowComparisonIsOneColumn(t *testing.T) {
	path := written(t, "f.txt", numbered(30))
	onScreen(t, path, 40, 16, with(tools.ModeSlice, "codex"), func(s *screen) {
		s.keys("o", "5", "enter", "esc", "C", "type:other", "enter", "o", "type:8", "enter", "esc")
		s.has("+3  neither 22  both 5", "─▸ + limit 8  - limit 5 ─", "\n  L5: ", "\n+ L6: ", "\n+ L8: ")
		s.keys("tab")
		s.has("─▸ + limit 5  - limit 8 ─", "\n  L5: ", "\n- L6: ", "\n- L8: ")
		s.keys("~")
		s.has("\n-┃L6: ", "~ ` difference")
		if tuned := s.m.file.Preview.Request.Size(); tuned != 5 {
			t.Errorf("limit %d is tuned", tuned)
		}
		s.keys("enter")
		s.lacks("limit 8  -")
	})
}

// TestAComparisonOpensWhereAPersonIs, and says where the next difference is.
func TestAComparisonOpensWhereAPersonIs(t *testing.T) {
	path := written(t, "f.txt", numbered(4000))
	onScreen(t, path, 100, 20, with(tools.ModeSlice, "codex"), func(s *screen) {
		s.keys("1", "0", "0", "0", "G", "C", "type:sage", "enter")
		s.has("L1000: ", "difference, next L2,000")
		s.keys("~")
		s.has("L2000: ", "difference 1 of 1")
	})
}

// TestAComparisonShiftsNoText: deep indentation stays as it is where lines do not fit, too.
func TestAComparisonShiftsNoText(t *testing.T) {
	withEveryTool(t)
	deep := strings.Repeat(strings.Repeat(" ", 12)+"value = of_some_function(with, three, arguments)\n", 40)
	onScreen(t, written(t, "f.py", deep), 80, 24, with(tools.ModeSlice, "codex"), func(s *screen) {
		s.keys("C", "type:claude_code", "enter")
		s.later()
		s.has("L2:             value = of", "│  2               value = of")
	})
}

// TestALineGivenInPartIsADifference: codex_exec leaves out the middle of an answer, from inside one line to inside
// another. The row with its own words between is marked, and said to be cut.
func TestALineGivenInPartIsADifference(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withTools(t, "claude_code", "codex_exec")
	onScreen(t, written(t, "f.txt", numbered(9000)), 120, 24, with(tools.ModeSlice, "claude_code"), func(s *screen) {
		s.keys("C", "type:codex_exec", "enter")
		s.later()
		s.has(", 1 cut · ")
		s.keys("~", "~")
		s.later()
		row := regexp.MustCompile(`(?m)^.*tokens truncated….*$`).FindString(s.text())
		if strings.Count(row, "~┃") != 2 {
			t.Errorf("the row of the cut is %q in\n%s", row, s.text())
		}
	})
}

// TestAnotherToolIsNotCutToABlock: beside a block it gives what it gives by itself.
func TestAnotherToolIsNotCutToABlock(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.go", "package p\n\nfunc f() {\n\tg()\n}\n\nfunc g() {\n}\n")
	onScreen(t, path, 120, 24, with(tools.ModeBlock, "codex"), func(s *screen) {
		s.keys("4", "G", "C", "type:claude_code", "enter")
		s.later()
		s.has("─▸ codex · block · L3–L5", "── claude_code · slice · L1–L8", "only claude_code: 5 lines")
	})
}

// TestThePlaceIsShownWhereLongLinesDiffer: the key of the next difference scrolls sideways to it where it is right of
// the window, on both sides, and the next one scrolls back.
func TestThePlaceIsShownWhereLongLinesDiffer(t *testing.T) {
	withTools(t, "claude_code", "opencode")
	long := strings.Repeat("some words of a line ", 120) // opencode cuts lines of more than 2,000 characters
	path := written(t, "f.txt", "one\n"+long+"\nthree\n"+strings.Repeat("more\n", 30))
	onScreen(t, path, 100, 24, with(tools.ModeSlice, "claude_code"), func(s *screen) {
		s.keys("C", "type:opencode", "enter")
		s.later()
		s.has("1 cut")
		s.lacks("(line truncated")
		for range 3 {
			s.keys("~")
			s.later()
			if strings.Contains(s.text(), "(line truncated") {
				break
			}
		}
		s.has("(line truncated")
		if strings.Contains(s.text(), "three") {
			t.Errorf("lines are not scrolled sideways:\n%s", s.text())
		}
		s.keys("`")
		s.later()
		s.has("three")
	})
}

// TestANoticeBesideLinesIsShownWhole: what a tool says in place of the file goes over several rows beside what another
// tool gives, and is broken between words.
func TestANoticeBesideLinesIsShownWhole(t *testing.T) {
	withTools(t, "claude_code", "copilot_cli")
	path := written(t, "f.txt", strings.Repeat("a line of text, as long as they are in files\n", 2500))
	onScreen(t, path, 80, 24, with(tools.ModeSlice, "claude_code"), func(s *screen) {
		s.keys("C", "type:copilot_cli", "enter")
		s.later()
		s.has("copilot_cli gives a notice", "to search within the", "read specific sections.")
	})
}
