package tui

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/agentsearch"
	"eyeline/reader/tools"
	"eyeline/tui/file/document"
	"eyeline/tui/kit/cells"
)

// searched is a folder in a git repository: files that no agent finds, that some find, of which some lines are found,
// and one with a name that would control a terminal.
func searched(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, "proj")
	for name, text := range map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".gitignore": "# built\nout/\n",
		"out/made.txt":    "a needle that was made\n",
		"src/a.txt":       "one\nneedle\nthree\nNeedle\nneedle\n",
		".hidden/b.txt":   "needle\n",
		"bin.dat":         "\x00\x01 needle\n",
		"ev\x1b[31mil.md": "needle\n",
		"src/other.txt":   "nothing of it\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Skip(err) // not every system has such names
		}
	}
	return dir
}

// askedFor is a search of a folder as some agents, which does not change with every agent that is added.
func askedFor(t *testing.T, dir, pattern string) agentsearch.Request {
	t.Helper()
	req := agentsearch.Request{
		Env: tools.Env{Root: dir, Home: filepath.Dir(dir)}, Query: agentsearch.Query{Pattern: pattern},
	}
	for _, name := range []string{"claude_code", "gemini_cli", "cline", "crush"} {
		p, known := agentsearch.Lookup(name)
		if !known {
			t.Fatalf("%s has no search", name)
		}
		req.Profiles = append(req.Profiles, p)
	}
	return req
}

// onSearch runs a test of the screen of a search.
func onSearch(t *testing.T, req agentsearch.Request, width, height int, change func(*Options), test func(s *screen)) {
	t.Helper()
	none := func(Options) (*document.Document, error) { return nil, nil }
	onDocument(t, none, width, height, func(o *Options) {
		o.Instead.Search = &req
		if change != nil {
			change(o)
		}
	}, test)
}

// searchOver shows that screen over the file that key scripts begin with.
func searchOver(s *screen, keys ...string) {
	s.run(host{s.m}.Enter(s.m.file.SearchScreen(askedFor(s.t, searched(s.t), "needle"))))
	s.settle()
	s.keys(keys...)
}

func init() {
	for action, script := range map[keymap.Action]func(s *screen){
		keymap.NextFound: func(s *screen) {
			searchOver(s, "j")
			s.has("▸ .hidden/b.txt", "2/5")
		},
		keymap.PrevFound: func(s *screen) {
			searchOver(s, "j", "j", "k")
			s.has("▸ .hidden/b.txt")
		},
		keymap.FoundDown: func(s *screen) {
			searchOver(s, " ")
			s.has("5/5")
		},
		keymap.FoundUp: func(s *screen) {
			searchOver(s, "G", "b")
			s.has("1/5")
		},
		keymap.FirstFound: func(s *screen) {
			searchOver(s, "j", "g")
			s.has("▸ out/made.txt")
		},
		keymap.LastFound: func(s *screen) {
			searchOver(s, "G")
			s.has("▸ bin.dat", "binary: a NUL")
		},
		keymap.OpenFound: func(s *screen) {
			searchOver(s, "enter")
			s.has("made.txt", "×4", "q matches", "L1: no agent finds it: ignored by .gitignore:2: out/")
			s.keys("q")
			s.has("▸ out/made.txt")
			s.keys("q")
			s.has("server.go") // the file that was there before
		},
		keymap.FoundAgent: func(s *screen) {
			searchOver(s, "t")
			s.has("Claude Code never finds", "finds why")
		},
		keymap.FoundAgentUp: func(s *screen) {
			searchOver(s, "alt+t")
			s.has("Crush never finds")
		},
		keymap.FoundAgents: func(s *screen) {
			searchOver(s, "L")
			s.has("── agents", "all agents", "Crush", "one answer holds all")
			s.keys("type:gem", "enter")
			s.has("Gemini CLI never finds")
		},
		keymap.FoundCompare: func(s *screen) {
			searchOver(s, "C")
			s.has("1 only Claude Code", "1 only Gemini CLI", "only Claude Code finds L1; for Gemini CLI:")
			s.keys("t")
			s.has("only Cline CLI")
			s.keys("C")
			s.lacks("only Cline CLI")
		},
		keymap.FoundSort: func(s *screen) {
			searchOver(s, "s")
			s.has("sorted by path", "▸ .hidden/b.txt")
			s.keys("ctrl+s")
			s.has("what is never found comes first", "▸ out/made.txt")
		},
		keymap.FoundPattern: func(s *screen) {
			searchOver(s, "/", "ctrl+u", "type:made", "enter")
			s.has(`"made" below proj/`, "1 line no agent finds")
		},
		keymap.FoundFixed: func(s *screen) {
			searchOver(s, "x")
			s.has("as text", "the pattern is the text itself")
		},
		keymap.FoundNoRg: func(s *screen) {
			searchOver(s, "r")
			s.has("without rg", "as where there is no ripgrep")
		},
		keymap.FoundAgain: func(s *screen) {
			searchOver(s, "j", "R")
			s.has("▸ out/made.txt", "1 line no agent finds")
		},
		keymap.StopFound: func(s *screen) {
			searchOver(s, "C", "esc")
			s.has("Claude Code never finds")
			s.keys("esc")
			s.lacks("Claude Code never finds")
		},
		keymap.LeaveFound: func(s *screen) {
			searchOver(s, "q")
			s.lacks("no agent finds")
		},
		keymap.FoundHelp: func(s *screen) {
			searchOver(s, "?")
			s.has("compare two agents")
			s.keys("esc")
			s.has("no agent finds")
		},
		keymap.SearchAsAgents: func(s *screen) {
			s.keys("@", "type:nowhere[ ]to be seen", "enter")
			s.has("no line matches", "Claude Code", "Gemini CLI") // where lines are broken depends on the path
		},
		keymap.AsAgents: func(s *screen) {
			s.keys("/", "type:fun")
			s.has("Tab as agents")
			s.keys("tab")
			s.has(`"fun" `, "in other case only")
		},
	} {
		scripts[action] = script
	}
}

