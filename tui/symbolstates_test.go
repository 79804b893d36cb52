package tui

import (
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// functions is a Python file of three functions of ten lines each; the second one has a long line.
func functions(t *testing.T, long int) string {
	t.Helper()
	var text strings.Builder
	for _, name := range []string{"one", "two", "three"} {
		text.WriteString("def " + name + "():\n")
		for i := range 8 {
			text.WriteString("    call()")
			if name == "two" && i == 3 {
				text.WriteString(strings.Repeat("x", long))
			}
			text.WriteString("\n")
		}
		text.WriteString("\n")
	}
	return written(t, "f.py", text.String())
}

// TestSymbolsSayWhatIsSent: the list says of each symbol whether the model has it, in words and in its head; that a walk
// went on counts, a line that is cut is not sent, and a refusal sends nothing.
func TestSymbolsSayWhatIsSent(t *testing.T) {
	sized := func(lines int64) func(*Options) {
		return func(o *Options) { o.Request = o.Request.WithModeTool(tools.ModeSlice, "codex").Sized(lines) }
	}
	onScreen(t, functions(t, 0), 80, 24, sized(15), func(s *screen) {
		s.keys("O")
		s.has("── 3 symbols · 1 not sent · 1 cut · 1 sent ──", "█ def one():", "▒ def two():", "· def three():",
			"sent             L1–L9", "4 of 9 not sent  L11–L19", "not sent         L21–L29")
		s.keys("type:three")
		s.has("── 3 symbols · 1 not sent · 1 cut · 1 sent ", " 1 symbol listed ──")
		s.keys("esc", "]")
		s.later()
		s.keys("O") // with the call before
		s.has("── 3 symbols · 3 sent ──")
	})
	onScreen(t, functions(t, 0), 80, 24, sized(15), func(s *screen) {
		s.keys("O", "alt+n")
		s.has("▸ ▒ def two():")
		s.keys("alt+n")
		s.has("▸ · def three():")
		s.keys("alt+n")
		s.has("▸ · def three():", "Enter go  ", "all below are sent whole")
		s.keys("alt+p", "alt+p")
		s.has("▸ ▒ def two():", "all above are sent whole")
	})
	onScreen(t, functions(t, 600), 80, 24, sized(200), func(s *screen) {
		s.keys("O")
		s.has("── 3 symbols · 1 cut · 2 sent ──")
	})
	onScreen(t, functions(t, 0), 40, 20, sized(15), func(s *screen) {
		s.keys("O")
		s.has("█ def one ", "L1–L9", "▒ def two ", "4 of 9 not sent", "· def three ", "not sent L21")
	})
	withEveryTool(t)
	onScreen(t, functions(t, 400_000), 80, 24, with(tools.ModeSlice, "claude_code"), func(s *screen) {
		s.has("refused: ")
		s.keys("O")
		s.has("── 3 symbols · 3 not sent ──")
	})
	onScreen(t, functions(t, 0), 80, 24, sized(15), func(s *screen) {
		s.keys("ctrl+t", "O")
		s.has("── 3 symbols ──")
		s.lacks("sent")
	})
}

// TestSymbolsOfARecordedFile: there it is what had been sent in the run.
func TestSymbolsOfARecordedFile(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 100, 30, nil, func(s *screen) {
		recordedFile(s, "type:ring.go", "enter", "O")
		s.has("symbols · ", " sent")
		if !strings.Contains(s.text(), "█ ") {
			t.Errorf("no symbol is marked:\n%s", s.text())
		}
	})
}

// TestTheMostLinesOfABlockAreSaid: they may be why a block ends, whatever its levels are.
func TestTheMostLinesOfABlockAreSaid(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 100, 120} {
		onScreen(t, functions(t, 0), width, 24, func(o *Options) {
			block(o)
			o.Request = o.Request.With("max-lines", int64(5))
		}, func(s *screen) {
			s.has("max_lines 5", "all levels")
		})
	}
}

// TestACommentThatStaysIsNotCalledLeftOut: where an argument of a block changes nothing only the argument is said.
func TestACommentThatStaysIsNotCalledLeftOut(t *testing.T) {
	t.Parallel()
	for key, flag := range map[string]string{"c": "include_header: false"} {
		onScreen(t, written(t, "f.py", "# one\n# two\nx = 1\n"), 80, 24, block, func(s *screen) {
			s.keys(key)
			s.has(flag + ": the same lines as before; z undoes")
			s.lacks("left out", "taken in")
		})
	}
}

// TestTheShiftOfASearchEndsWithAJump: what a match far to the right has scrolled sideways stays for the lines around it,
// and not elsewhere.
func TestTheShiftOfASearchEndsWithAJump(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("line\n", 100) + strings.Repeat("x", 500) + " match\n" + strings.Repeat("line\n", 100)
	for _, jump := range [][]string{{"g"}, {"G"}, {"5", "G"}, {":", "type:150", "enter"}, {"'", "'"}} {
		onScreen(t, written(t, "f.txt", text), 80, 24, nil, func(s *screen) {
			s.keys("/", "type:match", "enter")
			s.has(" match")
			s.keys("j")
			s.has(" match")
			s.keys(jump...)
			s.has("│ line")
		})
	}
}

// TestCutLinesAreInStepInAComparison: both sides of a comparison have the same rows, also where one of them cuts a line.
func TestCutLinesAreInStepInAComparison(t *testing.T) {
	withEveryTool(t)
	onScreen(t, functions(t, 600), 120, 24, with(tools.ModeSlice, "codex"), func(s *screen) {
		s.keys("p", "C", "type:claude_code", "enter")
		s.later()
		s.has("both: 30 lines, 1 cut", "~ L15: ")
		s.keys("~")
		s.has("difference 1 of 2")
		for _, row := range strings.Split(s.text(), "\n") {
			if strings.Contains(row, "L16:") && !strings.Contains(row, " 16 ") {
				t.Errorf("the sides are not in step: %s", row)
			}
		}
	})
}

// TestNarrowListsNameMethodsAlone: where there is no room for the type of a method its own name is shown, and is found
// by both.
func TestNarrowListsNameMethodsAlone(t *testing.T) {
	t.Parallel()
	text := "package p\n\ntype Comparison struct{}\n\nfunc (c *Comparison) Output() int {\n\treturn 1\n}\n"
	onScreen(t, written(t, "f.go", text), 40, 16, with(tools.ModeSlice, "codex"), func(s *screen) {
		s.keys("O")
		s.later()
		s.has("func Output ")
		s.keys("type:comparison.out")
		s.has("func Output ")
	})
}

// TestSymbolsBeginWithWhatIsSent: where the cursor is above all of them the first one that the model has something of is
// selected, and else that at the cursor.
func TestSymbolsBeginWithWhatIsSent(t *testing.T) {
	text := "import os\n\n"
	for _, name := range []string{"one", "two", "three"} {
		text += "def " + name + "():\n" + strings.Repeat("    call()\n", 8) + "\n"
	}
	from := func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "codex").At(13).Sized(9)
	}
	onScreen(t, written(t, "f.py", text), 80, 24, from, func(s *screen) {
		s.keys("g")
		s.later()
		s.keys("O")
		s.has("▸ █ def two():", "· def one():")
		s.keys("esc", "5", "G", "O")
		s.has("▸ · def one():")
	})
}
