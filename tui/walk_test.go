package tui

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/check"
	"eyeline/reader/emit"
	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
)

// The model line says which call of how many it is, how many lines remain, and the tokens of all.
func TestTheModelLineSaysWhereTheCallIsInTheWalk(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", numbered(4500))
	onScreen(t, path, 200, 24, nil, func(s *screen) {
		s.later()
		s.has("2,500 of 4,500 lines not sent", "call 1 of 3", "tokens in all", "no word of more")
		s.keys("]")
		s.later()
		s.has("500 of 4,500 lines not sent", "call 2 of 3")
		s.keys("]")
		s.later()
		s.has("call 3 of 3")
		s.lacks("not sent", "not told") // the calls before gave the rest
		s.keys("[")
		s.later()
		s.has("call 2 of 3")
	})
	onScreen(t, written(t, "short.txt", numbered(10)), 200, 24, nil, func(s *screen) {
		s.later()
		s.lacks("call 1", "not sent", "in all", "no word")
	})
}

// The number of calls of a large file is not counted unasked, but inferred.
func TestTheCallsOfALargeFileAreInferred(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	path := written(t, "f.txt", strings.Repeat(strings.Repeat("x", 120)+"\n", 100_000))
	onScreen(t, path, 200, 24, nil, func(s *screen) {
		s.later()
		s.has("call 1 of ≈50", "98,000 of 100,000 lines not sent")
	})
}

// However the first call differs from those that read on, there are as many calls after each of them, and where no call
// gives more ] says so.
func TestTheNumberOfCallsStaysTheSame(t *testing.T) {
	longtest.SkipUnlessLong(t)
	withEveryTool(t)
	for _, name := range []string{"codex_exec", "cline", "swe_agent", "copilot_cli"} {
		path := written(t, "f.txt", numbered(4500))
		onScreen(t, path, 200, 24, func(o *Options) { o.Request = o.Request.WithTool(name) }, func(s *screen) {
			s.later()
			of := regexp.MustCompile(`call 1 of (\d+)`).FindStringSubmatch(s.text())
			if of == nil {
				t.Fatalf("%s: how many calls are there?\n%s", name, s.text())
			}
			for call := range 4 {
				s.has(fmt.Sprintf("call %d of %s ", call+1, of[1]))
				s.keys("]")
				s.later()
			}
			if w := s.m.file.Preview.Walk.WalkWords(); !w.Rate {
				t.Errorf("%s: the tokens of calls that were not made are known: %+v", name, w)
			}
			s.keys(";")
			s.has(" " + of[1] + " calls · ")
			s.keys("j", "enter")
			s.later()
			if w := s.m.file.Preview.Walk.WalkWords(); w.Rate || w.Tokens.Count == 0 {
				t.Errorf("%s: the tokens of all calls are not said as counted: %+v", name, w)
			}
		})
	}
}

// ; shows every call with its arguments before it is made, the next one selected; Enter makes the selected one, and [
// goes back through those before it.
func TestTheListOfCalls(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", numbered(4500))
	onScreen(t, path, 160, 24, nil, func(s *screen) {
		s.keys(";")
		s.has("── 3 calls · after call 3: all sent · ≈", "not sent yet  tokens", "call 1 (now)   2,500  ", "▸ call 2 (next)  500  ", "L2,001–L4,000",
			"call 3         all sent  ",
			fmt.Sprintf(`{"file_path":%q,"offset":2001}`, path))
		s.keys("j")
		s.has(`"offset":4001}`)
		s.keys("enter")
		s.lacks("call 1 (now)")
		s.has("all 4,500 lines sent", "L4,001–L4,500", "call 3 of 3")
		s.keys("[")
		s.has("L2,001–L4,000")
		s.keys("[")
		s.has("L1–L2,000")
		s.keys(";", "]") // the list stays open and goes along
		s.has("call 2 (now)", "▸ call 3 (next)")
		s.keys("esc")
		s.lacks("call 2 (now)")
		if s.m.file.Text.Jobs.Runs(jobs.Walk) {
			t.Error("the calls are still made")
		}
	})
}