// TestGoldenSearch shows the screen at several sizes without colours: for all agents, for one, for two, and a file.
func TestGoldenSearch(t *testing.T) {
	t.Parallel()
	dir := searched(t)
	for _, size := range [][2]int{{80, 24}, {40, 8}, {200, 60}, {80, 1}} {
		onSearch(t, askedFor(t, dir, "needle"), size[0], size[1], nil, func(s *screen) {
			var b strings.Builder
			for _, keys := range []string{"", "G k k", "t", "g", "C", "C L", "esc enter"} {
				s.keys(strings.Fields(keys)...)
				fmt.Fprintf(&b, "== %s\n%s\n", keys, withoutFolder(s.text(), dir))
			}
			s.golden(fmt.Sprintf("search-%dx%d", size[0], size[1]), b.String())
		})
	}
	onSearch(t, askedFor(t, dir, "needle"), 60, 12, func(o *Options) { o.ASCII = true }, func(s *screen) {
		s.golden("search-ascii", s.text())
	})
}

// TestAReasonOfSeveralFilesIsSaidOnce: in the first of their rows, wherever the list is scrolled to; the others say what
// only they have.
func TestAReasonOfSeveralFilesIsSaidOnce(t *testing.T) {
	t.Parallel()
	dir := searched(t)
	for k := range 30 {
		text := strings.Repeat("a needle\n", 12+k)
		path := filepath.Join(dir, "src", fmt.Sprintf("many%02d.txt", k))
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, width := range []int{60, 80, 120, 200} {
		onSearch(t, askedFor(t, dir, "needle"), width, 24, nil, func(s *screen) {
			for _, keys := range []string{"", "G", "b", "t t t", "g"} {
				s.keys(strings.Fields(keys)...)
				list, _, _ := strings.Cut(s.text(), "L1, L2")
				if n := strings.Count(list, "only the fi"); n > 1 {
					t.Errorf("%d columns, after %q: the reason stands in %d rows\n%s", width, keys, n, s.text())
				}
				if !strings.Contains(list, "as above") {
					t.Errorf("%d columns, after %q: rows say nothing of their own\n%s", width, keys, s.text())
				}
			}
		})
	}
}

// withoutFolder is a screen's text without what depends on how long a folder's name is: the top row of a file has the
// name where there is room.
func withoutFolder(text, dir string) string {
	top, rest, _ := strings.Cut(text, "\n")
	if strings.Contains(top, " · slice · ") {
		words := strings.Fields(top)
		words[0] = path.Base(words[0]) // how much of its folder has room depends on the length of the temporary one
		top = strings.Join(words, " ")
	}
	return strings.ReplaceAll(top+"\n"+rest, dir, "DIR")
}

// TestASearchSaysWhatItCannot: each in a sentence, and with the key that helps.
func TestASearchSaysWhatItCannot(t *testing.T) {
	t.Parallel()
	dir := searched(t)
	for says, of := range map[string][2]string{
		`no line matches "nowhere" in any file below`:  {dir, "nowhere"},
		"/ looks for something else":                   {dir, "nowhere"},
		"what it leaves out: Claude Code, Gemini CLI,": {dir, "nowhere"},
		`no agent's search takes "what is (this\(".`:   {dir, `what is (this\(`},
		"x takes it for the text itself":               {dir, `what is (this\(`},
		"cannot search: no such file or directory":     {filepath.Join(dir, "gone"), "needle"},
		`no agent's search takes "\n"`:                 {dir, `\n`},
		`"a^[[31m^M"`:                                  {dir, "a\x1b[31m\r"},
	} {
		for _, size := range [][2]int{{80, 24}, {200, 60}, {1, 1}, {3, 5}} {
			onSearch(t, askedFor(t, of[0], of[1]), size[0], size[1], nil, func(s *screen) {
				if size[0] >= 80 && !strings.Contains(strings.Join(strings.Fields(s.text()), " "), says) {
					t.Errorf("%q, %v: not %q on\n%s", of[1], size, says, s.text())
				}
				s.keys("j", "enter", "t", "C", "t", "C", "L", "esc", "s", "x")
			})
		}
	}
}

// TestAPatternThatNoEngineTakesIsTakenForText by a key.
func TestAPatternThatNoEngineTakesIsTakenForText(t *testing.T) {
	t.Parallel()
	dir := searched(t)
	if err := os.WriteFile(filepath.Join(dir, "call.txt"), []byte("needle(\\(\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	onSearch(t, askedFor(t, dir, `needle(\(`), 80, 24, nil, func(s *screen) {
		s.has("no agent's search takes")
		s.keys("x")
		s.has("▸ call.txt", "as text")
	})
}

// TestTheFileBehindASearchStays: with its place and what was typed, through files that are opened in front of it.
func TestTheFileBehindASearchStays(t *testing.T) {
	dir := searched(t)
	t.Chdir(dir)
	onScreen(t, filepath.Join(dir, "src/a.txt"), 80, 24, nil, func(s *screen) {
		s.keys("j", "j", "/", "type:needle", "tab")
		s.has(`"needle"`, "no agent finds")
		s.lacks("hooks")
		for range 3 {
			s.keys("g", "enter")
			s.has("made.txt")
			s.keys("j", "tab", "esc", "q")
			s.has(`"needle"`, "no agent finds")
		}
		s.keys("q")
		s.has("▸   3 │ three")
		s.keys("@")
		s.has("search as agents: ")
		s.keys("type:three", "enter")
		s.has(`"three" below proj/`, "src/a.txt")
		s.keys("enter")
		s.has("▸   3")
		s.keys("/", "type:one", "tab") // a search in front of a file in front of a search
		s.has(`"one" below proj/`)
		s.keys("q", "q", "q")
		s.has("▸   3 │ three")
	})
}

// TestTheSearchPromptRefusesWhatAgentsDoNotHave: a pattern for lines without it, and nothing at all.
func TestTheSearchPromptRefusesWhatAgentsDoNotHave(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("/", "tab")
		s.has("nothing is typed to search for")
		s.keys("type:!x", "tab")
		s.has("agents search for lines with a pattern, not without")
		s.keys("esc", "@", "enter")
		s.has("nothing is typed to search for")
	})
	onScreen(t, sample(t), 80, 24, func(o *Options) { o.Secure = true }, func(s *screen) {
		s.keys("@")
		s.has("opening other files is off")
		s.keys("/", "type:x")
		s.lacks("as agents")
		s.keys("tab")
		s.lacks("below")
	})
}

