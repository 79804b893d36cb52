package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"eyeline/tui/file/preview"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"eyeline/keymap"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
	"eyeline/themes"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
)

// typedText types into a search prompt and returns the text and the cursor's place.
func typedText(s *screen, keys ...string) string {
	s.keys(append([]string{"/", "type:one two", "left"}, keys...)...)
	p, ok := overlay.Topmost[*overlay.Prompt](s.m.overlays)
	if !ok {
		s.t.Fatal("there is no prompt")
	}
	return fmt.Sprintf("%s@%d", p.Input.Text(), p.Input.Cursor())
}

// edits has for each action that edits a text what it makes of "one two" with the cursor before the last letter.
var edits = map[keymap.Action]string{
	keymap.TextLeft:        "one two@5",
	keymap.TextRight:       "one two@7",
	keymap.WordLeft:        "one two@4",
	keymap.WordRight:       "one two@7",
	keymap.TextStart:       "one two@0",
	keymap.TextEnd:         "one two@7",
	keymap.DeleteLeft:      "one to@5",
	keymap.DeleteRight:     "one tw@6",
	keymap.DeleteWordLeft:  "one o@4",
	keymap.DeleteWordRight: "one tw@6",
	keymap.DeleteToStart:   "o@0",
	keymap.DeleteToEnd:     "one tw@6",
}