// In every tool's own walk the list has the calls that ] makes, and ends where they do.
func TestTheListHasTheCallsThatAreMade(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.txt", strings.Repeat("a line of text, as long as lines are in most files\n", 2500))
	walked, least, step := 0, 10, 1
	if !longtest.IsRequested() {
		least, step = 1, 12
	}
	for i := 0; i < len(everyTool); i += step {
		tool := everyTool[i]
		t.Run(tool.Name, func(t *testing.T) {
			onScreen(t, path, 160, 30, func(o *Options) {
				o.Request = o.Request.WithModeTool(tools.ModeSlice, tool.Name)
				o.NoTokens = true
			}, func(s *screen) {
				if s.m.file.Preview.Request.ToolName() != tool.Name {
					return // it has no slices
				}
				s.keys(";")
				p, open := overlay.Topmost[*toolpanels.WalkPanel](s.m.overlays)
				if !open || !p.Done {
					t.Fatalf("the list is open: %v, and done: %v\n%s", open, p != nil && p.Done, s.text())
				}
				calls := p.Calls
				s.keys("esc")
				for i := 1; i < min(len(calls), 6); i++ {
					s.keys("]")
					if !s.m.file.Preview.Request.Equal(calls[i].Req) {
						t.Fatalf("call %d is %s, the list has %s", i+1, s.m.file.Preview.Reading.Args, calls[i].Args)
					}
				}
				if len(calls) > 1 {
					walked++
				}
				if len(calls) > 1 && len(calls) < 6 {
					s.later()
					if calls[0].Refused == "" {
						s.has(fmt.Sprintf("call %d of %d", len(calls), len(calls)))
					}
				}
			})
		})
	}
	if walked < least {
		t.Errorf("only %d tools have several calls", walked)
	}
}

// After a refusal ] makes the first call that works, [ goes back to the refusal, and the list has both.
func TestARefusalIsFollowedByACallThatWorks(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.txt", strings.Repeat("a line of text\n", 22000)) // above 256 KiB
	onScreen(t, path, 160+len(path), 20, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "claude_code")
	}, func(s *screen) {
		s.has("exceeds maximum allowed size", "] works")
		s.keys("]")
		s.has("the first call that works: {", `"offset":1,"limit":2000}`, "L1–L2,000")
		s.keys("[")
		s.has("exceeds maximum allowed size")
		s.keys(";")
		s.has("call 1 (now)", "refused: File content", "▸ call 2 (next)", "L1–L2,000")
	})
	onScreen(t, written(t, "short.txt", "text\n"), 160, 20, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "open_file").With("line_range.start", int64(1))
		o.Confine = true
		o.Root = t.TempDir()
	}, func(s *screen) {
		if s.m.file.Preview.Reading.Refused == "" {
			t.Fatalf("nothing is refused:\n%s", s.text())
		}
		s.keys("]")
		s.has("has no call that reads this file")
	})
}

// Model line, list of calls, list of tools, emit --walk, --json and check have one count of calls, for every tool, and
// the tokens of the model line are those of --json; check says of what it infers that it does.
func TestOneCountOfCalls(t *testing.T) {
	withEveryTool(t)
	line := "some words in a line of a file that is read on\n"
	readsOn := false
	for i, path := range []string{
		written(t, "f.txt", strings.Repeat(line, 1100)),
		written(t, "f.txt", strings.Repeat(line, 6000)),
		written(t, "f.txt", strings.Repeat(strings.Repeat(line, 40)+strings.Repeat("x", 2500)+"\r\n", 30)),
	} {
		for j, tool := range everyTool {
			often := tool.Name == "copilot_cli" || i > 0 && tool.Name == "codex_exec"
			if i > 0 && (i+j)%8 != 0 && !often { // one of the two is enough, of some tools
				continue
			}
			if len(tool.Windows) == 0 || tool.Modes()[0] == tools.ModeBlock || !longtest.IsRequested() && (i > 0 || j%30 != 0) {
				continue
			}
			onScreen(t, path, 200, 40, func(o *Options) {
				o.Request, o.NoTokens = o.Request.WithModeTool(tool.Modes()[0], tool.Name), i > 0
			}, func(s *screen) { readsOn = oneCount(s, path, tool, i == 0) || readsOn })
		}
	}
	if !readsOn {
		t.Error("no tool in the list reads on")
	}
}

