package tui

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/themes"
)

// Drawing a large output reads nothing: the screen is the same after its temporary file is closed.
func TestDrawingALargeOutputReadsNothing(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	path := written(t, "f.txt", numbered(100_000))
	onScreen(t, path, 80, 24, func(o *Options) {
		o.Request = o.Request.WithModeTool(0, "codex").Sized(100_000)
		o.Panes = "model"
	}, func(s *screen) {
		s.keys("type:90100", "G")
		before, out := s.text(), s.m.file.Preview.Reading.Out
		if out.Size() <= 1<<20 {
			t.Fatalf("%d bytes are kept in memory", out.Size())
		}
		s.has("L90100: ")
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		if after := s.text(); after != before {
			t.Errorf("the screen is now\n%s\nwas\n%s", after, before)
		}
	})
}

// What the viewer cannot keep of an output is not shown as its end, alone or beside another one.
func TestAnOutputThatCannotBeKeptSaysSo(t *testing.T) {
	longtest.SkipUnlessLong(t)
	path := written(t, "f.txt", numbered(100_000))
	systemtest.NoTemporaryFolder(t)
	onScreen(t, path, 160, 24, func(o *Options) {
		o.Request = o.Request.WithModeTool(0, "codex").Sized(100_000)
		o.Panes = "model"
	}, func(s *screen) {
		out := s.m.file.Preview.Reading.Out
		if want := "cut after 1.0 MiB of 3.4 MiB: the temporary folder takes no more: "; !strings.HasPrefix(out.Cut(), want) {
			t.Fatalf("it says %q", out.Cut())
		}
		s.keys("G")
		s.has("── this view is " + out.Cut() + " ──")
		s.keys("C", "type:codex", "enter", "G")
		s.has("── this view is cut after 1.0 MiB of ")
	})
}

// What an agent adds after a result is in the model pane under a title, not in what is copied.
func TestTheModelPaneShowsNotesUnderATitle(t *testing.T) {
	withEveryTool(t)
	text := strings.Repeat("a line of a file that is longer than one page of the tool\n", 4000)
	path := written(t, "f.txt", text)
	onScreen(t, path, 100, 24, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "claude_code")
		o.Panes = "model"
	}, func(s *screen) {
		r := s.m.file.Preview.Reading
		if len(r.Notes) != 1 || !strings.HasPrefix(r.Notes[0], "[Truncated: PARTIAL view") {
			t.Fatalf("notes %q", r.Notes)
		}
		s.keys("G")
		s.has("── note ──", "[Truncated: PARTIAL view —")
		out := make([]byte, r.Out.Size())
		if _, err := r.Out.ReadAt(out, 0); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(out), "Truncated") || strings.Contains(string(out), "note") {
			t.Errorf("what is copied has the note: %q", out[max(len(out)-400, 0):])
		}
	})
}

// The parts of an answer have titles, and the lines between them belong to the file's lines still.
func TestTheModelPaneShowsParts(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withEveryTool(t)
	path := written(t, "f.txt", numbered(300))
	onScreen(t, path, 80, 24, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "codex_code_mode")
		o.Panes = "model"
	}, func(s *screen) {
		if n := len(s.m.file.Preview.Reading.Stats.Parts); n != 2 {
			t.Fatalf("%d parts", n)
		}
		s.has("── part 1 of 2 ──\nScript completed\n", "── part 2 of 2 ──\n    line 1 of the input\n")
		s.keys("type:100", "G", "p")
		if top, ok := s.m.file.Text.File.TopLine(); !ok || top.Number > 100 || top.Number < 60 {
			t.Errorf("the file pane is at line %d:\n%s", top.Number, s.text())
		}
	})
}

// An answer that is not text says in the model pane and in the model line what the model gets.
func TestTheModelPaneSaysWhatTheModelGetsInPlaceOfText(t *testing.T) {
	withEveryTool(t)
	png := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
	path := written(t, "f.png", png)
	for _, tool := range everyTool {
		t.Run(tool.Name, func(t *testing.T) {
			onScreen(t, path, 120, 12, func(o *Options) {
				o.Request = o.Request.WithModeTool(tools.ModeSlice, tool.Name)
				o.Panes = "model"
			}, func(s *screen) {
				if r := s.m.file.Preview.Reading; r.Req.ToolName() == tool.Name && r.Kind != "" {
					s.has(fmt.Sprintf("── %s, not text ──", r.Kind), "model gets ", r.Kind+", not text")
				}
			})
		})
	}
}