// init adds the scripts of the actions over the panes to those of the file.
func init() {
	for a, want := range edits {
		scripts[a] = func(s *screen) {
			b, _ := keymap.Default().Binding(a)
			for _, k := range b.Keys {
				if got := typedText(s, k); got != want {
					s.t.Errorf("%s: %s makes %s, want %s", a, k, got, want)
				}
				s.keys("esc")
			}
		}
	}
	for a, script := range map[keymap.Action]func(s *screen){
		keymap.AcceptText: func(s *screen) {
			s.keys("/", "type:hooks", "enter")
			s.has("match 1 of 7")
			s.keys("G")
			s.has("7 matches")
			s.lacks("match 1")
			s.keys("'", "'")
			s.has("match 1 of 7")
		},
		keymap.OlderText: func(s *screen) {
			s.keys("/", "type:hooks", "enter", "/", "type:err", "enter", "/", "up")
			s.has("/err▏")
			s.keys("ctrl+p", "up")
			s.has("/hooks▏")
			s.keys("enter")
			s.has("match 2 of 7")
		},
		keymap.NewerText: func(s *screen) {
			s.keys("/", "type:hooks", "enter", "/", "type:new", "up")
			s.has("/hooks▏")
			s.keys("down")
			s.has("/new▏")
		},
		keymap.TurnSearch: func(s *screen) {
			s.keys("/", "?")
			s.has("?▏")
			s.keys("/")
			s.has("/▏")
			s.keys("/", "?")
			s.has("//?▏")
			s.keys("esc", "G", "/", "?", "type:func", "enter")
			s.has("▸  57 │")
		},
		keymap.LeavePrompt: func(s *screen) {
			for _, k := range []string{"esc", "ctrl+c", "ctrl+g"} {
				s.keys("/", "type:hooks", k)
				s.lacks("hooks▏", "match ")
			}
			s.keys("/", "x", "backspace", "backspace")
			s.has("t tool")
		},
		keymap.AnswerYes: scripts[keymap.Write],
		keymap.CancelLetter: func(s *screen) {
			s.keys("m")
			s.has("mark: type a letter")
			s.keys("esc", "'", "esc", "j")
			s.has("▸   2 │")
		},
		keymap.TakeItem: func(s *screen) {
			s.keys("C", "type:byte", "enter")
			s.has("── byte_window · slice")
		},
		keymap.NextItem: func(s *screen) { s.keys("C", "down", "tab"); s.has("▸ byte_window") },
		keymap.PrevItem: func(s *screen) { s.keys("C", "down", "down", "up"); s.has("▸ open_file") },
		keymap.ItemsDown: func(s *screen) {
			s.keys("C", "pgdown")
			s.has("▸ byte_window")
		},
		keymap.ItemsUp:   func(s *screen) { s.keys("C", "end", "pgup"); s.has("▸ other options") },
		keymap.FirstItem: func(s *screen) { s.keys("C", "end", "home"); s.has("▸ other options") },
		keymap.LastItem:  func(s *screen) { s.keys("C", "end"); s.has("▸ byte_window") },
		keymap.LeaveList: func(s *screen) {
			s.keys("C", "esc")
			s.lacks("── compare")
			s.keys("C", "x", "backspace", "backspace")
			s.lacks("── compare")
		},
		keymap.SwapCompared: func(s *screen) {
			s.keys("C", "enter", "X", "g")
			s.has("─▸ sage · slice", "── codex · slice", "     1→// Package")
			s.keys("shift+tab")
			s.keys("X")
			s.has("no bytes mode", "─▸ byte_window · bytes")
			s.keys("esc", "esc", "X")
			s.has("no action on X")
		},
		keymap.OtherSide: func(s *screen) {
			s.keys("C", "type:other", "enter")
			s.has("─▸ codex · slice", "│── the same options")
			s.keys("-", "tab", "+")
			s.has("── limit 1000", "─▸ limit 3000", "limit 3000")
			s.keys("tab")
			s.has("─▸ limit 1000", "── limit 3000")
		},
		keymap.NextDifference: func(s *screen) {
			s.keys("o", "5", "enter", "esc", "C", "type:other", "enter", "o", "type:40", "enter", "esc")
			s.has("only limit 40: 35 lines", "1 difference")
			s.keys("~")
			s.has("difference 1 of 1", "+┃L6: ")
			s.keys("~")
			s.has("no further difference")
		},
		keymap.PrevDifference: func(s *screen) {
			s.keys("o", "5", "enter", "esc", "C", "type:other", "enter", "o", "type:40", "enter", "esc", "G", "`")
			s.has("difference 1 of 1", "+┃L6: ")
		},
		keymap.TakeSide: func(s *screen) {
			s.keys("C", "type:other", "enter", "-", "enter")
			s.has("limit 1000", "taken: codex · slice · limit 1000")
			s.lacks("loses")
			s.keys("z")
			s.has("limit 2000")
			s.keys("C", "type:other", "enter", "-", "esc", "enter")
			s.has("limit 2000", "▸   2 │")
		},
		keymap.NarrowHelp: func(s *screen) {
			s.keys("h", "?", "/", "type:undo")
			s.has("? undo▏", "undo the last change")
			s.lacks("next tool")
		},
		keymap.ListHelp: func(s *screen) {
			s.keys("L", "f1")
			s.has("── actions")
			s.keys("f1")
			s.has("What the model gets")
		},
		keymap.Complete: func(s *screen) {
			s.keys(":", "type:exa", "tab")
			s.has(":e ▏")
		},
		keymap.CloseHelp: func(s *screen) {
			for _, k := range []string{"q", "esc", "ctrl+c", "h", "f1"} {
				s.keys("h", "?")
				s.has("What the model gets")
				s.keys(k)
				s.has("▸   1 │")
			}
		},
		keymap.EditOption: func(s *screen) {
			s.keys("o", "k", "enter", "ctrl+u", "type:9", "enter")
			s.has("from 9 ")
		},
		keymap.MoreOption: func(s *screen) {
			s.keys("o", "k", "right", "+", " ")
			s.has("from 4 ")
		},
		keymap.LessOption: func(s *screen) {
			s.keys("o", "-", "left")
			s.has("limit 1998")
		},
		keymap.ResetOption: func(s *screen) {
			s.keys("o", "5", "enter")
			s.has("limit 5")
			s.keys("backspace")
			s.has("limit 2000")
			s.keys("k", "k", "backspace")
			s.has("refused: this argument is always given")
		},
		keymap.CloseOptions: func(s *screen) {
			s.keys("o")
			s.has("codex options")
			s.keys("esc")
			s.lacks("codex options")
			for _, word := range []string{"offset", "quit"} { // a letter that begins a word closes nothing
				s.keys("o", "type:"+word)
				s.has("codex options", "letters do nothing here")
				s.keys("esc")
			}
		},
		keymap.TakeValue: func(s *screen) { s.keys("o", "k", "7", "enter"); s.has("from 7 ", "▸ offset") },
		keymap.NextValue: func(s *screen) { s.keys("o", "k", "7", "tab"); s.has("from 7 ", "▸ limit") },
		keymap.PrevValue: func(s *screen) { s.keys("o", "k", "7", "up"); s.has("from 7 ", "▸ file_path") },
		keymap.CancelValue: func(s *screen) {
			s.keys("o", "k", "7", "esc")
			s.has("▸ offset", "codex options")
			s.lacks("from 7 ")
		},
	} {
		scripts[a] = script
	}
}