// TestWhoFindsALineIsSaidOfTheFileThatWasSearched: not of one that has been rewritten since.
func TestWhoFindsALineIsSaidOfTheFileThatWasSearched(t *testing.T) {
	t.Parallel()
	dir := searched(t)
	path := filepath.Join(dir, "out/made.txt")
	onSearch(t, askedFor(t, dir, "needle"), 80, 24, nil, func(s *screen) {
		s.keys("enter")
		s.has("×4", "no agent finds it")
		s.keys("H")
		s.lacks("×4", "no agent finds it")
		s.keys("H", "ctrl+t")
		s.has("×4")
		s.keys("q")
		if err := os.WriteFile(path, []byte("needle\nneedle\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		later := time.Now().Add(time.Hour)
		if err := os.Chtimes(path, later, later); err != nil {
			t.Fatal(err)
		}
		s.keys("enter")
		s.has("the file has changed since it was searched")
		s.lacks("×4")
	})
}

// TestTheTopRowOfASearchIsPressed: the pattern asks for another one, and what is said of agents lists them.
func TestTheTopRowOfASearchIsPressed(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 20, nil, func(s *screen) {
		searchOver(s)
		row := strings.Split(s.text(), "\n")[0]
		press := func(text string) {
			x := cells.Width(row[:strings.Index(row, text)])
			s.send(tea.MouseMsg{X: x, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			s.settle()
		}
		press("needle")
		s.has("agents search for: needle")
		s.keys("esc")
		press("agent")
		s.has("── agents")
	})
}

// TestTheSignsOfASearchAreToldBelowIt: above the first row their legend looked like one.
func TestTheSignsOfASearchAreToldBelowIt(t *testing.T) {
	t.Parallel()
	onSearch(t, askedFor(t, searched(t), "needle"), 80, 24, nil, func(s *screen) {
		rows := strings.Split(strings.TrimRight(s.text(), "\n"), "\n")
		if last := rows[len(rows)-2]; !strings.Contains(last, "agents never find it") {
			t.Errorf("above the keys stands %q", last)
		}
	})
}
