package tui

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// TestTheCursorsLineHasAFate: outside the read the last row says which call gives the line, or
// that the line is before the first call; in the read it says nothing.
func TestTheCursorsLineHasAFate(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 2500 {
		fmt.Fprintf(&text, "line %d\n", i+1)
	}
	path := written(t, "f.txt", text.String())
	onScreen(t, path, 100, 12, nil, func(s *screen) {
		s.lacks("gives it", "refused")
		s.keys("2", "4", "0", "0", "G")
		s.later()
		s.has("L2,400: call 2 of 2 gives it · = why")
		s.keys("=")
		s.keys("j", "j", "j", "j", "j", "j")
		s.has("this line    L2,400: call 2 of 2 gives it")
		s.keys("esc", "9", "0", "0", "G")
		s.lacks("gives it")
	})
	onScreen(t, path, 100, 12, func(o *Options) {
		o.Request = o.Request.WithMode(tools.ModeSlice).At(1000)
	}, func(s *screen) {
		s.keys("g")
		s.later()
		s.has("L1: before the first call · a reads from here", " 999 of 2,500 lines not sent ", "· all above call 1 ")
	})
	onScreen(t, path, 140, 12, func(o *Options) {
		o.Request = o.Request.WithMode(tools.ModeSlice).At(1000).Sized(100)
	}, func(s *screen) {
		s.later()
		s.has(" 2,400 of 2,500 lines not sent · call 1 of ", " · L1,000–L1,099 · 999 above call 1 ")
		s.keys("]")
		s.has(" 2,300 of 2,500 lines not sent · call 2 of ", " · L1,100–L1,199 · 999 above call 1 ")
	})
}

// TestPlacesByByteScrollSideways: in a chopped line that is longer than the screen.
func TestPlacesByByteScrollSideways(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 30_000 {
		fmt.Fprintf(&text, "%06d ", i)
	}
	onScreen(t, written(t, "f.txt", text.String()), 80, 10, func(o *Options) { o.Long.Wrap = false }, func(s *screen) {
		s.keys("type::@100KiB", "enter")
		s.has("014628 ")
		s.keys("type::50%", "enter")
		s.has("015000 ")
	})
}

// TestTheTopRowKeepsTheArguments: the version note goes first where there is no room, and the name of a file keeps its
// end.
func TestTheTopRowKeepsTheArguments(t *testing.T) {
	t.Parallel()
	path := written(t, "a_long_name_of_a_file_that_ends.py", "def f():\n    return 1\n")
	for width, has := range map[int][]string{
		80: {"codex · block · anchor_line 2 · all levels"}, 40: {"codex · block", "ends.py"},
	} {
		onScreen(t, path, width, 8, func(o *Options) {
			o.Request = o.Request.WithMode(tools.ModeBlock).WithModeTool(tools.ModeBlock, "codex").At(2)
		}, func(s *screen) { s.has(has...) })
	}
}

// TestTheLastLineSaysHowManyThereAre in words for one and for several.
func TestTheLastLineSaysHowManyThereAre(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", "one\n"), 80, 10, nil, func(s *screen) {
		s.keys("5", "G")
		s.has("the file has 1 line; this is the last")
	})
}

// TestArgumentsHaveTheirNames: behind ":" each argument of the tool is set by its own name, "limit" and "offset" by any
// tool's, and one of other tools is refused with these.
func TestArgumentsHaveTheirNames(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 120, 16, func(o *Options) {
		o.Request = o.Request.WithMode(tools.ModeBlock).WithModeTool(tools.ModeBlock, "codex").At(48)
	}, func(s *screen) {
		s.keys("type::max_levels 2")
		s.has("▸ max_levels 2", "1 action") // it is said what Enter does
		s.keys("enter")
		s.has("block · anchor_line 48 · max_levels 2")
		s.keys("type::include-siblings true", "enter")
		s.has("levels 2 · siblings")
		s.keys("type::limit 5", "enter")
		s.later()
		s.has("5 lines")
		s.keys("type::start_line 3", "enter")
		s.has(" it, not codex")
	})
	onScreen(t, sample(t), 120, 16, func(o *Options) { o.Request = o.Request.WithTool("gemini_cli") }, func(s *screen) {
		s.keys("type::offset 12", "enter")
		s.has("from 12")
		s.keys("type::limit 3", "enter")
		s.later()
		s.has("3 lines")
	})
}