// TestAToolIsNeverComparedWithItself: t makes the tool current that was beside; the two then have changed sides.
func TestAToolIsNeverComparedWithItself(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 120, 30, nil, func(s *screen) {
		s.keys("C", "enter")
		s.has("─▸ codex · slice", "── sage · slice")
		for range 9 {
			s.keys("t")
			if one, other := s.m.file.Preview.Reading.Req.ToolName(), s.m.file.ToolPanels.Comparing.Beside.Read.Req.ToolName(); one == other {
				t.Fatalf("%s is compared with itself:\n%s", one, s.text())
			}
		}
		s.keys("z", "z", "z") // and by undoing
		if one, other := s.m.file.Preview.Reading.Req.ToolName(), s.m.file.ToolPanels.Comparing.Beside.Read.Req.ToolName(); one == other {
			t.Fatalf("%s is compared with itself:\n%s", one, s.text())
		}
	})
}

// TestOptionsShowAllArguments: each argument of each tool in each mode has its row on a terminal of the usual size.
func TestOptionsShowAllArguments(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		for range 3 {
			s.keys("o")
			for _, p := range s.m.file.ToolPanels.Params() {
				name := preview.ParamName(p)
				s.has(" " + name[strings.LastIndexByte(name, '.')+1:] + " ")
			}
			s.keys("esc", "tab")
		}
	})
}

// TestLettersInTheOptionsRunNothing: who types the name of an argument runs no action of the file.
func TestLettersInTheOptionsRunNothing(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"limit", "levels", "max_levels", "mode", "limit 50", "max-lines", "L"} {
		onScreen(t, sample(t), 120, 35, nil, func(s *screen) {
			before := s.m.file.Preview.Request
			s.keys("o", "type:"+word)
			s.has("codex options", "letters do nothing here; Esc closes, j k choose, Enter types")
			if !s.m.file.Preview.Request.Equal(before) {
				t.Errorf("%q changed the request:\n%s", word, s.text())
			}
			s.keys("up", "down", "esc")
			s.lacks("codex options")
		})
	}
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) { // what the title names goes on
		s.keys("o", "+", "z", "x", "up", "7", "enter")
		s.has("from 7 ", "codex options")
		s.keys("z")
		s.lacks("from 7 ")
		s.keys("esc")
		s.lacks("codex options")
	})
}

// TestOptionsKeepTheirSelection: the selected argument stays selected while the mode goes round, as far as it is there.
func TestOptionsKeepTheirSelection(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("o")
		s.has("▸ limit")
		s.keys("tab")
		s.has("codex · block", "▸ limit")
		s.keys("tab", "tab")
		s.has("codex · slice", "▸ limit")
	})
}

// TestOptionsSayAllOfARefusal: at any usual size a refusal is on the screen to its last word.
func TestOptionsSayAllOfARefusal(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 8}, {60, 16}, {80, 24}, {160, 40}} {
		onScreen(t, sample(t), size[0], size[1], nil, func(s *screen) {
			s.keys("o", "type:\"x", "enter")
			o, _ := overlay.Topmost[*toolpanels.OptionsPanel](s.m.overlays)
			if o == nil || o.Bad == "" {
				t.Fatalf("nothing is refused:\n%s", s.text())
			}
			var shown []string
			for _, row := range strings.Split(s.text(), "\n") {
				shown = append(shown, strings.TrimSpace(row))
			}
			// A row ends where a word does or in the middle of a long one.
			if all := strings.Join(shown, ""); !strings.Contains(strings.ReplaceAll(all, " ", ""), strings.ReplaceAll("refused: "+o.Bad, " ", "")) {
				t.Errorf("%v: %q is not on the screen:\n%s", size, o.Bad, s.text())
			}
			s.has("▸ limit")
			s.keys("down")
			s.lacks("refused")
		})
	}
}

