package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/contextfiles"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/tui/file/document"
	"eyeline/tui/options"
)

// instructed is a project with files of instructions, of which one is beyond what Codex takes, and one imports another.
func instructed(t *testing.T) options.Context {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"proj/.git/HEAD": "ref: refs/heads/main\n", "home/.codex/AGENTS.md": "Be kind.\n",
		"proj/AGENTS.md":       "# Rules\n" + strings.Repeat("- a rule of the project, as they are written\n", 700),
		"proj/svc/AGENTS.md":   strings.Repeat("- a rule of the service\n", 100),
		"proj/svc/CLAUDE.md":   "<!-- for people -->\n# Service\n@more.md\n\x1b[31mnot red\n",
		"proj/svc/more.md":     "More.\n",
		"proj/svc/Gemini.md":   "other case\n",
		"proj/svc/sub/file.go": "package sub\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	codex, _ := contextfiles.Lookup("codex_exec")
	env := tools.Env{Root: filepath.Join(dir, "proj/svc"), Home: filepath.Join(dir, "home")}
	return options.Context{Request: contextfiles.Request{Env: env, Top: filepath.Join(dir, "proj")}, Profiles: []*contextfiles.Profile{codex}}
}

// onContext runs a test of the screen of what Codex gets before it reads.
func onContext(t *testing.T, width, height int, change func(*Options), test func(s *screen, dir string)) {
	t.Helper()
	o := instructed(t)
	onDocument(t, func(Options) (*document.Document, error) { return nil, nil }, width, height, func(opts *Options) {
		opts.Instead.Context = &o
		if change != nil {
			change(opts)
		}
	}, func(s *screen) { test(s, o.Env.Root) })
}

// contextOver shows that screen over the file that key scripts begin with.
func contextOver(s *screen, keys ...string) {
	systemtest.SkipOnWindows(s.t, "names in any case are one, so that another file is sent")
	o := instructed(s.t)
	s.run(host{s.m}.Enter(s.m.file.ContextScreen(o)))
	s.settle()
	s.keys(keys...)
}

func init() {
	for action, script := range map[keymap.Action]func(s *screen){
		keymap.NextSource: func(s *screen) {
			contextOver(s, "]")
			s.has("▸ ../AGENTS.md", "3 of 4")
		},
		keymap.PrevSource: func(s *screen) {
			contextOver(s, "]", "j", "[")
			s.has("▸ ../AGENTS.md")
		},
		keymap.FirstSource: func(s *screen) {
			contextOver(s, "j", "j", "g")
			s.has("▸ CLAUDE.md", "Nothing of it is sent", "1 of 4") // what is left out is on top
		},
		keymap.LastSource: func(s *screen) {
			contextOver(s, "G")
			s.has("▸ all")
		},
		keymap.OpenSource: func(s *screen) {
			contextOver(s, "j", "j", "enter")
			s.has("AGENTS.md", "Codex CLI", "read ends here", "lines not sent")
			s.keys("q")
			s.has("▸ AGENTS.md")
		},
		keymap.SourceAgent: func(s *screen) {
			contextOver(s, "t")
			s.has("Gemini CLI")
		},
		keymap.SourceAgentUp: func(s *screen) {
			contextOver(s, "alt+t")
			s.has("Claude Code", "CLAUDE.md", "imported by CLAUDE.md")
		},
		keymap.SourceAgents: func(s *screen) {
			contextOver(s, "L", "type:gemini", "enter")
			s.has("Gemini CLI")
			s.keys("C", "L", "type:gemini")
			s.has("it is the one on the left")
		},
		keymap.SourceCompare: func(s *screen) {
			contextOver(s, "C")
			s.has("Codex CLI | Gemini CLI", "1 cut, 1 of 4 left out | 4 of 4 left out", "Be kind.", "Nothing of it is sent: not read")
			s.keys("t")
			s.has("Codex CLI | opencode")
			s.keys("C")
			s.lacks(" | ")
		},
		keymap.SourcePane: func(s *screen) {
			contextOver(s, "p")
			s.lacks("part 1 of 1")
			s.keys("p")
			s.has("<INSTRUCTIONS>")
			s.lacks("▸")
		},
		keymap.SourceTextDown: func(s *screen) {
			contextOver(s, " ")
			s.has("- a rule of the project")
		},
		keymap.SourceTextUp: func(s *screen) {
			contextOver(s, " ", " ", "b", "b", "b")
			s.has("# AGENTS.md instructions for")
		},
		keymap.BackToSource: func(s *screen) {
			contextOver(s, "C", "esc")
			s.has("before the first read", "Esc leave")
			s.lacks(" | ")
			s.keys("esc")
			s.lacks("before the first read")
		},
		keymap.LeaveSources: func(s *screen) {
			contextOver(s, "q")
			s.lacks("before the first read")
		},
		keymap.SourceHelp: func(s *screen) {
			contextOver(s, "?")
			s.has("two agents side by side")
			s.keys("esc")
			s.has("before the first read")
		},
	} {
		scripts[action] = script
	}
}

