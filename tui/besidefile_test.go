package tui

import (
	"runtime"
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// TestModelPaneStandsBesideTheFile: what a tool gives of a line stands in the row of that line, also where the file pane
// begins above all that is given, and where the middle is left out; what the tool says itself is there in full.
func TestModelPaneStandsBesideTheFile(t *testing.T) {
	withEveryTool(t)
	qwen := func(o *Options) {
		r := o.Request.WithModeTool(tools.ModeSlice, "qwen_code")
		o.Request = r.With("offset", int64(5)).With("limit", int64(3))
	}
	onScreen(t, written(t, "n.txt", numbered(20)), 120, 24, qwen, func(s *screen) {
		s.keys("p", "p", "g")
		s.later()
		s.has(`4 │     line 4 of the input                           │---`,
			`6 │     line 6 of the input                           │    line 6 of the input`,
			`8 │     line 8 of the input                           │    line 8 of the input`,
			`2 │     line 2 of the input                           │Showing lines 6-8 of 21 total lines.`)
	})

	// No line on the screen is sent.
	onScreen(t, written(t, "n.txt", numbered(100)), 120, 12, qwen, func(s *screen) {
		s.keys("p", "p", "G")
		s.later()
		s.lacks("│    line")
		s.keys("g", "ctrl+home")
		s.later()
		s.has(`6 │     line 6 of the input                           │    line 6 of the input`)
	})

	long := func(o *Options) { o.Request = o.Request.WithModeTool(tools.ModeSlice, "cline") }
	onScreen(t, written(t, "n.txt", numbered(2500)), 120, 24, long, func(s *screen) {
		s.keys("p", "p", "1", "0", "0", "0", "G")
		s.later()
		s.has("nothing of these lines · Ctrl-Home goes to what is sent")
	})
}

// TestNotesOfAToolAreWrapped: in the pane of what the model gets nothing that the tool says beside lines is cut off.
func TestNotesOfAToolAreWrapped(t *testing.T) {
	withEveryTool(t)
	onScreen(t, written(t, "n.txt", numbered(3000)), 60, 24, with(tools.ModeSlice, "gemini_cli"), func(s *screen) {
		s.keys("p")
		s.later()
		text := strings.Join(strings.Fields(s.text()), " ")
		const end = "'read_file' call. For example, to read the next section of the file, use start_line: 2001."
		if !strings.Contains(text, end) {
			t.Errorf("the head of the answer is cut:\n%s", s.text())
		}
	})
}

// TestWhatAToolSaysFirstIsShown: beside the file above its first line, which keeps its row on both sides, and below the
// file at the top of the lower pane; it scrolls away with the lines.
func TestWhatAToolSaysFirstIsShown(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a path of Windows takes other rows of what the tool says first")
	}
	withTools(t, "opencode")
	path := wordFile(t, 100)
	onScreen(t, path, 120, 20, with(tools.ModeSlice, "opencode"), func(s *screen) {
		s.keys("p", "p")
		s.later()
		s.has("│<path>/", "│<type>file</type>", "│<content>", "word1 is here")
		row := ""
		for line := range strings.Lines(s.text()) {
			if strings.Contains(line, "▸   1 │") {
				row = line
			}
		}
		if strings.Count(row, "word1 is here") != 2 {
			t.Errorf("the first line stands not in one row of both sides: %q\n%s", row, s.text())
		}
		s.keys("G")
		s.later()
		s.lacks("│<path>")
		s.keys("g")
		s.later()
		s.has("│<path>")
		s.keys("p") // the file alone has no rows for it
		s.later()
		if rows := strings.Split(s.text(), "\n"); !strings.Contains(rows[1], "word1 is here") {
			t.Errorf("the file does not begin at the top:\n%s", s.text())
		}
	})
	onScreen(t, path, 80, 24, with(tools.ModeSlice, "opencode"), func(s *screen) {
		s.keys("p", "p")
		s.later()
		s.has("▸   1 │ word1 is here", "\n<path>", "\n<content>\n1: word1 is here")
	})
}