// TestFactsAreWhole: nothing of the facts is cut, however long a name is and however narrow the terminal.
func TestFactsAreWhole(t *testing.T) {
	t.Parallel()
	path := written(t, strings.Repeat("long-name-", 20)+".txt", "one\ntwo\n")
	onScreen(t, path, 40, 30, nil, func(s *screen) {
		s.keys("G", "=")
		s.has("cursor byte")
		all := strings.ReplaceAll(s.text(), "\n", "")
		all = strings.ReplaceAll(all, " ", "")
		for _, f := range s.m.file.Facts() {
			if !strings.Contains(all, strings.ReplaceAll(f.Value, " ", "")) {
				t.Errorf("%s %q is not on the screen:\n%s", f.Name, f.Value, s.text())
			}
		}
	})
	onScreen(t, path, 40, 8, nil, func(s *screen) {
		s.keys("=")
		s.has("   read ") // they begin with the first
		s.lacks("cursor byte")
		s.keys("G")
		s.has("root")
		s.keys("g")
		s.has("   read ")
		s.keys("esc")
		s.lacks("── facts")
	})
}

// TestKeysSayWhyTheyAreDisabled: each reason is shown by the key, and in the help.
func TestKeysSayWhyTheyAreDisabled(t *testing.T) {
	t.Parallel()
	theme, err := themes.New(themes.DefaultDark, themes.TrueColor)
	if err != nil {
		t.Fatal(err)
	}
	onScreen(t, sample(t), 200, 40, func(o *Options) { o.Secure, o.Theme = true, theme }, func(s *screen) {
		for key, why := range map[string]string{
			"s": "in block mode only", "z": "nothing to undo", "n": "no pattern yet; / searches", "v": "the editor is off", "e": "writing is off",
		} {
			s.keys(key)
			s.has(why)
		}
		s.keys("h", "type:sibling blocks", "enter")
		s.has("with or without the sibling blocks at the outermost level", "now not: in block mode only; Tab changes the mode")
		dimmed := theme.Style(themes.OptionOff) + "  with or without the sibling blocks"
		if !strings.Contains(s.m.View(), dimmed) {
			t.Errorf("it is not dimmed: %q", s.m.View())
		}
		s.keys("esc", "tab", "h", "type:sibling blocks")
		s.lacks("now not")
	})
}

// TestWheelScrollsWhatItIsOn: the help, a list, the options, and beside them the file.
func TestWheelScrollsWhatItIsOn(t *testing.T) {
	t.Parallel()
	wheel := func(s *screen, y int) {
		s.send(tea.MouseMsg{X: 5, Y: y, Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
		s.settle()
	}
	click := func(s *screen, y int) {
		s.send(tea.MouseMsg{X: 5, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		s.settle()
	}
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("h", "?")
		s.has("What the model gets")
		wheel(s, 5)
		s.lacks("What the model gets")
		click(s, 5) // nothing
		s.keys("q", "C")
		wheel(s, s.m.file.Panes.Areas().Overlay.Y+1)
		s.has("▸ open_file", "▸   1 │")
		wheel(s, 3) // the file
		s.has("▸ open_file", "▸   4 │")
		click(s, s.m.file.Panes.Areas().Overlay.Y+5)
		s.has("▸ byte_window")
		click(s, s.m.file.Panes.Areas().Overlay.Y+5)
		s.has("── byte_window · slice")
		s.keys("esc", "o", "up", "up")
		wheel(s, s.m.file.Panes.Areas().Overlay.Y+1)
		s.has("▸ offset")
		click(s, s.m.file.Panes.Areas().Overlay.Y+3)
		s.has("▸ limit")
		s.keys("o", "=")
		wheel(s, s.m.file.Panes.Areas().Overlay.Y+1)
		click(s, s.m.file.Panes.Areas().Overlay.Y+1)
		s.lacks("── facts")
	})
}

// TestHelpShowsFirstWhatItWasOpenedOver: from the options their keys are at the top.
func TestHelpShowsFirstWhatItWasOpenedOver(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("o", "h")
		s.has("▸ Enter  ", "type a value; a digit")
		s.keys("?")
		s.has("In the options", "while typing: use the value")
		s.keys("q")
		s.has("codex options")
	})
}

