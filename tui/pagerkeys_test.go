package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
)

func init() {
	for a, script := range map[keymap.Action]func(s *screen){
		keymap.WordDown: func(s *screen) {
			s.keys("2", "G", "*") // package server
			s.has("▸   1", "match 1 of 2")
			s.keys("/", "type:hooks", "enter", "*")
			s.has("match 2 of")
			s.keys("4", "G", "/", "type:then", "enter", "alt+u", "*") // nobody sees a hidden match: it is the first word of its line
			s.has("▸  38", "match 2 of 3")
		},
		keymap.WordUp: func(s *screen) {
			s.keys("3", "8", "G", "#") // func
			s.has("▸  33", "match 1 of 3")
		},
		keymap.HideMatches: func(s *screen) {
			s.keys("alt+u")
			s.has("no pattern yet")
			s.keys("/", "type:hooks", "enter", "alt+u")
			s.lacks("match ")
			s.keys("alt+u")
			s.has("match 1 of 7")
		},
		keymap.CloseParen: func(s *screen) { s.keys("4", "G", "("); s.has("▸  10") },
		keymap.OpenParen:  func(s *screen) { s.keys("1", "0", "G", ")"); s.has("▸   4") },
		keymap.CloseBrace: func(s *screen) {
			s.keys("3", "8", "G", "{")
			s.has("▸  54")
			s.keys("G", "(")
			s.has("no ( in the line")
		},
		keymap.OpenBrace:    func(s *screen) { s.keys("5", "4", "G", "}"); s.has("▸  38") },
		keymap.CloseBracket: func(s *screen) { s.keys("ctrl+t", "["); s.has("no [ in the line") },
		keymap.OpenBracket:  func(s *screen) { s.keys("ctrl+t", "]"); s.has("no ] in the line") },
		keymap.Shell: func(s *screen) {
			s.keys("!", "type:!", "enter")
			s.has("no command yet")
			s.keys("esc", "!", "type:true", "enter")
			s.m.opts.Secure = true
			s.keys("!")
			s.has("running programs is off: the viewer runs with --secure")
		},
		keymap.Pipe: func(s *screen) {
			s.keys("|", "q")
			s.has("no mark q")
			s.keys("|", ".")
			s.has(" |▏")
			s.keys("esc", "V", "j", "|")
			s.has(" |▏")
		},
		keymap.SearchBack: func(s *screen) {
			s.keys("G", "?", "type:search backward", "enter", "type:hooks", "enter")
			s.has("match 7 of 7")
			s.keys("ctrl+t", "?")
			s.has(" ?▏")
		},
		keymap.SaveStream: func(s *screen) { s.keys("ctrl+t", "s"); s.has("only what is piped is to be saved") },
	} {
		scripts[a] = script
	}
}

// TestLiveSearch: what is typed is shown at once; Esc goes back, Enter stays.
func TestLiveSearch(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "text", textOf(2000)), 80, 11, withoutTool, func(s *screen) {
		s.keys("5", "0", "g", "/", "type:1")
		s.has("line 51 of", "/1▏")
		s.keys("type:50 ")
		if !strings.HasPrefix(s.text(), "line 150 of") {
			t.Errorf("not at line 150:\n%s", s.text())
		}
		s.keys("type:x")
		s.has("not found")
		if !strings.HasPrefix(s.text(), "line 50 of") {
			t.Errorf("not back at line 50:\n%s", s.text())
		}
		s.keys("backspace", "type:(") // no pattern yet
		s.lacks("not found")
		s.keys("backspace", "esc")
		s.has("lines 50–59 of")
		s.lacks("match")
		s.keys("n")
		s.has("no pattern yet")
		s.keys("/", "type:1999", "enter")
		s.has("lines 1,991–2,000 of", "match 1 of 1")
		s.keys("'", "'")
		s.has("lines 50–59 of")
		// Leaving brings the former pattern back too.
		s.keys("/", "type:line 7", "esc")
		s.has("1 match")
		s.keys("n")
		s.has("lines 1,991–2,000 of", "match 1 of 1")
		s.keys("/", "type:nothing like it", "enter")
		s.has("not found: nothing like it", "line 1991 of")
	})
}

// TestLiveSearchKeepsTheWindow: while a pattern is typed, a window that follows the cursor stays where it is.
func TestLiveSearchKeepsTheWindow(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 100, 24, nil, func(s *screen) {
		s.keys("tab", "/", "type:Stop")
		s.has("▸  12", "anchor_line 1 ")
		s.keys("esc")
		s.has("▸   1", "anchor_line 1 ")
		s.keys("/", "type:Stop\\(\\)", "enter")
		s.has("anchor_line 57")
	})
}