// TestLossBesideNames: what two agents do not send is in the title as a whole or, where that has no room, as a count
// behind the name of each.
func TestLossBesideNames(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "names in any case are one, so that another file is sent")
	for _, c := range []struct {
		width, height int
		title         string
	}{
		{80, 12, "  1 cut, 1 of 4 left out | 4 of 4 left out  Codex CLI | Gemini CLI"},
		{64, 12, "  1 cut, 1/4 left out | 4/4 left out  Codex CLI | Gemini CLI"},
		{60, 12, "  1 cut, 1/4 out | 4/4 out  Codex CLI | Gemini CLI"},
		{55, 12, "  1 cut, 1/4 out | 4/4 out  Codex CLI | Gemini CLI"},
		{40, 8, " Codex CLI 2 lost | Gemini CLI 4 lost"},
	} {
		onContext(t, c.width, c.height, nil, func(s *screen, _ string) {
			s.keys("C")
			title, _, _ := strings.Cut(s.text(), "\n")
			if !strings.HasSuffix(title, c.title) {
				t.Errorf("%d columns: %q", c.width, title)
			}
		})
	}
}

// TestTwoAgentsSayWhatOnlyOneGets: the lists have the names of the agents above them, and a line that only one of the two
// gets has a sign, which the row above the text explains; that the file is not sent stands before that.
func TestTwoAgentsSayWhatOnlyOneGets(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "names in any case are one, so that another file is sent")
	onContext(t, 80, 24, nil, func(s *screen, _ string) {
		s.keys("C")
		s.has("  Codex CLI ", "│  Gemini CLI\n", "+ only Codex CLI gets", "\n+ ", "│ not sent", "L agents")
	})
}

// TestTwoAgentsHaveOneLineForAFile: each line of two side by side is of one file, with what each agent is sent of it,
// also where only one of them has the file; the text below is of that file on both sides.
func TestTwoAgentsHaveOneLineForAFile(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "names in any case are one, so that another file is sent")
	onContext(t, 160, 30, func(o *Options) {
		claude, _ := contextfiles.Lookup("claude_code")
		o.Instead.Context.Profiles = []*contextfiles.Profile{claude}
	}, func(s *screen, _ string) {
		s.keys("C", "L", "type:codex", "enter", "g")
		seen := map[string]bool{}
		for range 20 {
			_, row, _ := strings.Cut(s.text(), "\n▸")
			row, _, _ = strings.Cut(row, "\n")
			left, right, two := strings.Cut(row, "│")
			name := strings.Fields(left)[0]
			if !two || strings.Fields(right)[0] != name {
				t.Errorf("%q and %q are of two files", left, right)
			}
			seen[name] = true
			if name == "CLAUDE.md" {
				s.has("Nothing of it is sent: Codex CLI does not look", "# Service")
			}
			if name == "all" {
				break
			}
			s.keys("j")
		}
		for _, name := range []string{"CLAUDE.md", "AGENTS.md", "../AGENTS.md", "~/.codex/AGENTS.md", "more.md", "all"} {
			if !seen[name] {
				t.Errorf("%s has no line", name)
			}
		}
	})
}