// callsOf returns what the list of tools says in its column of calls of the selected tool: the number that ends below
// the column's name. "" where it says none.
func callsOf(screen, tool string) string {
	end := 0
	for line := range strings.Lines(screen) {
		if before, _, ok := strings.Cut(line, " calls "); ok && strings.Contains(line, "never sent") {
			end = utf8.RuneCountInString(before + " calls")
		}
		if cells := []rune(line); strings.HasPrefix(strings.TrimSpace(line), "▸ "+tool+" ") && 0 < end && end < len(cells) {
			said := strings.Fields(string(cells[:end]))
			return strings.Trim(said[len(said)-1], "≈–")
		}
	}
	return ""
}

// So they have of a file that a tool refuses: all go on with the first call that works.
func TestOneCountOfCallsAfterARefusal(t *testing.T) {
	longtest.SkipUnlessLong(t)
	withEveryTool(t)
	refused := 0
	for _, text := range []string{
		"", strings.Repeat("a line of text\n", 18000), strings.Repeat(strings.Repeat("words ", 4000)+"\n", 50),
	} {
		path := written(t, "f.txt", text)
		for _, tool := range everyTool {
			file := map[bool]string{true: path, false: filepath.Base(path)}[tool.Paths == tools.PathAbsolute]
			r, err := tool.Read(t.Context(), tools.Env{Root: filepath.Dir(path)}, tools.BuildArgs(tool, file, nil))
			if err == nil {
				_ = r.Close()
			}
			if err == nil || len(tool.Windows) == 0 || tool.Modes()[0] == tools.ModeBlock {
				continue
			}
			refused++
			onScreen(t, path, 200, 40, func(o *Options) {
				o.Request, o.NoTokens = o.Request.WithModeTool(tool.Modes()[0], tool.Name), true
			}, func(s *screen) { oneCountAfterRefusal(s, path, tool) })
		}
	}
	if refused < 15 {
		t.Errorf("only %d reads are refused", refused)
	}
}

func oneCountAfterRefusal(s *screen, path string, tool *tools.Tool) {
	name, p := fmt.Sprintf("%s %s", tool.Name, path), s.m.file.Preview
	var walk strings.Builder
	req := emit.Request{Tool: tool.Name, Arguments: p.Reading.Args}
	if _, err := emit.Walk(s.t.Context(), &walk, p.Env(tool), req); err != nil {
		s.t.Fatal(name, err)
	}
	calls := int64(strings.Count(walk.String(), "\n"))
	found, err := check.Run(s.t.Context(), check.Options{Paths: []string{path}, Tools: []*tools.Tool{tool}, All: true})
	if err != nil {
		s.t.Fatal(name, err)
	}
	if p.Reading.NotKnown { // what the tool answers is not imitated
		return
	}
	if found.Agents[0].Files.Refused != 1 {
		s.t.Fatal(name, found)
	}
	if a := found.Agents[0]; a.CallsAll != calls && (tool.Origin.Use == tools.Current || !a.CallsGuessed) {
		s.t.Errorf("%s: emit --walk makes %d calls, check says %d", name, calls, a.CallsAll)
	}
	s.later()
	s.keys(";")
	s.later()
	if n := humanize.Count(calls, "call"); !strings.Contains(s.text(), " "+n+" · ") {
		s.t.Errorf("%s: emit --walk makes %s, the list says\n%s", name, n, s.text())
	}
	s.keys("esc", "]")
	s.later()
	if words := p.Walk.WalkWords(); p.Reading.Refused == "" && words.Calls != calls {
		s.t.Errorf("%s: emit --walk makes %d calls, the model line says %d", name, calls, words.Calls)
	}
}

