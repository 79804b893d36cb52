package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// TestTheFirstFooterNamesCopy: also where the file is to be read on.
func TestTheFirstFooterNamesCopy(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", numbered(9000)), 80, 24, nil, func(s *screen) {
		s.has("~ loss  ] read on  q quit  Tab mode  t tool  C compare  y copy  ? help")
		s.keys("j")
		s.has("; calls", "y copy")
	})
}

// TestTheLastLossSaysWhatIsNotSent: what the model line counts is accounted for.
func TestTheLastLossSaysWhatIsNotSent(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", numbered(9000)), 80, 24, nil, func(s *screen) {
		s.keys("~", "~")
		s.has("no further loss in this call · ] on · ; all calls")
		s.keys("]", "`")
		s.has("no earlier loss in this call · ] on · ; all calls")
		s.keys("4", "0", "0", "0", "G", "a", "G", "~")
		s.has("▸6000 │")
		s.keys("~")
		s.has("no further loss in this call · ] on · L1–L3,999 not sent · [ back")
		s.keys("G", "tab", "~")
		s.has("no further loss in this block; what is around it is not sent")
	})
}

// TestAnotherToolSaysWhichAndBeginsItsWalk: after a walk the next tool makes its own first call.
func TestAnotherToolSaysWhichAndBeginsItsWalk(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withEveryTool(t)
	onScreen(t, written(t, "f.txt", numbered(9000)), 80, 24, nil, func(s *screen) {
		all := tools.ByMode(tools.ModeSlice)
		s.keys("]")
		s.has("from 3163")
		s.keys("t")
		s.has(" · slice tool 6 of ", " · Alt-t back · L list · call 1")
		s.lacks("from 3163", "line 3163")
		s.keys("4", "0", "0", "0", "G", "a", "t")
		s.has(" · slice tool 7 of ", " L list  ", "from 4000")
		s.keys("alt+t", "alt+t")
		s.has(all[4].Name + " · slice tool 5 of ")
	})
}

// TestAToolWithoutModesAfterAWalk is chosen all the same, though the walk's first call is none of its own.
func TestAToolWithoutModesAfterAWalk(t *testing.T) {
	longtest.SkipUnlessLong(t)
	withEveryTool(t)
	onScreen(t, written(t, "f.txt", strings.Repeat("a line of text\n", 9000)), 120, 24, nil, func(s *screen) {
		s.keys("tab", "tab", "]", "L", "type:continue_cli", "enter")
		s.has("continue_cli")
		if name := s.m.file.Preview.Request.ToolName(); name != "continue_cli" {
			t.Errorf("the tool is %s", name)
		}
	})
}

// TestATabToAnotherToolSaysSo: a mode that the tool does not have is another tool's.
func TestATabToAnotherToolSaysSo(t *testing.T) {
	withEveryTool(t)
	onScreen(t, sample(t), 80, 24, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "claude_code")
	}, func(s *screen) {
		s.keys("tab")
		s.has("claude_code: no block mode; now " + s.m.file.Preview.Request.ToolName())
	})
}

// TestTheFooterOfBytes: the size and the hex view are named, and the message at the end of the file says how to get
// more than one window of it.
func TestTheFooterOfBytes(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("tab", "tab", "j")
		s.has("+ - size  H hex")
		s.keys("]")
		s.has("the whole file is in this window · - makes it smaller")
	})
	onScreen(t, written(t, "f.txt", strings.Repeat("a line of text\n", 9000)), 80, 24, nil, func(s *screen) {
		s.keys("tab", "tab", "]")
		s.has("the window before gave ")
	})
}

// TestQuitLeavesTheComparison.
func TestQuitLeavesTheComparison(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("C", "enter", "q")
		s.lacks("Tab other side")
		if s.m.file.ToolPanels.Comparing.Beside != nil {
			t.Error("the comparison is open")
		}
		s.has("Tab mode")
	})
}

// TestTheListOfSymbols has functions before values, moves by the keys of fzf, and is not offered for a text.
func TestTheListOfSymbols(t *testing.T) {
	t.Parallel()
	path := written(t, "f.go", "package f\n\nvar parseTable = 1\n\nconst parseMost = 2\n\nfunc parseFile() {\n}\n")
	onScreen(t, path, 80, 24, nil, func(s *screen) {
		s.has("O functions")
		s.keys("O", "p", "a", "r", "s", "e")
		s.has("▸ █ func parseFile")
		s.keys("ctrl+j")
		s.has("▸ █ var parseTable")
		s.keys("ctrl+k")
		s.has("▸ █ func parseFile")
	})
	onScreen(t, written(t, "f.txt", "one\n"), 120, 24, nil, func(s *screen) { s.lacks("O functions") })
}

// TestACommentLeftOutIsCalledSo.
func TestACommentLeftOutIsCalledSo(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("4", "2", "G", "tab", "-", "-", "-", "+", "+", "c")
		s.has("comment above left out (include_header: false)")
		s.keys("c")
		s.has("comment above taken in (include_header: true)")
	})
}

// TestALossFarToTheRight says how to come back.
func TestALossFarToTheRight(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", "one\n"+strings.Repeat("x", 600)+"\n"), 80, 12, nil, func(s *screen) {
		s.keys("~")
		s.has("L2: 100 bytes cut off", " · 0 back")
		s.keys("0")
		s.has("│ one")
	})
}

// TestALossLeavesTheBlock where it is.
func TestALossLeavesTheBlock(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("2", "8", "G", "tab", "+", "+")
		before := s.m.file.Preview.Request.Place()
		s.keys("~")
		s.has("the read ends here")
		if at := s.m.file.Preview.Request.Place(); at != before {
			t.Errorf("the block of line %d is now that of line %d", before, at)
		}
	})
}

// TestKeysStayBehindAMessage: as many as there is room for, which can be clicked, and none in the place of its words.
func TestKeysStayBehindAMessage(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withEveryTool(t)
	onScreen(t, written(t, "f.txt", numbered(9000)), 80, 24, func(o *Options) { o.Terminal.Mouse = true }, func(s *screen) {
		s.keys("t")
		s.has(" L list  ~ loss  ? help")
		last := func() string { return strings.Split(s.text(), "\n")[23] }
		x := strings.Index(last(), "~ loss")
		s.send(tea.MouseMsg{X: len([]rune(last()[:x])), Y: 23, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		s.settle()
		s.has("L774: ")
	})
	onScreen(t, written(t, "f.txt", numbered(9000)), 40, 8, nil, func(s *screen) {
		s.keys("~")
		s.has("the read ends here  ? help")
	})
}

// TestACopySaysThatANoteIsNotInIt: a note is a message of its own.
func TestACopySaysThatANoteIsNotInIt(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.txt", strings.Repeat("a line of some words that takes its share of tokens\n", 5000))
	onScreen(t, path, 100, 24, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "claude_code")
	}, func(s *screen) {
		s.keys("y")
		s.has("the output but not the 1 note after it, ")
	})
}