// Where a tool counts lines otherwise, the gutter has the file's numbers, the model pane the tool's, and the model line
// says that they differ.
func TestTheNumbersOfAToolThatCountsOtherwise(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.txt", "one\ntwo\rtwo and a half\nthree\fthree and a half\nfour\n")
	seen := 0
	for _, tool := range everyTool {
		if tool.Lines == nil || tool.Lines.Prefix == nil || len(tool.Windows) == 0 || tool.Windows[0].Mode != tools.ModeSlice {
			continue
		}
		t.Run(tool.Name, func(t *testing.T) {
			onScreen(t, path, 200, 24, func(o *Options) {
				o.Request = o.Request.WithModeTool(tools.ModeSlice, tool.Name)
				o.Panes = "both"
			}, func(s *screen) {
				r := s.m.file.Preview.Reading
				if r.Out == nil || len(r.Stats.Runs) == 0 { // refused, or counted otherwise in JSON
					return
				}
				s.has("4 │ four")
				line, ok := r.ContentLine(4)
				l, shown := r.Stats.Line(line)
				if !ok || !shown {
					t.Fatalf("line 4 is not shown: %d, %v", line, ok)
				}
				words := "counts lines otherwise from L2 on"
				if differs := r.Window.Renumbered > 0; differs != strings.Contains(s.text(), words) || differs != (l.Number > 4) {
					t.Errorf("the tool numbers line 4 with %d, renumbered from %d on:\n%s", l.Number, r.Window.Renumbered, s.text())
				} else if differs {
					seen++
				}
			})
		})
	}
	if seen < 5 {
		t.Errorf("only %d tools count otherwise", seen)
	}
}

// What a tool says before the first line on that line is drawn apart from its prefix, and tab stops begin after both.
func TestWhatIsBeforeALineIsApartFromItsPrefix(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.txt", "\tFIRST\n\ttwo\n")
	for _, tool := range everyTool {
		if tool.Lines == nil || tool.Lines.Prefix == nil {
			continue
		}
		onScreen(t, path, 200, 24, func(o *Options) {
			o.Request = o.Request.WithModeTool(tools.ModeSlice, tool.Name)
			o.Panes = "model"
		}, func(s *screen) {
			r := s.m.file.Preview.Reading
			if r.Out == nil || r.Req.ToolName() != tool.Name || len(r.Stats.Runs) == 0 || r.IsLaid() {
				return // in JSON a tab is two letters
			}
			for _, l := range s.m.file.Preview.Output().Lines() {
				before, prefix := r.BeforeText(l.Number - 1)
				text, _, found := strings.Cut(string(l.Head), "FIRST")
				if found && strings.TrimRight(text, " \t") != strings.TrimRight(string(l.Head[:before+prefix]), " \t") {
					t.Errorf("%s: %q has %d bytes before the prefix, %d of it", tool.Name, l.Head, before, prefix)
				}
			}
		})
	}
}

// A call that is refused dims all lines of the file, as those that the model does not get.
func TestARefusedCallDimsAll(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.txt", strings.Repeat("a line of text\n", 22000)) // above 256 KiB
	onScreen(t, path, 100, 10, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "claude_code")
		o.Theme, _ = themes.New(themes.DefaultDark, themes.TrueColor)
	}, func(s *screen) {
		s.has("exceeds maximum allowed size")
		dim := s.m.theme.Style(themes.Dim)
		if row := s.m.file.Rows(10)[1]; !strings.Contains(row, dim+"a line") {
			t.Errorf("the first line is not dimmed: %q", row)
		}
	})
}

// What Claude Code asks its service, the number of tokens, is an estimate here, and is said to be one beside the exact
// text.
func TestTokensThatAreAnEstimateAreSaidToBe(t *testing.T) {
	systemtest.SkipOnWindows(t, "each answer has a second note: that it is modelled")
	withEveryTool(t)
	path := written(t, "f.txt", strings.Repeat("a line of text\n", 14000)) // 210,000 bytes, 52,500 tokens
	onScreen(t, path, 180, 12, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "claude_code").With("offset", int64(2))
	}, func(s *screen) {
		s.has("refused (tokens by estimate): File content (52496 tokens) exceeds")
		s.keys("p")
		s.has("(The tokens are by estimate: the agent asks its service, which counts them.)")
	})
	onScreen(t, path, 180, 12, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "claude_code")
	}, func(s *screen) {
		s.has("the tokens it names: by estimate")
		for _, insert := range s.m.file.Preview.Reading.Inserts(true) {
			if insert.Title != "-- note -- its tokens: by estimate --" {
				t.Errorf("the note's title is %q", insert.Title)
			}
		}
	})
	onScreen(t, written(t, "short.txt", "text\n"), 180, 12, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "claude_code").With("offset", int64(9))
	}, func(s *screen) {
		s.lacks("tokens by estimate", "it names")
	})
}
