package tui

import (
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// firstActions says for ordinary words which action the palette shows first.
var firstActions = map[string]string{
	"html": "eyeline check", "ignore": "eyeline check", "mute": "eyeline check",
	"agent": "choose-tool", "binary": "hex", "blame": "revisions", "bookmark": "set-mark", "bytes": "next-mode",
	"calls": "walk", "claude": "choose-tool", "class": "symbols", "clipboard": "copy", "clipbord": "copy",
	"color": "theme", "colour": "theme", "column": "line-end", "commit": "revisions", "compare": "compare",
	"copy": "copy", "dark": "theme", "diff": "compare", "editor": "edit", "encoding": "show-as", "end": "bottom",
	"exit": "quit", "explain": "why", "export": "write", "find": "search", "fold": "wrap", "follow": "tail",
	"function": "symbols", "git": "next-change", "goto": "command", "grep": "search", "gutter": "change-marks",
	"hidden": "invisibles", "json": "copy-request", "limit": "options", "lost": "next-loss", "missing": "next-loss",
	"numbers": "line-numbers", "print": "leave-and-print", "quit": "quit", "reason": "why", "redo": "redo",
	"refresh": "reload", "regex": "search", "save": "write", "search": "search", "select": "mark-lines",
	"shell": "shell", "siblings": "siblings", "size": "larger", "stdout": "leave-and-print", "tabs": "invisibles",
	"tool": "next-tool", "truncated": "next-loss", "undo": "undo", "vim": "edit", "watch": "tail",
	"whitespace": "invisibles", "yank": "copy", "search back": "search-backward", "copy json": "copy-request",
	"previous theme": "previous-theme", "y": "copy", "tab": "next-mode", "open": "files", "folder": "files",
	"directory": "files", "another file": "files", "previous version": "revisions", "annotate": "revisions",
	"what the agent sees": "next-pane", "smallest read": "solve", "find and replace": "edit", "references": "search-word",
	"usages": "search-word",
}

// TestThePaletteOpensInOneFrame: its key is answered by one screen, which is the whole palette, and so is each letter.
func TestThePaletteOpensInOneFrame(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", numbered(9000)), 80, 24, nil, func(s *screen) {
		s.later()
		var views []string
		s.drawn = func(view string) { views = append(views, view) }
		for _, key := range []string{"?", "c", "o"} {
			views = nil
			s.keys(key)
			s.later()
			if len(views) != 1 || !strings.Contains(views[0], " actions ─") {
				t.Errorf("%s: %d frames:\n%s", key, len(views), strings.Join(views, "\n"))
			}
		}
	})
}

func TestThePaletteFindsOrdinaryWords(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		for word, want := range firstActions {
			s.m.file.OpenHelp()
			p := s.m.overlays.Top()
			actions := p.(listing).Listed() // it is the palette
			actions.Input.Set(word)
			if got, _ := actions.Selected(); got.Fill != want {
				t.Errorf("%q finds %s first, not %s", word, got.Fill, want)
			}
			s.m.overlays.Drop(p)
		}
	})
}

// TestThePaletteListsThePlace: each row has the key that does it here, and the reason where it can do nothing.
func TestThePaletteListsThePlace(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 200, 60, nil, func(s *screen) {
		s.keys("?")
		s.has("── actions", "Tab  ", "option – now not: nothing to undo", "quit")
		s.lacks("? v", "options of less")
		s.golden("palette-wide", s.text())
		s.keys("esc", "ctrl+t", "h")
		s.has("options of less", "now not: no tool is on; Ctrl-T turns codex on")
		s.keys("type:search backw")
		s.has("▸ ?  ")
		s.keys("esc", "ctrl+t", "?", "type:qqq zzz")
		s.has("no action matches")
		s.keys("enter")
		s.has("no action matches")
	})
}

// TestThePalettePages: as long as nothing is typed, space and the keys that page do so; then space is text.
func TestThePalettePages(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("?", " ")
		s.lacks("read another way:")
		s.keys("ctrl+b")
		s.has("read another way:")
		s.keys("end")
		s.has("▸ ")
		s.lacks("read another way:")
		s.keys("home", "type:copy", " ", "type:json")
		s.has("▸ Y  ", "? copy json▏")
		s.golden("palette-narrowed", s.text())
	})
	onScreen(t, sample(t), 40, 8, nil, func(s *screen) {
		s.keys("?")
		s.golden("palette-small", s.text())
	})
}

