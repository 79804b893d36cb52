package tui

import (
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// block shows a file in block mode.
func block(o *Options) { o.Request = o.Request.WithMode(tools.ModeBlock) }

// TestLevelsGoUpToAll walks the levels of an anchor and says when a step changes nothing (T1).
func TestLevelsGoUpToAll(t *testing.T) {
	t.Parallel()
	// Three levels of four columns lie between the line and the one around it.
	path := written(t, "deep.txt", "top {\n            deep\n            more\n}\n")
	onScreen(t, path, 80, 12, block, func(s *screen) {
		s.keys("2", "G")
		s.has("anchor_line 2 · all levels", "L1–L4")
		s.keys("+")
		s.has("all levels", "largest by levels")
		s.keys("-")
		s.has("levels 2", "L2–L3")
		s.lacks("the same lines")
		s.keys("-")
		s.has("levels 1", "L2–L3", "levels 1: the same lines as before")
		s.keys("-")
		s.has("levels 1", "smallest by levels")
		s.keys("+")
		s.has("levels 2: the same lines as before")
		s.keys("5", "+")
		s.has("all levels", "L1–L4")
		s.keys("1", "G", "-")
		s.has("all levels", "smallest by levels · c drops comments · O lists functions")
		s.keys("c", "-")
		s.has("the block is as small as it gets")
		s.lacks("drops")
		s.keys("c")
		// More levels than there are count as all of them.
		s.keys("2", "G", "o", "type:9", "enter", "esc")
		s.has("levels 9", "L1–L4")
		s.keys("+")
		s.has("levels 9", "largest by levels")
		s.keys("-")
		s.has("levels 2", "L2–L3")
	})
}

// TestABlockEndsAtItsLimit: where the lines asked for are why a block ends, + and - change how many they are, and a
// comment that has no room is not said to be there.
func TestABlockEndsAtItsLimit(t *testing.T) {
	t.Parallel()
	path := written(t, "f.py", "class Order:\n    # total adds up.\n    def total(self):\n        if self.x:\n            return 1\n"+
		"        return 2\n\n    def other(self):\n        return 3\n")
	onScreen(t, path, 80, 16, block, func(s *screen) {
		s.keys("O", "t", "o", "t", "ctrl+t")
		s.has("L2–L6", "def total: whole")
		s.keys("-")
		s.has("the block has 4 lines at most (limit: 4)", "L2–L5", "def total without its end (L6)")
		s.keys("+", "+")
		s.has("(limit: 6)", "L1–L6")
		s.keys("9", "-")
		s.has("the block has 1 line at most (limit: 1)")
	})
}

// TestLevelsOfABlankAnchor has to look for the anchor's indent before it can count levels.
func TestLevelsOfABlankAnchor(t *testing.T) {
	t.Parallel()
	path := written(t, "blank.txt", "a\n        b\n\n        c\nd\n")
	onScreen(t, path, 80, 12, block, func(s *screen) {
		s.keys("3", "G", "s", "-")
		s.has("anchor_line 3 · max_levels 1", "L2–L4")
	})
}

// TestTheWhyColumnCountsLevelsAsTheArgumentDoes: a line of level n is in the block from n levels on (T5).
func TestTheWhyColumnCountsLevelsAsTheArgumentDoes(t *testing.T) {
	t.Parallel()
	path := written(t, "why.txt", "a\n    b\n        c\n            d\n          e\n        f\n")
	onScreen(t, path, 80, 12, block, func(s *screen) {
		s.keys("4", "G", "w")
		s.has("anchor", "5 level 1", "3 level 1", "2 level 2", "1 outermost")
		s.keys("-")
		s.has("levels 2", "■ outside", "2 outermost")
	})
}

// TestAFileOfOtherIndentsIsRemarkedOn says what a level of four columns means for it, once and with the why column
// (T5).
func TestAFileOfOtherIndentsIsRemarkedOn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a\n  b\n    c\n":                   "indents by 2: a level of 4 columns is two nestings",
		"a\n   b\n      c\n":                "indents by 3: a level of 4 columns is more than a nesting",
		"a\n        b\n                c\n": "indents by 8: a nesting is two levels of 4 columns",
		"a\n\tb\n    c\n":                   "tabs and spaces are mixed: a level is a tab or 4 spaces",
		"a\n    b\n        c\n":             "",
		"a\n\tb\n\t\tc\n":                   "",
	} {
		onScreen(t, written(t, "f.txt", text), 80, 12, block, func(s *screen) {
			said := func() {
				t.Helper()
				if want == "" {
					s.lacks("this file")
				} else {
					s.has(want)
				}
			}
			said()
			s.keys("j")
			s.lacks("this file")
			s.keys("w")
			said()
		})
	}
}

// TestTheReasonsAreShownOrSaidToHaveNoRoom: --why shows its column beside the model pane too, and where a pane is too
// narrow the screen says so.
func TestTheReasonsAreShownOrSaidToHaveNoRoom(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width  int
		panes  string
		column bool
	}{
		{60, "file", true}, {50, "file", true}, {49, "file", false}, {120, "both", true}, {40, "both", false},
	} {
		onScreen(t, sample(t), c.width, 24, func(o *Options) {
			o.Panes, o.Gutter.Why = c.panes, true
			o.Request = o.Request.WithMode(tools.ModeBlock).At(47)
		}, func(s *screen) {
			if got := strings.Contains(s.text(), "anchor  "); got != c.column {
				t.Errorf("%d cells, %s: the column is shown: %v\n%s", c.width, c.panes, got, s.text())
			}
			if said := strings.Contains(s.text(), "the reasons ne"); said == c.column {
				t.Errorf("%d cells, %s: it is said to have no room: %v\n%s", c.width, c.panes, said, s.text())
			}
			if s.keys("w", "w"); strings.Contains(s.text(), "the reasons ne") == c.column {
				t.Errorf("%d cells, %s: after w w\n%s", c.width, c.panes, s.text())
			}
		})
	}
}

// TestABlockSaysWhetherItsDeclarationIsWhole: at each size, and where a file has no declarations nothing is said.
func TestABlockSaysWhetherItsDeclarationIsWhole(t *testing.T) {
	t.Parallel()
	path := written(t, "f.py", "x = 1\n\n@cached\ndef is_private(\n    name,\n):\n    if name:\n        return name[0]\n    return 0\n\ny = 2\n")
	onScreen(t, path, 120, 16, block, func(s *screen) {
		s.keys("8", "G")
		s.later()
		s.keys("-", "-")
		s.later()
		s.has("without its declaration (L4) · + or a")
	})
	decorated := "class Alpha:\n    @staticmethod\n    @cached\n    def compute(n):\n        a = n\n        return a\n\nb = 2\n"
	onScreen(t, written(t, "d.py", decorated), 120, 16, block, func(s *screen) {
		s.keys("5", "G", "-")
		s.later()
		s.has("def compute: all but L2–L3")
		s.keys("O")
		s.later()
		s.has("def Alpha.compute(n):  2 of 5 not sent  L2–L6")
	})
	onScreen(t, written(t, "f.go", "package p\n\nfunc f() {\n\tif x {\n\t\ty()\n\t}\n}\n"), 120, 16, block, func(s *screen) {
		s.keys("5", "G")
		s.later()
		s.has("func f: whole")
		s.keys("-")
		s.later()
		s.has("without its declaration (L3) · + or a")
	})
	onScreen(t, written(t, "f.txt", "one\n  two\nthree\n"), 120, 16, block, func(s *screen) {
		s.keys("2", "G")
		s.later()
		s.lacks("whole", "without its")
	})
}