// TestWhoGetsAFileThatTheOtherIsNotSent: a file that one of two agents leaves out says in words who gets it, by name
// where there is room.
func TestWhoGetsAFileThatTheOtherIsNotSent(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "names in any case are one, so that another file is sent")
	for width, says := range map[int]string{80: "the other gets it", 110: "only Claude Code gets it"} {
		onContext(t, width, 24, func(o *Options) {
			claude, _ := contextfiles.Lookup("claude_code")
			o.Instead.Context.Profiles = []*contextfiles.Profile{claude}
		}, func(s *screen, _ string) {
			s.keys("C", "L", "type:codex", "enter")
			s.has(says)
			s.lacks("here only")
			s.keys("g")
			s.has("row 1") // what the number is of is said
		})
	}
}

// TestAFileThatIsSentButForItsLineEnd: the opened file says of it what the list does: no line is lost. Where white
// space is more than that line end, the list says so.
func TestAFileThatIsSentButForItsLineEnd(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "names in any case are one, so that another file is sent")
	for text, says := range map[string][2]string{
		"Be kind :)\n":   {"whole", "the only line sent"},
		"one\r\ntwo\r\n": {"whole", "all 2 lines sent"},
		"one\n\n\n":      {"whole but for 3 bytes of white space at its ends", "not sent"},
		// The end is whole where something before it is removed.
		"<!-- for people -->\n# Rules\nBe kind.\n": {"20 bytes removed, of 37", "not sent"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "CLAUDE.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		onContext(t, 120, 24, func(o *Options) {
			claude, _ := contextfiles.Lookup("claude_code")
			o.Instead.Context.Request = contextfiles.Request{Env: tools.Env{Root: dir, Home: t.TempDir()}, Top: dir}
			o.Instead.Context.Profiles = []*contextfiles.Profile{claude}
		}, func(s *screen, _ string) {
			s.has("▸ CLAUDE.md", says[0], "≈")
			s.keys("enter")
			s.has(says[1])
			if says[0] == "whole" {
				s.lacks("not sent", "read ends here")
			}
			if says[0] != "whole but for 3 bytes of white space at its ends" {
				s.lacks("no call reads on")
			}
		})
	}
}

// TestGoldenContext shows the screen at several sizes without colours. The texts have no path of this machine.
func TestGoldenContext(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "names in any case are one, so that another file is sent")
	for _, size := range [][2]int{{80, 24}, {40, 8}, {200, 60}} {
		o := instructed(t)
		codex := *o.Profiles[0]
		codex.Start = slices.Clone(codex.Start)
		codex.Start[0].Open = "<INSTRUCTIONS>\n"
		o.Profiles[0] = &codex
		onDocument(t, func(Options) (*document.Document, error) { return nil, nil }, size[0], size[1], func(opts *Options) {
			opts.Instead.Context = &o
		}, func(s *screen) {
			var b strings.Builder
			for _, keys := range []string{"", "j j", "j", "p", "p"} {
				s.keys(strings.Fields(keys)...)
				fmt.Fprintf(&b, "== %s\n%s", keys, s.text())
			}
			s.golden(fmt.Sprintf("context-%dx%d", size[0], size[1]), b.String())
		})
	}
}

// Where an agent is sent nothing, the screen says what it looked for and where, and which keys come next.
func TestTheContextOfNothing(t *testing.T) {
	t.Parallel()
	o := instructed(t)
	empty, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	o.Request.Env = tools.Env{Root: empty, Home: empty}
	o.Request.Top = empty
	for _, size := range [][2]int{{80, 24}, {40, 12}, {200, 60}} {
		onDocument(t, func(Options) (*document.Document, error) { return nil, nil }, size[0], size[1], func(opts *Options) {
			opts.Instead.Context = &o
		}, func(s *screen) {
			s.has("nothing is sent")
			if size[1] < 24 {
				return
			}
			s.has("is sent no file before its first read", "t shows the next agent", "L lists all of them", "It looked for files", "AGENTS.md")
			s.keys("t")
			s.has("Gemini CLI", "GEMINI.md")
		})
	}
}