// TestCommandsAreListed: what is typed behind ":" is completed to commands, actions and paths.
func TestCommandsAreListed(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"one.txt": "first\n", "two.txt": "second\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	onScreen(t, "one.txt", 80, 24, nil, func(s *screen) {
		s.keys(":", "type:1")
		s.lacks("── actions")
		s.keys("esc", ":", "type:e")
		s.has("── actions", "▸ :e FILE", "open another file")
		s.keys("tab", "type:t")
		s.has("▸ e two.txt")
		s.keys("tab")
		s.has(":e two.txt▏")
		s.keys("enter")
		s.has("second")
		s.keys(":", "type:whitesp", "enter")
		s.has("shown")
		s.keys(":", "type:enc ", "type:utf-16", "down", "enter")
		s.has("UTF-16")
		s.keys(":", "type:e", "tab", "esc", ":", "type:wrap", "tab")
		s.has(":wrap▏")
		s.keys("esc", ":", "up")
		s.has("e two.txt")
	})
}

// TestALetterIsTyped: nothing that is typed quits or does what was not meant: the rest of a word would be keys, and a
// command of another program the best match of any word.
func TestALetterIsTyped(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("?", "type:quit")
		s.has("? quit▏", "▸ q Q")
		s.keys("esc")
		for _, text := range []string{"x", "no"} {
			s.keys(":", "type:"+text, "enter")
			s.has(`no command is called "` + text + `"`)
			s.lacks("copied")
			s.keys("esc")
		}
		s.keys(":", "type:x", "down", "up", "tab", "esc")
		s.lacks("copied")
	})
}

// TestCtrlCClosesWhatIsOpen: whatever it is; the viewer goes on.
func TestCtrlCClosesWhatIsOpen(t *testing.T) {
	t.Parallel()
	for _, open := range [][]string{{"o"}, {"="}, {";"}, {"L"}, {"?"}, {"?", "?"}, {"/"}, {":"}, {":", "w"}, {"o", "down"}, {"m"}} {
		onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
			s.keys(open...)
			if !s.m.overlays.Any() {
				t.Fatalf("%q opens nothing", open)
			}
			s.keys("ctrl+c")
			if s.m.overlays.Any() || s.m.leaving {
				t.Errorf("after %q: open %t, leaving %t\n%s", open, s.m.overlays.Any(), s.m.leaving, s.text())
			}
		})
	}
}

// TestTheKeyOfTheHelpIsThatOfThePlace: where ? searches it is not said to show the keys.
func TestTheKeyOfTheHelpIsThatOfThePlace(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("ctrl+x")
		s.has("no action on Ctrl-X; ? shows the keys")
		s.keys("ctrl+t", "ctrl+x")
		s.has("no action on Ctrl-X; h shows the keys")
	})
}

// TestSearchingInTheModelsView stays there, in what only the model gets too.
func TestSearchingInTheModelsView(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", numbered(300))
	onScreen(t, path, 80, 24, func(o *Options) { o.Request = o.Request.WithTool("open_file") }, func(s *screen) {
		s.keys("p", "/", "type:line 150", "enter")
		s.has("line 150")
		s.lacks("── actions")
		if !s.m.file.Modes.MovesOutput() {
			t.Fatalf("the file is shown\n%s", s.text())
		}
		s.keys("n") // the only one, round the end
		s.has("line 150", "search went round the end")
		s.keys("?", "type:search backward", "enter", "type:line 29 of", "enter")
		s.has("   line 29 of")
		s.keys("/", "type:not there", "enter")
		s.has("not found in what the model gets: not there")
	})
}

// TestHintsCanBeClicked: a click on a word of the footer does what its key does, also in a list.
func TestHintsCanBeClicked(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 100, 24, nil, func(s *screen) {
		click := func(x int) {
			s.send(tea.MouseMsg{X: x, Y: 23, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			s.settle()
		}
		press := func(word string) {
			t.Helper()
			rows := strings.Split(s.text(), "\n")
			column := strings.Index(rows[23], word)
			if column < 0 {
				t.Fatalf("the footer lacks %q: %s", word, rows[23])
			}
			click(len([]rune(rows[23][:column])))
		}
		press("Tab mode")
		s.has("codex · block")
		press("- size")
		s.has("smallest by levels")
		s.keys("j")
		press("? help")
		s.has("── actions")
		press("Esc")
		s.lacks("── actions")
		click(98)
		s.has("codex · block")
	})
}

// TestTheFooterAt80Columns: what a person who has read nothing wants to do is named where the screen has 80 columns.
func TestTheFooterAt80Columns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what string
		keys []string
		want []string
	}{
		{"at first", nil, []string{"~ loss", "q quit", "Tab mode", "t tool", "C compare", "y copy"}},
		{"later", []string{"j"}, []string{"~ loss", "Tab mode", "t tool", "C compare", "y copy", "O functions", "p view"}},
		{
			"more follows",
			[]string{"o", "9", "enter", "esc"},
			[]string{"~ loss", "] read on", "; calls", "Tab mode", "t tool", "C compare", "y copy"},
		},
		{"a block", []string{"tab"}, []string{"+ - size", "I blocks", "O functions", "s siblings", "Tab mode"}},
		{
			"a block of a function",
			[]string{"tab", "4", "7", "G"},
			[]string{"+ - size", "I blocks", "S exact", "O functions", "s siblings", "Tab mode"},
		},
		{"functions", []string{"tab", "O"}, []string{"Enter go", "Ctrl-T its lines", "Ctrl-O block of it"}},
		{"marked lines", []string{"V", "j"}, []string{"S find reads", "y copy", "E print"}},
		{"a comparison", []string{"C", "enter", "j"}, []string{"Tab other side", "X swap", "Enter take", "Esc leave"}},
	} {
		onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
			s.keys(c.keys...)
			rows := strings.Split(s.text(), "\n")
			for _, want := range c.want {
				if text := rows[len(rows)-2]; !strings.Contains(text, want+"  ") {
					t.Errorf("%s: no %q in %s", c.what, want, text)
				}
			}
		})
	}
}