// oneCount holds the calls of a tool's first read against each other, where they were all made, as those of a small
// file have to be. It reports whether others follow the first.
func oneCount(s *screen, path string, tool *tools.Tool, small bool) bool {
	s.later()
	r, words, name := s.m.file.Preview.Reading, s.m.file.Preview.Walk.WalkWords(), tool.Name+" "+path
	if small && words.Guessed {
		s.t.Errorf("%s: the calls of so small a file are inferred", name)
	}
	if r.Out == nil || words.Guessed {
		return false
	}
	env := s.m.file.Preview.Env(tool)
	var walk, one strings.Builder
	if _, err := emit.Walk(s.t.Context(), &walk, env, emit.Request{Tool: tool.Name, Arguments: r.Args}); err != nil {
		s.t.Fatal(err)
	}
	if n := int64(strings.Count(walk.String(), "\n")); n != words.Calls {
		s.t.Errorf("%s: the model line says %d calls, emit --walk makes %d", name, words.Calls, n)
	}
	if _, err := emit.Answer(s.t.Context(), &one, env, emit.Request{Tool: tool.Name, Arguments: r.Args}); err != nil {
		s.t.Fatal(err)
	}
	said := struct {
		Left   int64 `json:"calls_left"`
		Tokens struct{ Count int64 }
	}{}
	if err := json.Unmarshal([]byte(one.String()), &said); err != nil || said.Left != words.Calls-1 {
		s.t.Errorf("%s: the model line says %d calls, emit --json that %d are left: %v", name, words.Calls, said.Left, err)
	}
	if n := r.Tokens.Count; n > 0 && n != said.Tokens.Count {
		s.t.Errorf("%s: the model line has %d tokens, emit --json %d", name, n, said.Tokens.Count)
	}
	found, err := check.Run(s.t.Context(), check.Options{Paths: []string{path}, Tools: []*tools.Tool{tool}, All: true})
	if err != nil || len(found.Agents) != 1 {
		s.t.Fatal(err, found)
	}
	if a := found.Agents[0]; a.CallsAll != words.Calls && (tool.Origin.Use == tools.Current || !a.CallsGuessed) {
		s.t.Errorf("%s: the model line says %d calls, check %d", name, words.Calls, a.CallsAll)
	}
	s.keys("L", "type:"+tool.Name)
	s.later()
	count := callsOf(s.text(), tool.Name)
	switch {
	case count == "" && strings.Contains(s.text(), " not text "): // a text about the file: there is nothing to read on
	case count == "":
		s.t.Errorf("%s: the list of tools does not say how many calls:\n%s", name, s.text())
	case count != humanize.Group(words.Calls):
		s.t.Errorf("%s: the model line says %d calls, the list of tools %q", name, words.Calls, count)
	}
	s.keys("esc", ";")
	s.later()
	if n := humanize.Count(words.Calls, "call"); !strings.Contains(s.text(), " "+n+" · ") {
		s.t.Errorf("%s: the model line says %s, the list\n%s", name, n, s.text())
	}
	return words.Calls > 1
}

// Where no call gives what follows, such as the rest of a line longer than any answer, ] says that and goes no further.
func TestReadingOnEnds(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.txt", numbered(50)+strings.Repeat("a long line ", 20_000)+"\n"+numbered(50))
	for i, tool := range everyTool {
		if !longtest.IsRequested() && i%5 != 0 || len(tool.Windows) == 0 || tool.Modes()[0] == tools.ModeBlock {
			continue
		}
		onScreen(t, path, 160, 12, func(o *Options) {
			o.Request, o.NoTokens = o.Request.WithModeTool(tool.Modes()[0], tool.Name), true
		}, func(s *screen) {
			for range 100 {
				s.later()
				before := s.m.file.Preview.Request
				s.keys("]")
				s.later()
				if s.m.file.Preview.Request.Equal(before) {
					return
				}
			}
			t.Errorf("%s reads on for ever\n%s", tool.Name, s.text())
		})
	}
}

