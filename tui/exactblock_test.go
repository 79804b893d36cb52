package tui

import (
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// decorated is a Python file of a class whose methods have decorators and comments above them.
func decorated(t *testing.T) string {
	t.Helper()
	return written(t, "shapes.py", `class Shape:
    """A shape."""

    @property
    def area(self):
        return self.width * self.height

    # The name of a shape.
    @cached
    @property
    def name(self):
        if self.named:
            return self.named
        return "shape"

    @property
    def width(self):
        return self.right - self.left
`)
}

// TestBlockOfOneMethodWithItsDecorators: from the list of symbols one key gives the block of a method alone with what
// stands above it; and from the line of a method another key does, where nothing is marked.
func TestBlockOfOneMethodWithItsDecorators(t *testing.T) {
	withEveryTool(t)
	for _, tool := range []string{"codex", "codex_grok"} {
		onScreen(t, decorated(t), 80, 24, with(tools.ModeBlock, tool), func(s *screen) {
			s.keys("O", "type:name", "ctrl+o")
			s.later()
			s.has("def name: whole · L8–L14", tool+" · block", "A lets it follow")
			s.lacks("beyond", "all but")
		})
	}

	// A block at the first line of the method has all of the class; the next key is on the screen.
	onScreen(t, decorated(t), 80, 24, with(tools.ModeBlock, "codex"), func(s *screen) {
		s.keys("O", "type:name", "enter")
		s.later()
		s.has("def name: whole, 11 extra lines · L1–L18", "S exact ")
		s.keys("I")
		s.later()
		s.has("S exactly def name ──")
		s.keys("S")
		s.later()
		s.has("── reads that give L8–L14, def name ", "▸ codex · block", "exactly")
		s.keys("enter")
		s.later()
		s.has("def name: whole", "L8–L14")
		s.lacks("beyond")
	})

	// What is missing above a method names the key, too, but not where the cursor is in another one.
	onScreen(t, decorated(t), 120, 24, with(tools.ModeBlock, "codex"), func(s *screen) {
		s.keys("1", "2", "G", "-", "A")
		s.later()
		s.has("def name: all but L8–L10, 2 extra lines · S exactly it")
		s.keys("g")
		s.later()
		s.has("def name: all but L8–L10, 2 extra lines")
		s.lacks("S exactly it")
	})

	onScreen(t, written(t, "plain.txt", "one\n"), 80, 24, with(tools.ModeSlice, "codex"), func(s *screen) {
		s.keys("S")
		s.later()
		s.has("nothing is marked, no function known at L1: V marks lines")
		s.lacks("── reads that give")
	})
}

// TestTheKeyOfAFunctionIsOfferedWithinOne: the last row names it only where a function is at the cursor, whose lines it
// finds.
func TestTheKeyOfAFunctionIsOfferedWithinOne(t *testing.T) {
	text := "import os\nimport sys\n\nNAME = 1\n\n\ndef first(a):\n    b = a\n    return b\n"
	onScreen(t, written(t, "a.py", text), 100, 24, with(tools.ModeBlock, "codex"), func(s *screen) {
		for line, offered := range map[string]bool{"1": false, "2": false, "4": false, "8": true, "9": true} {
			s.keys(line, "G")
			s.later()
			if has := strings.Contains(s.text(), "S exact  "); has != offered {
				t.Errorf("line %s: offered is %t\n%s", line, has, s.text())
			}
			s.keys("S")
			s.later()
			if told := strings.Contains(s.text(), "no function known"); told == offered {
				t.Errorf("line %s: the key finds no function\n%s", line, s.text())
			}
			s.keys("esc")
		}
	})
}

// TestAllLevelsHaveOneName: in the top row, beside a key, and as what two sets of options differ in.
func TestAllLevelsHaveOneName(t *testing.T) {
	withEveryTool(t)
	onScreen(t, decorated(t), 120, 24, with(tools.ModeBlock, "codex"), func(s *screen) {
		s.keys("1", "3", "G")
		s.later()
		s.has("· all levels ·")
		s.keys("C", "type:other", "enter")
		s.later()
		s.keys("-")
		s.later()
		s.has("─▸ max_levels 2 · ", "── all levels · ")
		s.lacks("max_levels 0")
	})
}