// TestSearchInColouredText: what is looked for is found where colours change, and letters are printed over each other.
func TestSearchInColouredText(t *testing.T) {
	t.Parallel()
	onStream(t, 100, 8, withoutTool, func(s *screen, write func(string), end func(error)) {
		write("N\bNA\bAM\bME\bE\n       ls - \x1b[1mlist\x1b[m directory\n\x1b[31m-old\x1b[m\n")
		end(nil)
		for _, pattern := range []string{"^NAME$", "list dir", "^-old$"} {
			s.keys("/", "type:"+pattern, "enter")
			s.has("match 1 of 1")
		}
		s.keys("/", "type:31", "enter") // is in a sequence only
		s.has("not found: 31")
		s.keys("&", "type:NAME", "enter")
		s.has("&NAME: 1 lines")
		s.lacks("-old")
		s.keys("-", "R") // now the sequences are text
	})
}

// TestBracketsOfTheScreen: while no tool is on, opening brackets are of the top line and closing ones of the bottom
// line.
func TestBracketsOfTheScreen(t *testing.T) {
	t.Parallel()
	text := "call(a, [1,\n" + textOf(30) + "  2]\n) {\n" + textOf(30) + "}\n"
	onScreen(t, written(t, "text", text), 80, 11, withoutTool, func(s *screen) {
		s.keys("[")
		s.has("lines 23–32 of", "  2]\n")
		s.keys("]")
		s.has("lines 1–10 of")
		s.keys("(")
		s.has("lines 24–33 of", ") {\n")
		s.keys(")")
		s.has("lines 1–10 of")
		s.keys("3", "3", "g", "{")
		s.has("END")
		s.keys("}")
		s.has("lines 33–42 of")
		s.keys("'", "'")
		s.has("END")
	})
}

// TestOpenAnotherFile: :e opens a file from the working directory; --secure forbids it.
func TestOpenAnotherFile(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	if err := os.WriteFile(filepath.Join(home, "there"), []byte("at home\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	onScreen(t, written(t, "text", "here\n"), 80, 10, withoutTool, func(s *screen) {
		s.keys(":", "type:e", "enter")
		s.has("type :e and the name of a file")
		s.keys("esc", ":", "type:e ~/there", "enter")
		s.has("at home", "there  lines 1–1 of 1")
		s.lacks("model gets")
		s.keys(":", "type:p", "enter")
		s.has("here\n")
		s.keys(":", "type:e no such file", "enter")
		s.has("no such file: no such file")
		s.m.opts.Secure = true
		s.keys(":", "type:e ~/there", "enter")
		s.has("opening other files is off")
	})
}

// TestSaveStream saves what is piped as it arrives, whole or until it is stopped.
func TestSaveStream(t *testing.T) {
	t.Parallel()
	onStream(t, 90, 10, withoutTool, func(s *screen, write func(string), end func(error)) {
		path := filepath.Join(t.TempDir(), "saved")
		write("one\n\x1b[1mtwo\x1b[m\n")
		s.keys("s", "type:"+path, "enter")
		s.has("writing")
		write("three\n")
		s.keys("esc")
		s.later()
		s.has("stopped: the first 21 B are in")
		if got, err := os.ReadFile(path); err != nil || string(got) != "one\n\x1b[1mtwo\x1b[m\nthree\n" {
			t.Errorf("saved %q, %v", got, err)
		}
		end(nil)
		s.keys("s", "type:"+path, "enter")
		s.has("overwrite it?")
		s.keys("y")
		s.has("wrote ")
		if got, err := os.ReadFile(path); err != nil || string(got) != "one\n\x1b[1mtwo\x1b[m\nthree\n" {
			t.Errorf("saved %q, %v", got, err)
		}
	})
}

// TestTheWheelScrollsWhatItIsOn: the pane under the pointer, the help and a list.
func TestTheWheelScrollsWhatItIsOn(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "text", textOf(200)), 80, 24, nil, func(s *screen) {
		wheel := func(y int) {
			s.send(tea.MouseMsg{X: 3, Y: y, Button: tea.MouseButtonWheelDown})
			s.settle()
		}
		s.keys("p", "p")
		wheel(s.m.file.Panes.Areas().Model.Y + 1)
		s.has("   1 │ line 1 of", "L4: line 4 of")
		s.lacks("L3: ")
		wheel(s.m.file.Panes.Areas().File.Y + 1)
		s.has("   4 │ line 4 of")
		s.keys("p", "h")
		wheel(5)
		s.lacks("What the model gets")
		s.keys("esc", "L")
		wheel(s.m.file.Panes.Areas().Overlay.Y + 2)
		s.has("── all tools")
	})
}

// TestAnEmptyMatchIsSeenInHex: a match without characters marks the byte that it is before, and that one alone.
func TestAnEmptyMatchIsSeenInHex(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f", "one\ntwo\n"), 80, 11, nil, func(s *screen) {
		s.keys("H", "/", "type:^", "enter")
		found := s.m.file.Text.Search
		if m := found.Match; !found.Found || m.Start != m.End || !found.Matched(m.Start) || found.Matched(m.Start+1) || found.Matched(m.Start-1) {
			t.Errorf("found %v: %+v", found.Found, m)
		}
	})
}
