package tui

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	"eyeline/tui/file/modelline"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolrequest"
)

// with opens a file in a mode of a tool.
func with(mode tools.Mode, tool string) func(*Options) {
	return func(o *Options) { o.Request = toolrequest.New().WithModeTool(mode, tool) }
}

// goSource is a file of Go that is larger than what a tool that makes outlines gives whole.
func goSource(t *testing.T) string {
	var b strings.Builder
	b.WriteString("package p\n")
	for i := range 5000 {
		fmt.Fprintf(&b, "\nfunc f%d() {}\n", i)
	}
	return written(t, "f.go", b.String())
}

// TestOptionsSayWhatIsSent: what the mode adds to a call is shown with its value, and a default of the tool as one.
func TestOptionsSayWhatIsSent(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", "one\ntwo\n")
	onScreen(t, path, 100, 24, with(tools.ModeBytes, "byte_window"), func(s *screen) {
		s.keys("o")
		rows := s.text()
		s.has("start_byte  0 ", "▸ max_bytes   not set")
		if args := string(s.m.file.Preview.Reading.Args); !strings.Contains(args, `"start_byte":0`) {
			t.Errorf("sent %s\n%s", args, rows)
		}
		s.keys("up")
		s.has("given", " in this mode")
		s.keys("right")
		s.has("start_byte  1 ", "given")
		s.lacks(" in this mode")
		s.keys("down")
		s.has("▸ max_bytes", "65536) · not\n   given")
	})
	onScreen(t, path, 100, 24, with(tools.ModeSlice, "codex"), func(s *screen) {
		s.keys("o", "up")
		s.has("offset     1 by default", "· not given: the tool takes 1")
		s.keys("right")
		s.has("offset     2 ", "· given; without it the tool takes 1")
		s.lacks("1 by default")
	})
}

// TestLargerNeverGivesLess presses the key for a larger window right after opening, for each tool: what is given then
// has all that was given before.
func TestLargerNeverGivesLess(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	withEveryTool(t)
	// With a limit OpenClaw's read gives one page, and without one up to three.
	const limitTakesPages = "openclaw"
	path := written(t, "f.txt", strings.Repeat("a line of text\n", 5000))
	for i, tool := range everyTool {
		if len(tool.Windows) == 0 || tool.Windows[0].Mode != tools.ModeSlice || !longtest.IsRequested() && i%4 != 0 {
			continue
		}
		if tool.Name == limitTakesPages {
			continue
		}
		onScreen(t, path, 100, 24, with(tools.ModeSlice, tool.Name), func(s *screen) {
			before := s.m.file.Preview.Reading
			if before.Refused != "" {
				return
			}
			s.keys("+")
			if after := s.m.file.Preview.Reading; after.Refused == "" && shownBytes(after) < shownBytes(before) {
				t.Errorf("%s gives %d bytes, and %d before: %s", tool.Name, shownBytes(after), shownBytes(before), after.Args)
			}
		})
	}
	for _, name := range []string{"open_file", "codex_exec", "mcp_filesystem"} {
		onScreen(t, path, 100, 24, with(tools.ModeSlice, name), func(s *screen) {
			if s.m.file.Preview.Reading.NotKnown {
				return // a shell on Windows
			}
			s.keys("+")
			s.has("the largest window: it goes to the end of the file")
			if s.m.file.Preview.Request.HasSize() {
				t.Errorf("%s: %s", name, s.m.file.Preview.Reading.Args)
			}
		})
	}
}

// shownBytes is how many bytes of the file a reading gives.
func shownBytes(r *preview.Reading) (n int64) {
	for _, run := range r.Window.Spans() {
		n += run.End - run.Start
	}
	return n
}

// TestAnOutlineSaysWhereItsPartsAre: it has no next window and no size, and the key that it names gives text.
func TestAnOutlineSaysWhereItsPartsAre(t *testing.T) {
	withEveryTool(t)
	path := goSource(t)
	for _, name := range []string{"byte_window", "zed"} {
		onScreen(t, path, 120, 24, with(tools.ModeSlice, name), func(s *screen) {
			s.has("an outline")
			for _, key := range []string{"]", "[", "+", "-"} {
				s.keys(key)
				s.has("only an outline: a reads from the cursor, O lists symbols")
				s.has("an outline")
			}
			s.keys("3", "j", "a")
			s.lacks("an outline")
			s.has("L4–")
		})
	}
}

// TestTheListOfToolsCountsAsTheModelLine: a tool that numbers an empty line after the last newline gives no line more.
func TestTheListOfToolsCountsAsTheModelLine(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.txt", strings.Repeat("a line of text\n", 120))
	onScreen(t, path, 200, 50, with(tools.ModeSlice, "claude_code"), func(s *screen) {
		s.keys("L")
		s.later()
		s.has("120 lines")
		if strings.Contains(s.text(), "121 lines") {
			t.Errorf("a tool gives more lines than there are:\n%s", s.text())
		}
	})
}

// TestMarkedLinesAreGivenWithAToolOn: while lines are marked, they are what is copied, written and printed, and the
// prompt says so.
func TestMarkedLinesAreGivenWithAToolOn(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", "one\ntwo\nthree\nfour\n")
	to := written(t, "to.txt", "")
	onScreen(t, path, 100, 12, with(tools.ModeSlice, "codex"), func(s *screen) {
		s.keys("e")
		s.has("write the output to: ")
		s.keys("esc", "j", "V", "j")
		s.keys("e")
		s.has("write the marked lines to: ")
		s.keys("type:"+to, "enter", "y")
		if got, err := os.ReadFile(to); err != nil || string(got) != "two\nthree\n" {
			t.Errorf("wrote %q, %v", got, err)
		}
		s.keys("y")
		if len(s.copied) != 1 || s.copied[0] != "two\nthree\n" {
			t.Errorf("copied %q", s.copied)
		}
		s.keys("y")
		if len(s.copied) != 2 || s.copied[1] != "L1: one\nL2: two\nL3: three\nL4: four" {
			t.Errorf("with nothing marked it copied %q", s.copied)
		}
	})
}

// TestNoCallIsOfferedWhereNoneWorks: a packed file that a tool refuses in every form.
func TestNoCallIsOfferedWhereNoneWorks(t *testing.T) {
	withEveryTool(t)
	offered, refused := 0, 0
	for i, tool := range everyTool {
		if len(tool.Windows) == 0 || tool.Windows[0].Mode != tools.ModeSlice || !longtest.IsRequested() && i%4 != 0 {
			continue
		}
		onScreen(t, "../testdata/transcripts/claude_code/session-default.jsonl.gz", 200, 12, with(tools.ModeSlice, tool.Name), func(s *screen) {
			s.later()
			if r := s.m.file.Preview.Reading; r.Refused == "" || r.NotKnown {
				return
			}
			refused++
			offers := strings.Contains(s.text(), "] "+modelline.OfferWords) || strings.Contains(s.text(), "] works")
			none := strings.Contains(s.text(), "no call reads this file")
			if offers == none {
				t.Errorf("%s: offers %v, says that there is none: %v\n%s", tool.Name, offers, none, s.text())
			}
			s.keys("]")
			if works := s.m.file.Preview.Reading.Refused == ""; works != offers {
				t.Errorf("%s: offers %v, and works: %v\n%s", tool.Name, offers, works, s.text())
			}
			if offers {
				offered++
			}
		})
	}
	if refused == 0 || refused == offered {
		t.Errorf("%d tools refuse, %d of them have a call that works", refused, offered)
	}
}