// TestALowScreenSaysTheLoss: without room for the model line what is lost stands at the end of the last row of text.
func TestALowScreenSaysTheLoss(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width, height int
		want          string
	}{
		{80, 8, "1 line cut"},
		{40, 8, "1 line cut"},
		{80, 2, "1 line cut (44 B)\n"},
		{40, 1, "1 line cut (44 B)"},
		{14, 1, "1 line…"},
	} {
		onScreen(t, sample(t), c.width, c.height, nil, func(s *screen) {
			s.has(c.want)
			s.keys("ctrl+t")
			s.lacks("line cut")
		})
	}
}

// TestTheFooterNamesWhatMatters: which keys it names in each state, and that of the help last.
func TestTheFooterNamesWhatMatters(t *testing.T) {
	t.Parallel()
	foot := func(s *screen) string {
		rows := strings.Split(s.text(), "\n")
		return rows[len(rows)-2]
	}
	for _, c := range []struct {
		what string
		keys []string
		want string
	}{
		{"something is lost", nil, "~ loss  q quit  Tab mode  t tool  C compare  y copy  O functions"},
		{"later", []string{"j"}, "~ loss  Tab mode  t tool  C compare  y copy  O functions  p view"},
		{"more follows", []string{"o", "9", "enter", "esc"}, "~ loss  ] read on  ; calls  Tab mode  t tool"},
		{"a block", []string{"tab"}, "+ - size  I blocks  O functions  s siblings  Tab mode  c comments  w why"},
		{
			"a block of a function",
			[]string{"tab", "4", "7", "G"},
			"+ - size  I blocks  S exact  O functions  s siblings  Tab mode  c comments  w why",
		},
		{"marked lines", []string{"V", "j"}, "S find reads  y copy  E print  | pipe"},
		{"a search", []string{"/", "type:hooks", "enter", "j"}, "n N next  Esc end search  & filter"},
		{"options", []string{"o"}, "Enter type  ← → change"},
		{"a value", []string{"o", "1"}, "Enter use it  Esc forget it"},
		{"no tool", []string{"ctrl+t", "j"}, "/ search  q quit  Ctrl-T tool"},
		{"a comparison", []string{"C", "enter", "j"}, "~ ` difference  Tab other side  X swap  Enter take  Esc leave  + - size  o options"},
	} {
		onScreen(t, sample(t), 120, 24, nil, func(s *screen) {
			s.keys(c.keys...)
			text := foot(s)
			help := strings.Contains(text, "? help") || strings.Contains(text, "h help")
			if !strings.Contains(text, c.want) || help == strings.Contains(c.what, "value") {
				t.Errorf("%s: %s", c.what, text)
			}
		})
	}
}

// BenchmarkPalette opens the palette, types a letter and draws both.
func BenchmarkPalette(b *testing.B) {
	l := newLive(b, millionLines(b), "slice")
	m := l.m
	for b.Loop() {
		m.file.OpenHelp()
		_ = m.View()
		m.Update(key("c"))
		_ = m.View()
		m.overlays.Drop(m.overlays.Top())
	}
}

// TestThePaletteSetsAnArgument: the name of an argument with a value is listed as what sets it, of another tool's it is
// said whose it is, and words that no number follows find actions as before.
func TestThePaletteSetsAnArgument(t *testing.T) {
	onScreen(t, sample(t), 100, 24, nil, func(s *screen) {
		s.keys("?", "type:limit 5")
		s.has("▸ : ", "set limit 5: ")
		s.keys("enter")
		s.has("limit 5", "54 of 59 lines not sent")
		s.keys("?", "type:start 3")
		s.has(" it, not codex")
		s.keys("enter")
		s.has(" it, not codex")
		s.keys("esc", "?", "type:start of file")
		s.lacks("no argument")
		s.keys("esc", "?", "type:limit lines")
		s.lacks("set limit lines")
	})
}