// TestSeveralArgumentsAreSetAtOnce: behind ":" several arguments are set by one text, and with "=" as elsewhere. A bare
// text for a number is a slip, which no call is made with.
func TestSeveralArgumentsAreSetAtOnce(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 120, 24, nil, func(s *screen) {
		for typed, want := range map[string]string{
			"limit 7, offset 12": "from 12 · limit 7", "offset=13, limit=8": "from 13 · limit 8",
			"limit 9 offset 14": "from 14 · limit 9", "limit=10": "limit 10", "offset = 15": "from 15",
		} {
			s.keys("type::"+typed, "enter")
			s.later()
			s.has(want)
		}
		s.keys("?", "type:limit=6", "enter")
		s.later()
		s.has("limit 6")

		before := s.m.file.Preview.Request
		for typed, want := range map[string]string{
			"limit fifty":        `limit takes a number, not "fifty"`,
			"limit=fifty":        `limit takes a number, not "fifty"`,
			"limit 50, ofset 2":  `limit takes a number, not "50, ofset 2"`,
			"limit 50, offset x": `offset takes a number, not "x"`,
			"limit=":             "type a value behind limit",
			"start_line=2":       " it, not codex",
		} {
			s.keys("type::"+typed, "enter")
			s.later()
			s.has(want)
			s.lacks("^J")
			s.keys("esc")
			if !s.m.file.Preview.Request.Equal(before) {
				t.Errorf("%q changed the request", typed)
			}
		}
	})
	onScreen(t, sample(t), 120, 24, nil, func(s *screen) {
		s.keys("tab", "type::include_siblings yes", "enter")
		s.has(`include_siblings takes true or false, not "yes"`)
	})
}

// TestARefusalBreaksNoWord: it is wrapped between words in the pane of what the model gets, and the line at the cursor
// is said to be refused.
func TestARefusalBreaksNoWord(t *testing.T) {
	withEveryTool(t)
	for _, width := range []int{50, 60, 90} {
		onScreen(t, written(t, "f.dat", "\x00\x01"+strings.Repeat("\x00binary\n", 99)), width, 16, func(o *Options) {
			o.Request = o.Request.WithTool("claude_code")
		}, func(s *screen) {
			s.keys("p", "p")
			s.has("L1: refused")
			text := strings.Join(strings.Fields(s.text()), " ")
			if !strings.Contains(text,
				"Use a skill for this file type if one is available, or a shell command or script that can read the format.") {
				t.Errorf("%d columns: a word is broken:\n%s", width, s.text())
			}
		})
	}
}

// TestTheFateOfALineIsTrue: of a line that no call gives, and of one of a file of which this program does not know what
// the tool makes, the last row says that, on narrow screens too.
func TestTheFateOfALineIsTrue(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withEveryTool(t)
	some := written(t, "f.txt", strings.Repeat("a line of the text\n", 5000))
	many := written(t, "g.txt", strings.Repeat("a line of the text\n", 60_000))
	notebook := written(t, "f.ipynb", `{"cells":[{"cell_type":"code","source":"`+strings.Repeat("x", 5<<20)+`","outputs":[]}]}`)
	for _, c := range []struct{ tool, file, goTo, says string }{
		{"opencode_bash", some, "2100", "no call gives it"},
		{"claude_code_bash", many, "30000", ": not known"},
		{"claude_code", notebook, "1", "L1: not known"},
	} {
		for _, width := range []int{80, 40} {
			onScreen(t, c.file, width, 16, with(tools.ModeSlice, c.tool), func(s *screen) {
				s.later()
				s.keys("type:"+c.goTo, "G")
				s.later()
				s.has(c.says)
				s.lacks("refused")
			})
		}
	}
}