// What is lost of any file is on the screen whichever one is selected, also on one of one row.
func TestTheContextsLossIsOnEveryScreen(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {80, 3}, {80, 1}, {40, 1}, {40, 24}} {
		onContext(t, size[0], size[1], nil, func(s *screen, _ string) {
			s.has("1 cut")
		})
	}
}

// A change of a file is on the screen, and so is a new file.
func TestTheContextFollowsItsFiles(t *testing.T) {
	t.Parallel()
	onContext(t, 80, 24, nil, func(s *screen, dir string) {
		s.has("cut in line 53")
		if err := os.WriteFile(filepath.Join(dir, "AGENTS.md"), []byte("short\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		s.settle()
		s.lacks("cut in line")
		if err := os.WriteFile(filepath.Join(dir, "AGENTS.override.md"), []byte("instead\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		s.settle()
		s.has("▸ ~/.codex/AGENTS.md", "AGENTS.override.md", "── left out: ", "AGENTS.override.md comes before it, and is taken in its place")
	})
}

// What is selected stays so while files come and go, and a folder that is gone is said to be.
func TestTheContextKeepsWhatIsSelected(t *testing.T) {
	t.Parallel()
	onContext(t, 80, 24, nil, func(s *screen, dir string) {
		s.keys("down", "down")
		s.has("▸ AGENTS.md")
		if err := os.WriteFile(filepath.Join(dir, "../AGENTS.override.md"), []byte("instead\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		s.settle()
		s.has("AGENTS.override.md", "▸ AGENTS.md")
		s.keys("up", "up")
		s.has("▸ ~/.codex/AGENTS.md")
		s.keys("down")
		s.lacks("Be kind.")
		s.has("instead")
		before := filepath.Join(dir, "../../home/.codex/AGENTS.md")
		if err := os.WriteFile(before, []byte(strings.Repeat("Be kind.\n", 50)), 0o644); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		s.settle()
		s.lacks("Be kind.") // the text still begins at the selected file
		s.has("instead")
		if err := os.Rename(dir, dir+".gone"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		s.settle()
		s.has("cannot tell: ")
		s.lacks("a rule of the service", "all that is sent")
	})
}

// With --secure no file opens.
func TestTheContextOpensNothingWhereThatIsOff(t *testing.T) {
	t.Parallel()
	onContext(t, 80, 24, func(o *Options) { o.Secure = true }, func(s *screen, _ string) {
		s.keys("enter")
		s.has("opening files is off", "before the first read")
	})
}

// TestAnAgentThatIsSentNothing: that is said in words, and nothing is counted that is not there.
func TestAnAgentThatIsSentNothing(t *testing.T) {
	t.Parallel()
	empty := t.TempDir()
	onContext(t, 80, 24, func(o *Options) {
		o.Instead.Context.Request = contextfiles.Request{Env: tools.Env{Root: empty, Home: empty}, Top: empty}
	}, func(s *screen, _ string) {
		s.has("▸ all ", " nothing is sent")
		s.lacks("1/0", "0 parts")
	})
}

// TestTextsAreWrappedAgainInTheBackground: after a resize the rows stay as they are, cut at the right, until they have
// been wrapped for the new width; one agent or two are shown then as on a screen that always had it.
func TestTextsAreWrappedAgainInTheBackground(t *testing.T) {
	t.Parallel()
	for _, compared := range []bool{false, true} {
		onScreen(t, sample(t), 60, 20, nil, func(s *screen) {
			contextOver(s, "G", "p", "p")
			if compared {
				s.keys("C")
			}
			want := s.text()
			s.send(tea.WindowSizeMsg{Width: 100, Height: 20})
			s.settle()
			if s.text() == want {
				t.Error("a resize wraps nothing again")
			}
			s.send(tea.WindowSizeMsg{Width: 60, Height: 20})
			if s.text() == want {
				t.Error("the message of a resize wraps the texts by itself")
			}
			s.settle()
			if got := s.text(); got != want {
				t.Errorf("after a resize:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}