// TestChoicesOfAnArgument: a made-up tool with choices of its own and a mode made by one of them.
func TestChoicesOfAnArgument(t *testing.T) {
	tool := toolstest.Numbered("made_up")
	tool.Params = append(slices.Clone(tool.Params),
		tools.Param{Path: []string{"style"}, Flag: "style", Type: tools.TypeChoice, Choices: []string{"a", "b", "c"}, Help: "how"},
		tools.Param{Path: []string{"how"}, Flag: "how", Type: tools.TypeChoice, Choices: []string{"lines", "all"}, Default: "lines", Help: "what"})
	tool.Windows = append(slices.Clone(tool.Windows), tools.WindowParams{Mode: tools.ModeBlock, Fixed: tools.Values{"how": "all"}})
	onMadeUp(t, tool, 80, func(s *screen) {
		style := tool.Params[len(tool.Params)-2]
		tried := func(by int) any {
			was, o := s.m.file.Preview.Request, s.m.file.ToolPanels.PushOptions()
			o.Nudge(style, by)().(jobs.Message).Take()
			now := s.m.file.Preview.Request
			s.m.overlays.Drop(o)
			s.run(s.m.file.Preview.GoTo(was, nil))
			return now.Values()["style"]
		}
		if up, down := tried(1), tried(-1); up != "a" || down != "c" {
			t.Errorf("the choices next to none are %v and %v", up, down)
		}
		for _, c := range []struct {
			from string
			by   int
			want string
		}{{"a", 1, "b"}, {"c", 1, "a"}, {"a", -1, "c"}, {"b", -1, "a"}} {
			s.run(s.m.file.Preview.GoTo(s.m.file.Preview.Request.With("style", c.from), nil))
			if got := tried(c.by); got != c.want {
				t.Errorf("%s goes %d to %v, want %s", c.from, c.by, got, c.want)
			}
		}
	})
}

// TestHelpIsWhole: at any width every word of the help is there, reasons included.
func TestHelpIsWhole(t *testing.T) {
	t.Parallel()
	for _, width := range []int{20, 29, 30, 40, 80, 200} {
		onScreen(t, sample(t), width, 24, nil, func(s *screen) {
			s.keys("h", "?")
			var keys, text strings.Builder
			column := width
			if width >= 120 {
				column /= 2
			}
			rows := helpRows(s)
			for x := 0; x+column <= width; x += column {
				for _, row := range rows {
					l := ansi.Cut(row, x, x+column)
					if column < 30 { // the text is below the keys
						keys.WriteString(l)
						text.WriteString(l)
						continue
					}
					between := 3 + min(column/4, 24)
					keys.WriteString(ansi.Cut(l, 0, between))
					text.WriteString(ansi.Cut(l, between, column))
				}
			}
			squeezed := func(s string) string { return strings.ReplaceAll(s, " ", "") }
			for _, b := range s.m.keys.Bindings() {
				if !strings.Contains(squeezed(keys.String()), squeezed(keymap.Names(b.Keys))) || !strings.Contains(squeezed(text.String()), squeezed(b.Help)) {
					t.Errorf("%d: %s is not whole", width, b.Action)
				}
			}
			for range 15 {
				s.send(key(" ")) // the harness checks each screen
			}
		})
	}
}

// What a panel shows of its rows moves with the selected one before it is drawn: drawing changes nothing.
func TestPanelsScrollBeforeTheyAreDrawn(t *testing.T) {
	withEveryTool(t)
	onScreen(t, written(t, "f.txt", numbered(60)), 100, 16, func(o *Options) {
		o.Request = o.Request.Sized(2)
	}, func(s *screen) {
		s.keys(";")
		s.m.Update(key("G")) // without a View
		p, open := overlay.Topmost[*toolpanels.WalkPanel](s.m.overlays)
		if !open {
			t.Fatalf("no calls are listed:\n%s", s.text())
		}
		now := p.Top()
		if text := s.text(); now <= 0 || p.Top() != now {
			t.Errorf("row %d is at the top, then %d of\n%s", now, p.Top(), text)
		}
		s.keys("esc", "L")
		s.m.Update(key("end")) // without a View
		s.m.Update(tea.MouseMsg{Y: s.m.file.Panes.Areas().Overlay.Y + 1, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		l, _ := overlay.Topmost[*overlay.ListPanel](s.m.overlays)
		if i, _ := l.Selected(); i.Name == l.Items[0].Name {
			t.Errorf("a click on the first row that is shown selects the first of all, %s", i.Name)
		}
	})
}
