package tui

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/check"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/tui/file/document"
	"eyeline/tui/options"
	"eyeline/tui/screens/checkreport"
)

// checked is a folder with a file that several tools give in part, and one with a character that nobody sees.
func checked(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if dir = filepath.Join(dir, "hdn"); os.Mkdir(dir, 0o700) != nil { // what is typed is looked for below it
		t.Fatal("no folder")
	}
	for name, text := range map[string]string{
		"long.txt":   strings.Repeat("a line of text, as long as they are in files\n", 2500),
		"hidden.txt": "one\ntw\u200bo\n", "fine.txt": "fine\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func init() {
	found := func(keys ...string) func(s *screen) {
		return func(s *screen) {
			systemtest.SkipOnWindows(s.t, "no shell is imitated")
			withEveryTool(s.t)
			dir := checked(s.t)
			text := "tw\u200bo\n" + strings.Repeat("a line of text, as long as they are in files\n", 2500)
			if err := os.WriteFile(filepath.Join(dir, "both.txt"), []byte(text), 0o644); err != nil {
				s.t.Fatal(err)
			}
			h := host{s.m}
			s.run(h.Enter(checkreport.New(h, checkreport.Services{Done: func(*check.Result, error) {}},
				check.Options{Paths: []string{dir}}, dir)))
			s.settle()
			s.keys("home")
			s.keys(keys...)
		}
	}
	scripts[keymap.NextFinding] = func(s *screen) {
		found("alt+n")(s)
		s.has("▸ both.txt", "finding 2 of 2: hidden")
		s.keys("alt+n")
		s.has("▸ long.txt")
		s.keys("end", "alt+n")
		s.has("this is the last finding")
	}
	scripts[keymap.NextOfAgent] = func(s *screen) {
		found("alt+t")(s)
		s.has("what copilot_cli misses", "2 files not whole", "agent 1 of 6", "▸ both.txt", "none of it")
	}
	scripts[keymap.PrevOfAgent] = func(s *screen) {
		found("alt+T")(s)
		s.has("agent 6 of 6")
		s.keys("alt+t")
		s.has("what agents miss")
	}
	scripts[keymap.PrevFinding] = func(s *screen) {
		found("alt+p")(s)
		s.has("this is the first finding")
		s.keys("down", "alt+p")
		s.has("▸ both.txt", "finding 2 of 2: hidden")
		s.keys("alt+p")
		s.has("finding 1 of 2: partial")
	}
}

// onCheck runs a test of the report of a check of a folder, whose path is not shown.
func onCheck(t *testing.T, dir string, width, height int, change func(*Options), test func(*screen)) {
	t.Helper()
	withEveryTool(t)
	onDocument(t, func(Options) (*document.Document, error) { return nil, nil }, width, height, func(o *Options) {
		o.Instead.Check = &options.Check{
			Options: check.Options{Paths: []string{dir}}, Where: dir,
			Status: func(found *check.Result, err error) int {
				if err != nil || found == nil {
					return 7
				}
				return len(found.Findings)
			},
		}
		if change != nil {
			change(o)
		}
	}, test)
}

// The report lists the files with findings and what each tool gets of them; Enter opens a file at the loss with the
// tool that has it, and the way back leads to the same row.
func TestTheReportOfACheck(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := checked(t)
	onCheck(t, dir, 80, 24, nil, func(s *screen) {
		s.has("what agents miss", "2 findings in 2 files of 3", "▸ long.txt", "partial: ", "missing",
			"bars: ▄ sent, · lost", " copilot codex           claude gemini copilot", " cli     exec   opencode code   cli    chat",
			"all 3 files: lost", " 99%     64% ",
			"Enter open", "Esc leave", "Ctrl-T report")
		s.keys("down")
		s.has("▸ hidden.txt", "hidden: U+200B ZERO WIDTH SPACE")
		s.keys("up")
		s.keys("enter")
		s.has("long.txt", "Copilot", "· copilot_cli ·", "▸", "partial: copilot_cli", "q findings", "? help")
		s.keys("q")
		s.has("▸ long.txt")
		s.keys("ctrl+t")
		s.has("3 files, 2 findings, the gravest first: 1 hidden, 1 partial")
		s.keys("q", "type:hdn")
		s.has("▸ hidden.txt", "1/1 ")
		s.lacks("long.txt")
		s.keys("esc", "ctrl+s")
		s.has("sorted by path")
		s.keys("esc")
		if !s.m.Leaving() || s.m.leave.Code != 2 {
			t.Errorf("left %v with status %d", s.m.Leaving(), s.m.leave.Code)
		}
	})
}

// Of one agent all files are listed that it does not get whole, also those that no finding names, since the tool says so
// and how to read on; what is lost of each stands in its row, and Enter opens it with that agent's tool.
func TestWhatOneAgentDoesNotGetWhole(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := checked(t)
	little := strings.Repeat("a line of text, as long as they are in files\n", 660) // copilot_cli says how to read it
	if err := os.WriteFile(filepath.Join(dir, "little.txt"), []byte(little), 0o644); err != nil {
		t.Fatal(err)
	}
	onCheck(t, dir, 80, 24, nil, func(s *screen) {
		s.lacks("little.txt")
		s.keys("alt+t")
		s.has("what copilot_cli misses", "2 files not whole of 4", "▸ long.txt", "little.txt", "none of it in the",
			"mend: split the file", "lost sent", "Alt-t agent")
		s.keys("down")
		s.has("copilot_cli loses 100% of it in its first read", "3 calls read it on to the end")
		s.keys("enter")
		s.has("little.txt", "· copilot_cli ·")
		s.keys("q")
		s.has("▸ little.txt")
	})
	onCheck(t, dir, 40, 8, nil, func(s *screen) {
		s.has("partial: 6 tools lose 20–100%", "mend: split the file")
		s.keys("alt+t")
		s.has("what copilot", "files not whole", "▸ long.txt", "100%")
	})
}

// Where a few agents are named the report begins with the files that the first of them does not get whole, and the last
// of the lists is that of all findings.
func TestTheReportOfNamedAgents(t *testing.T) {
	dir := checked(t)
	for names, want := range map[string]bool{"claude_code": true, "claude_code gemini_cli opencode pi": false} {
		onCheck(t, dir, 80, 24, func(o *Options) {
			for _, name := range strings.Fields(names) {
				tool, ok := tools.Lookup(name)
				if !ok {
					t.Fatalf("no tool %s", name)
				}
				o.Instead.Check.Options.Tools = append(o.Instead.Check.Options.Tools, tool)
			}
		}, func(s *screen) {
			if !want {
				s.has("what agents miss")
				return
			}
			s.has("what claude_code misses", "agent 1 of 1", "▸ long.txt")
			s.keys("alt+t")
			s.has("what agents miss")
		})
	}
}

// A file of instructions opens with what the agent gets of it that its finding names, and not as a read tool reads it;
// its row has that agent's loss. The help has words of its own for a report.
func TestInstructionsOpenAsTheAgentGetsThem(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	rules := strings.Repeat("- always run the tests before you commit\n", 1200)
	if err := os.WriteFile(filepath.Join(dir, "AGENTS.md"), []byte(rules), 0o644); err != nil {
		t.Fatal(err)
	}
	onCheck(t, dir, 80, 24, nil, func(s *screen) {
		s.has("▸ AGENTS.md", " instructions ", " ▄▄▄▄·· ", " instructions: Codex CLI takes")
		s.lacks("Codex CLI: Codex CLI")
		s.keys("enter")
		s.has("AGENTS.md", "codex_exec@context", "▸ 800 │", "Codex CLI's read ends here · 400 lines follow",
			"400 of 1,200 lines not sent", "instructions: Codex CLI", "q findings")
		s.keys("q")
		s.has("▸ AGENTS.md")
		s.keys("?")
		s.has(" report ", "the report as a text", "Esc Ctrl-C  clear what is typed, or leave")
		s.lacks(" transcript ", "close without choosing")
	})
	if _, known := tools.Lookup("codex_exec@context"); known {
		t.Error("the tool of the screen is there after it")
	}
}

// The report fits any screen, and says in a sentence when there is nothing to list.
func TestTheReportOnScreens(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := checked(t)
	for name, c := range map[string]struct {
		width, height int
		change        func(*Options)
	}{
		"80x24": {80, 24, nil}, "40x8": {40, 8, nil}, "200x60": {200, 60, nil}, "10x1": {10, 1, nil},
		"ascii": {60, 12, func(o *Options) { o.ASCII = true }},
	} {
		onCheck(t, dir, c.width, c.height, c.change, func(s *screen) {
			title, rows, several := strings.Cut(s.text(), "\n")
			if !several {
				rows = title
			}
			s.golden("check-"+name, rows) // the title has the folder's path
		})
	}
	// Without findings the files that lose most are listed, and open with the tool that gives least of them.
	const prose = "Some text that a person writes.\n\nAnother paragraph follows, which is longer (not much):\n- and a list.\n"
	quiet := t.TempDir()
	if err := os.WriteFile(filepath.Join(quiet, "long.txt"), []byte(strings.Repeat(prose, 260)), 0o644); err != nil {
		t.Fatal(err)
	}
	onCheck(t, quiet, 80, 24, nil, func(s *screen) {
		s.has("no findings · 1 of 1 file not whole", "copilot_cli loses 100%", "No finding: the tool tells", "▸ long.txt")
		s.keys("enter")
		s.has("long.txt", "· copilot_cli ·")
	})
	empty := t.TempDir()
	onCheck(t, empty, 80, 24, nil, func(s *screen) { s.has("no findings in 0 files; Ctrl-T shows the sums") })
	onCheck(t, filepath.Join(empty, "none"), 80, 24, nil, func(s *screen) {
		s.has("cannot check: lstat")
		s.keys("esc")
		if s.m.leave.Code != 7 {
			t.Errorf("status %d", s.m.leave.Code)
		}
	})
	onCheck(t, dir, 80, 24, nil, func(s *screen) {
		if err := os.Remove(filepath.Join(dir, "hidden.txt")); err != nil {
			t.Fatal(err)
		}
		s.keys("end", "enter")
		s.has("no such file", "▸ hidden.txt")
	})
}

// TestTheTitleOfACheck: the title and the folder stay, what is counted is cut from the end; heads have room, and the
// tools that have no column are counted.
func TestTheTitleOfACheck(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := checked(t)
	for _, c := range []struct {
		width int
		says  []string
	}{
		{40, []string{"what agents miss", "hdn ", " 2 findings"}},
		{60, []string{"what agents miss", "1 error in 2 findings in 2 files of 3", "+6 tools: Ctrl-T"}},
		{80, []string{"what agents miss", "/hdn", "2 findings", " copilot codex ", "Esc leave", "Alt-n next"}},
		{200, []string{"what agents miss", dir, "2 findings in 2 files of 3", " opencode     claude_code "}},
	} {
		onCheck(t, dir, c.width, 24, nil, func(s *screen) { s.has(c.says...) })
	}
	small := t.TempDir()
	if err := os.WriteFile(filepath.Join(small, "a.txt"), []byte("one\ntw\u200bo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	onCheck(t, small, 80, 24, nil, func(s *screen) {
		s.has(" claude codex ", " code   exec ", " 0%     0% ")
	})
}

// TestBarsStandBelowTheirTools on every screen that has room for all: each bar begins where the name of its tool does.
func TestBarsStandBelowTheirTools(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := checked(t)
	for _, width := range []int{80, 100, 120, 200} {
		onCheck(t, dir, width, 24, nil, func(s *screen) {
			starts := func(row string) (at []int) {
				cells := []rune(row)
				for i := len(cells) - 1; i > 0; i-- { // the bars come last
					if cells[i] != ' ' && cells[i-1] == ' ' && len(at) < 6 {
						at = append(at, i)
					}
				}
				return at
			}
			var heads, sums, bars []int
			for _, row := range strings.Split(s.text(), "\n") {
				switch {
				case strings.Contains(row, "file, losses first"):
					heads = starts(row)
				case strings.Contains(row, "all 3 files: lost"):
					sums = starts(row)
				case strings.Contains(row, "long.txt"):
					bars = starts(row)
				}
			}
			if len(heads) != 6 || !slices.Equal(heads, bars) || !slices.Equal(heads, sums) {
				t.Errorf("%d columns: names at %v, sums at %v, bars at %v\n%s", width, heads, sums, bars, s.text())
			}
		})
	}
}

// The check of a list of files is as the settings say, and leaving it leads back to the list.
func TestTheCheckOfAFolder(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withEveryTool(t)
	t.Chdir(checked(t))
	_, err := document.Open(".", document.Options{})
	var folder *document.FolderError
	if !errors.As(err, &folder) {
		t.Fatal(err)
	}
	for says, settings := range map[string]func([]string) (check.Options, error){
		"2 findings in 2 files of 3": nil,
		"1 finding in 1 file of 3": func(paths []string) (check.Options, error) {
			return check.Options{Paths: paths, Rules: []string{check.Hidden}}, nil
		},
		"the settings are wrong": func([]string) (check.Options, error) {
			return check.Options{}, errors.New("the settings are wrong")
		},
	} {
		onDocument(t, func(Options) (*document.Document, error) { return nil, nil }, 80, 24, func(o *Options) {
			o.Paths, o.Instead.Checks = []string{"."}, settings
		}, func(s *screen) {
			s.m.file.Files.ShowFolder(folder)
			s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
			s.keys("type:check", "enter")
			s.has(says)
			if !strings.Contains(says, "settings") {
				s.keys("esc")
			}
			s.has("── this folder")
		})
	}
}

// A file that is in no sum is named on the screen, as it is in the report.
func TestTheScreenOfACheckSaysWhatIsLeftOut(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := checked(t)
	log := strings.Repeat("2026-01-02 03:04:05 INFO something happened again\n", 20_000)
	if err := os.WriteFile(filepath.Join(dir, "big.log"), []byte(log), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{80, 120} { // the path goes before the sums, and the title never
		onCheck(t, dir, width, 24, nil, func(s *screen) {
			s.has("what agents miss", "2 findings in 2 files of 3 · left out: 1 data")
		})
	}
	onCheck(t, dir, 55, 24, nil, func(s *screen) { s.has("what agents miss", "1 error in 2 findings") })
}