// The line in which a read stops is marked as cut, where the next call goes on behind it.
func TestTheLineInWhichAReadStopsIsMarked(t *testing.T) {
	withEveryTool(t)
	path := written(t, "f.txt", strings.Repeat("some line of text\n", 5000))
	onScreen(t, path, 100, 12, func(o *Options) { o.Request = o.Request.WithTool("copilot_cli") }, func(s *screen) {
		s.keys("]", "~")
		s.has("1138 ┤ some line of text", "3,862 of 5,000 lines not sent", "16 B never sent · 1 line cut", "L1,138: the read ends here")
	})
}

// TestWhatAllCallsLose: the list of calls sums what none of them gives, and the model line and the seam tell what the
// calls to come give from what they do not.
func TestWhatAllCallsLose(t *testing.T) {
	withTools(t, "codex_exec", "gemini_cli", "mcp_filesystem")
	var text strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&text, "line %d\n", i)
		if i == 100 || i == 4000 {
			text.WriteString(strings.Repeat("x", 2100) + "\n")
		}
	}
	path := written(t, "f.txt", text.String())
	for _, one := range []struct{ tool, from, model, title string }{
		{"gemini_cli", "", "3,002 of 5,002 lines not sent yet", "3 calls · after call 3: 2 lines cut (200 B) · ≈"},
		{"gemini_cli", "1000", "3,002 of 5,002 lines not sent", "3 calls · after call 3: 999 of 5,002 lines not sent, 1 line cut (100 B) · ≈"},
		{"mcp_filesystem", "", "all 5,002 lines sent ", "1 call · after call 1: all sent · ≈"},
		{"codex_exec", "", " lines not sent yet", ": all sent · ≈"},
	} {
		onScreen(t, path, 140, 24, func(o *Options) {
			o.Request = o.Request.WithModeTool(tools.ModeSlice, one.tool)
		}, func(s *screen) {
			if s.m.file.Preview.Reading.NotKnown {
				return // a shell on Windows
			}
			if one.from != "" {
				s.keys("type:"+one.from, "G", "a")
			}
			s.later()
			s.has(one.model)
			if one.from != "" {
				s.lacks("not sent yet")
			}
			s.keys(";")
			s.later()
			s.has(one.title)
		})
	}
}

// TestACallThatOthersFollowNearlyWhole: what the calls to come give for the most part is not sent yet, and what none of
// them gives is said beside it.
func TestACallThatOthersFollowNearlyWhole(t *testing.T) {
	withEveryTool(t)
	text := strings.Repeat("some words in a line of a file that is read on\n", 600) + strings.Repeat("x", 25_000) + "\n" + numbered(2000)
	onScreen(t, written(t, "f.txt", text), 80, 24, with(tools.ModeSlice, "copilot_cli"), func(s *screen) {
		s.later()
		s.has("nothing sent, a notice instead · 12.0 KiB never sent · call 1 of ")
	})
}

// TestAHoleThatTheNextCallsFillNearlyWhole: its seam, the footer and the model line say the same of it, and each once.
func TestAHoleThatTheNextCallsFillNearlyWhole(t *testing.T) {
	withEveryTool(t)
	text := strings.Repeat("short\n", 20) + strings.Repeat("x", 60_000) + "\n" +
		strings.Repeat("some words in a line of a file that is read on and on\n", 8000)
	onScreen(t, written(t, "f.txt", text), 160, 24, with(tools.ModeSlice, "openhands"), func(s *screen) {
		s.later()
		s.keys("~")
		s.later()
		s.has("not sent yet", "left out here; a call reads on there, ; lists it: ", "KiB never sent · 2 lines cut so far")
		s.lacks("lines cut (")
	})
}

