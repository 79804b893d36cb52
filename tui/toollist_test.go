package tui

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// TestTheListOfToolsSaysTheBlocks: in block mode each tool that has it is listed with its block of the anchor and with
// what that lacks of the declaration, the others come after them and say that they have none.
func TestTheListOfToolsSaysTheBlocks(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.py", "class Order:\n    def total(self):\n        if self.x:\n            return 1\n        return 2\n\n"+
		"    def other(self):\n        return 3\n")
	for _, width := range []int{80, 120} {
		onScreen(t, path, width, 30, func(o *Options) {
			o.Request = o.Request.WithModeTool(tools.ModeBlock, "codex").At(4).Sized(1)
		}, func(s *screen) {
			s.has("without its declaration (L2)")
			s.keys("L")
			s.later()
			s.has("── all tools by their block of anchor 4 ", "not sent", "block         function ")
			s.listed(" codex  ", "L3–L5 ", "no head")
			s.keys("type:block")
			s.lacks("no block")
			s.listed(" codex  ", "L3–L5 ")
			s.keys("ctrl+u", "type:claude code")
			s.has("has no block mode")
			s.lacks("100 %")
		})
		onScreen(t, path, width, 30, with(tools.ModeBlock, "codex"), func(s *screen) {
			s.keys("4", "G", "L")
			s.later()
			s.listed(" codex  ", "L1–L8 ", "whole")
			s.keys("enter")
			s.has("L1–L8")
		})
	}
	onScreen(t, path, 120, 30, with(tools.ModeBytes, "byte_window"), func(s *screen) {
		s.keys("a", "L")
		s.later()
		s.has("── all tools from byte 0 ", "no bytes")
		s.listed("▸ byte_window", "whole", " 0 %")
	})
}

// listed expects texts in the row of a list that has a name.
func (s *screen) listed(name string, texts ...string) {
	s.t.Helper()
	row := strings.Split(s.text(), "\n")[s.rowOf(name)]
	for _, text := range texts {
		if !strings.Contains(row, text) {
			s.t.Errorf("the row of %s lacks %q: %q", name, text, row)
		}
	}
}

// TestTheBlocksHaveDetails: below the blocks of an anchor stand the declaration that the selected one has, and its
// arguments.
func TestTheBlocksHaveDetails(t *testing.T) {
	t.Parallel()
	path := written(t, "f.py", "class Order:\n    def total(self):\n        if self.x:\n            return 1\n        return 2\n")
	onScreen(t, path, 80, 24, with(tools.ModeBlock, "codex"), func(s *screen) {
		s.keys("4", "G", "I", "g")
		s.has(`def total: no head · {"indentation":{"max_levels":1}}`)
		s.keys("G")
		s.has("def total: whole, 1 extra line\n") // all levels are the default: no argument says it
	})
}

// TestListToCompareHasItsNumbers: the row of a tool in the list of those to compare with has the lines that the
// comparison with it counts, at whatever place and size the window has.
func TestListToCompareHasItsNumbers(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withTools(t, "codex", "claude_code", "codex_exec_bytes", "cline", "opencode")
	path := written(t, "f.txt", numbered(3000))
	for _, sized := range [][]string{nil, {"5", "0", "0", "+"}, {"]"}} {
		onScreen(t, path, 160, 30, with(tools.ModeSlice, "codex"), func(s *screen) {
			s.keys(sized...)
			for _, name := range []string{"claude_code", "codex_exec_bytes", "cline", "opencode"} {
				s.keys("C")
				s.later()
				rows := strings.Split(s.text(), "\n")
				at := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, " "+name+" ") })
				_, row, _ := strings.Cut(rows[at], name)
				counts := strings.Fields(row)
				s.keys("type:"+name, "enter")
				s.later()
				for i, what := range []string{"only codex: ", "both", "only " + name + ": "} {
					if i != 1 && counts[i] == "0" {
						s.lacks(what)
						continue
					}
					s.has(what)
					said := regexp.MustCompile(what + `(?:[a-z ]*|: )` + counts[i] + `\b`)
					if !said.MatchString(s.text()) {
						t.Errorf("the list says %q of %s, the comparison has no %s\n%s", row, name, said, s.text())
					}
				}
				s.keys("esc")
			}
		})
	}
}