// TestWhatCallsThatOverlapLose counts nothing twice: what ends a call inside a line the next one gives, and all calls
// give the end of the file.
func TestWhatCallsThatOverlapLose(t *testing.T) {
	withEveryTool(t)
	lines := numbered(3000)
	for text, title := range map[string]string{lines: ": all sent · ≈", lines + "end of it\r\nx\tx\r\n\n": ": 2 \\r dropped"} {
		onScreen(t, written(t, "f.txt", text), 140, 24, func(o *Options) {
			o.Request = o.Request.WithModeTool(tools.ModeSlice, "openhands")
		}, func(s *screen) {
			s.keys(";")
			s.later()
			s.has(title)
		})
	}
}

// TestCallsThatGiveNoText: a refusal gives nothing, and a picture no lines to lose.
func TestCallsThatGiveNoText(t *testing.T) {
	withEveryTool(t)
	for name, title := range map[string]string{"dot.png": "1 call · an image, not text", "notes.ipynb": "1 call · nothing sent"} {
		onScreen(t, written(t, name, "\x89PNG\r\n\x1a\n not a notebook"), 120, 12, func(o *Options) {
			o.Request = o.Request.WithModeTool(tools.ModeSlice, map[bool]string{true: "gemini_cli", false: "claude_code"}[name == "dot.png"])
		}, func(s *screen) {
			s.keys(";")
			s.later()
			s.has(title)
		})
	}
}

// TestASecondClickTakesACall: as in the other lists.
func TestASecondClickTakesACall(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", numbered(4500)), 120, 24, func(o *Options) { o.Terminal.Mouse = true }, func(s *screen) {
		s.keys(";")
		for range 2 {
			s.send(tea.MouseMsg{X: 5, Y: s.rowOf("call 3  "), Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			s.settle()
		}
		s.has("L4,001–L4,500", "call 3 of 3")
		s.lacks("call 1 (now)")
	})
}

// A walk goes on with the size as it is now: what was read before is of it, in the model line and in the list.
func TestAChangedSizeStaysInTheWalk(t *testing.T) {
	t.Parallel()
	path := written(t, "f.log", numbered(40_000))
	onScreen(t, path, 160, 24, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeBytes, "byte_window")
	}, func(s *screen) {
		s.keys("]", "+")
		s.later()
		s.has("call 2 of ")
		size := s.m.file.Preview.Request.Size()
		s.keys(";")
		s.lacks("call 1 (now)")
		s.has("call 2 (now)", "▸ call 3 (next)")
		p, _ := overlay.Topmost[*toolpanels.WalkPanel](s.m.overlays)
		of := len(p.Calls)
		if first, third := p.Calls[0].Req, p.Calls[2].Req; first.Size() == size || third.Size() != size {
			t.Errorf("the first call is of %d bytes, the third of %d", first.Size(), third.Size())
		}
		s.keys("enter")
		s.later()
		s.has(fmt.Sprintf("call 3 of %d", of))
		if got := s.m.file.Preview.Request.Size(); got != size {
			t.Errorf("the size is %d, was %d", got, size)
		}
		s.keys("[")
		s.later()
		s.has(fmt.Sprintf("call 2 of %d", of))
		s.keys(";", "-") // the open list goes along
		s.later()
		s.has("call 2 (now)", "▸ call 3 (next)")
		if p, _ = overlay.Topmost[*toolpanels.WalkPanel](s.m.overlays); of == len(p.Calls) {
			t.Errorf("%d calls, whatever the size is", of)
		}
	})
}

// The windows that ] came from are there again when the same call is current again.
func TestTheSameCallHasTheSameWindowsBeforeIt(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", numbered(3500))
	for _, keys := range [][]string{{"tab", "tab", "tab"}, {"tab", "z"}, {"+", "z"}, {"g", "a", "z"}, {"t", "z"}} {
		onScreen(t, path, 160, 24, nil, func(s *screen) {
			s.keys("]")
			s.later()
			s.has("all 3,500 lines sent", "call 2 of 2")
			s.keys(keys...)
			s.later()
			s.has("all 3,500 lines sent", "call 2 of 2")
			s.keys(";")
			s.has("── 2 calls · after call 2: all sent", "call 2 (now)")
			s.keys("esc", "[")
			s.later()
			s.has("call 1 of 2", "1,500 of 3,500 lines not sent")
		})
	}
}

// Whether the model is told that more follows is in the list at 80 columns too, however long the ranges are.
func TestTheListOfCallsSaysAt80ColumnsWhetherTheModelIsTold(t *testing.T) {
	longtest.SkipUnlessLong(t)
	withEveryTool(t)
	path := written(t, "f.log", numbered(200_000))
	for tool, said := range map[string]string{"claude_code": "  told  ", "byte_window": "  says more follows"} {
		onScreen(t, path, 80, 24, func(o *Options) {
			mode := map[bool]tools.Mode{true: tools.ModeBytes}[tool == "byte_window"]
			o.Request = o.Request.WithModeTool(mode, tool).With("limit", map[bool]any{true: int64(2000)}[tool == "claude_code"])
		}, func(s *screen) {
			s.keys(";", "G")
			s.keys("k")
			s.has(said)
		})
	}
}

// TestWhatACallOfAWalkCuts stands beside its lines, and not as the sum of all calls beside the last one; the list of
// tools does not say that there is no further call.
func TestWhatACallOfAWalkCuts(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	withTools(t, "gemini_cli")
	var text strings.Builder
	for i := range 4003 {
		fmt.Fprintf(&text, "line %d\n", i)
		if i == 100 || i == 3000 {
			text.WriteString(strings.Repeat("x", 2100) + "\n")
		}
	}
	onScreen(t, written(t, "f.txt", text.String()), 140, 24, with(tools.ModeSlice, "gemini_cli"), func(s *screen) {
		s.keys(";")
		s.later()
		s.has("L1–L2,000, 100 B cut", "L2,001–L4,000, 100 B cut", " 200 B cut in all", "  5  ")
		s.lacks("L4,001–L4,005,")
		s.keys("esc", "L", "type:gemini_cli")
		s.later()
		s.has("calls to the end", "     3    lines cut")
	})
}

// TestARefusalThatNamesAnArgument with which the file is read leads to that, and does not say that no call reads it.
func TestARefusalThatNamesAnArgument(t *testing.T) {
	withEveryTool(t)
	path := written(t, "one.json", strings.Repeat("[1, 2], ", 40_000)+"\n")
	onScreen(t, path, 100, 24, with(tools.ModeSlice, "claude_code"), func(s *screen) {
		s.later()
		s.has("refused: ", "o allow_large reads it")
		s.lacks("no call reads this file")
		s.keys("o")
		s.has("▸ allow_large")
		s.keys("right")
		s.later()
		if r := s.m.file.Preview.Reading; r.Refused != "" {
			t.Errorf("with the argument it is refused, too: %s", r.Refused)
		}
	})
}

// TestANoticeIsShownWhole: where the tool gives a sentence in place of lines of the file, none of it is cut off.
func TestANoticeIsShownWhole(t *testing.T) {
	withEveryTool(t)
	notice := func(o *Options) { o.Request = o.Request.WithTool("copilot_cli") }
	onScreen(t, written(t, "f.txt", numbered(20_000)), 80, 24, notice, func(s *screen) {
		s.later()
		s.keys("p")
		s.has("what the model gets", "File too large to read at once", "read specific sections.")
		s.lacks("›")
	})
}

// TestALineOfTheFileInWhatTheModelGets: a typed number is that of a line of the file also there, however many lines the
// tool says before it; where the model does not get the line, that is said.
func TestALineOfTheFileInWhatTheModelGets(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("what a shell prints there is not known")
	}
	withEveryTool(t)
	middle := func(o *Options) { o.Request = o.Request.WithTool("codex_exec") }
	onScreen(t, written(t, "f.txt", numbered(30_000)), 80, 24, middle, func(s *screen) {
		s.later()
		s.keys("p", "type::300", "enter")
		s.later()
		s.has("call 1 of ≈145 · from L300 ", "    line 300 of the input")
		s.lacks("the nearest line")
		s.keys("type::12000", "enter")
		s.later()
		s.has("the model does not get L12,000 by this call; the nearest line")
	})
}
