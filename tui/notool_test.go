package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/tools"
	"eyeline/themes"
	"eyeline/tui/kit/jobs"
)

// withoutTool opens what is tested as what is piped opens.
func withoutTool(o *Options) { o.NoTool, o.TabWidth = true, 8 }

// textOf is a text of n lines.
func textOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d of the text\n", i+1)
	}
	return b.String()
}

// TestNoToolIsCalled: while no tool is on, nothing is read through one, whatever is pressed.
func TestNoToolIsCalled(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, withoutTool, func(s *screen) {
		s.keys("j", "tab", "shift+tab", "o", "p", "C", "a", "A", "]", "[", "+", "_", "z", "Z", "c", "w", "Y", "x", "R", "H", "H", "U", "U", "G", "g")
		if s.m.file.Preview.Reading != nil || s.m.file.Text.Jobs.Runs(jobs.Read) {
			t.Errorf("a tool was called: %+v", s.m.file.Preview.Reading)
		}
		s.keys("tab")
		s.has("no tool is on; Ctrl-T turns codex on")
		s.keys("ctrl+t")
		s.has("codex · slice", "· L1–L59")
	})
}

// TestPagerScreen: one row below the text, and nothing beside it.
func TestPagerScreen(t *testing.T) {
	t.Parallel()
	onStream(t, 80, 10, withoutTool, func(s *screen, write func(string), end func(error)) {
		write(textOf(30))
		if got, want := s.text(), "line 1 of the text\n"; !strings.HasPrefix(got, want) {
			t.Errorf("the screen begins %q", got[:40])
		}
		s.has("standard input  lines 1–9")
		s.lacks("▌", "▸", "│", "model gets", "of 30")
		end(nil)
		s.has("standard input  lines 1–9 of 30", "28%")
		s.keys("j", "enter", "down")
		s.has("lines 4–12 of 30")
		s.keys("k", "up")
		s.has("lines 2–10 of 30")
		s.keys(" ")
		s.has("lines 11–19 of 30")
		s.keys("G")
		s.has("lines 22–30 of 30", "END")
		s.keys("j")
		s.has(" end ")
		s.keys("k")
		s.has("lines 21–29 of 30")
		s.keys("1", "2", "g")
		s.has("lines 12–20 of 30")
		s.golden("pager-80x10", s.text())
	})
}

// TestPlaceIsTheTopRow: marks, counts and searches begin at the top of the screen and end there.
func TestPlaceIsTheTopRow(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "text", textOf(100)), 80, 11, withoutTool, func(s *screen) {
		s.keys("2", "0", "g", "m", "a", "G", "'", "a")
		s.has("lines 20–29 of")
		s.keys("/", "type:line 4. ", "enter")
		s.has("lines 40–49 of", "match 1 of 10")
		s.keys("n", "n")
		s.has("lines 42–51 of", "match 3 of 10")
		s.keys("k", "n")
		s.has("lines 41–50 of", "match 2 of 10")
		s.keys("5", "0", "%")
		s.has("lines 51–60 of")
		// Where the screen stays full the match is below the top, and the next one is found from there.
		s.keys("/", "type:9[5-9]", "enter")
		s.has("lines 91–100 of", "match 1 of 5")
		s.keys("n")
		s.has("lines 91–100 of", "match 2 of 5")
		s.keys("N", "N")
		s.has("search went on from the end", "match 5 of 5")
	})
}

// TestColoursAreKeptEverywhere: what is piped keeps its colours, also where no tool would read it any more.
func TestColoursAreKeptEverywhere(t *testing.T) {
	t.Parallel()
	colours := func(o *Options) {
		withoutTool(o)
		theme, err := themes.New(themes.DefaultDark, themes.ANSI256)
		if err != nil {
			t.Fatal(err)
		}
		o.Theme = theme
	}
	onStream(t, 60, 10, colours, func(s *screen, write func(string), end func(error)) {
		write(strings.Repeat("\x1b[31mred\x1b[m and plain\n", 5000))
		end(nil)
		for _, to := range []string{"g", "G"} {
			s.keys(to)
			rows := strings.Split(s.m.View(), "\n")
			for _, row := range rows[:9] {
				if want := "\x1b[31mred\x1b[m and plain"; !strings.HasPrefix(row, want) {
					t.Fatalf("after %s a row is %q", to, row)
				}
			}
		}
	})
}

// TestLongLinesWrap: long lines are wrapped while no tool is on, and chopped by -S; each state keeps its own way.
func TestLongLinesWrap(t *testing.T) {
	t.Parallel()
	path := written(t, "text", strings.Repeat("0123456789", 12)+"\nnext\n")
	onScreen(t, path, 50, 10, withoutTool, func(s *screen) {
		s.has(strings.Repeat("0123456789", 5)+"\n"+strings.Repeat("0123456789", 5)+"\n"+strings.Repeat("0123456789", 2)+"\n", "\nnext\n")
		s.keys("j")
		s.has("\nnext\n", " end ")
		if !strings.HasPrefix(s.text(), strings.Repeat("0123456789", 5)) {
			t.Errorf("a row was not scrolled alone:\n%s", s.text()) // the text is shorter than the screen
		}
		s.keys("ctrl+t")
		s.has("›")
		s.keys("ctrl+t")
		s.lacks("›")
		s.keys("-", "S")
		s.has("›", "chopped")
		s.keys("ctrl+t", "ctrl+t")
		s.has("›")
	})
	onScreen(t, path, 50, 10, func(o *Options) { withoutTool(o); o.Long.Chop = true }, func(s *screen) { s.has("›\n") })
}

// TestRowsOfWrappedLinesScroll: where a line has more rows than one, moving goes by rows, and nothing jumps back.
func TestRowsOfWrappedLinesScroll(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "text", strings.Repeat(strings.Repeat("abcdefghij", 20)+"\n", 40)), 50, 10, withoutTool, func(s *screen) {
		s.keys("j", "j", "j")
		place := s.m.file.Text.File.Position()
		if place.Top != 0 || place.TopRow != 3 {
			t.Errorf("after three steps the place is %+v", place)
		}
		s.keys("j")
		if place := s.m.file.Text.File.Position(); place.Top != 201 || place.TopRow != 0 {
			t.Errorf("after four steps the place is %+v", place)
		}
		s.keys("k", "k")
		if place := s.m.file.Text.File.Position(); place.Top != 0 || place.TopRow != 2 {
			t.Errorf("after two steps back the place is %+v", place)
		}
		s.send(tea.WindowSizeMsg{Width: 50, Height: 8})
		s.settle()
		if place := s.m.file.Text.File.Position(); place.Top != 0 || place.TopRow != 2 {
			t.Errorf("on another terminal the place is %+v", place)
		}
	})
}

// TestMarkedLinesAreGiven: y copies what is marked without its colours, e writes it as it is, E prints it.
func TestMarkedLinesAreGiven(t *testing.T) {
	t.Parallel()
	onStream(t, 70, 10, withoutTool, func(s *screen, write func(string), end func(error)) {
		write("one\n\x1b[1mtwo\x1b[m\nt\bth\bhree\nfour\nfive\n")
		end(nil)
		s.keys("y")
		s.has("nothing is marked: V marks lines, Ctrl-T turns codex on")
		s.keys("E")
		if s.quit {
			t.Fatal("left, though nothing is marked")
		}
		s.keys("j", "V", "g", "j", "V") // there are fewer lines than rows
		s.has("nothing is marked now")
		s.keys("V", "2", "g", "j")
		s.keys("y")
		s.has("sent to the terminal: 3 lines, 14 B")
		if len(s.copied) != 1 || s.copied[0] != "one\ntwo\nthree\n" {
			t.Fatalf("copied %q", s.copied)
		}
		s.lacks("marked", "▸")
		path := filepath.Join(t.TempDir(), "out")
		s.keys("V", "j", "e", "type:"+path, "enter")
		s.has("wrote ")
		if got, err := os.ReadFile(path); err != nil || string(got) != "one\n\x1b[1mtwo\x1b[m\n" {
			t.Errorf("wrote %q, %v", got, err)
		}
		s.keys("E")
		var b strings.Builder
		if !s.quit || s.m.leave.Print(t.Context(), &b) != nil || b.String() != "one\n\x1b[1mtwo\x1b[m\n" {
			t.Errorf("printed %q", b.String())
		}
	})
}

// TestMarkedAcrossAFilter: of a filtered text only the lines shown are given.
func TestMarkedAcrossAFilter(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "text", textOf(50)), 70, 10, withoutTool, func(s *screen) {
		s.keys("&", "type:5 of", "enter", "V", "j", "j", "y")
		if want := "line 5 of the text\nline 15 of the text\nline 25 of the text\n"; len(s.copied) != 1 || s.copied[0] != want {
			t.Errorf("copied %q", s.copied)
		}
	})
}

// TestDraggingMarks: the mouse marks lines, past the edge of the screen too.
func TestDraggingMarks(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "text", textOf(50)), 100, 11, withoutTool, func(s *screen) {
		mouse := func(action tea.MouseAction, y int) {
			s.send(tea.MouseMsg{X: 3, Y: y, Action: action, Button: tea.MouseButtonLeft})
			s.settle()
		}
		mouse(tea.MouseActionPress, 2)
		s.lacks("marked")
		mouse(tea.MouseActionMotion, 5)
		s.has("4 lines marked")
		mouse(tea.MouseActionMotion, 10) // the footer
		mouse(tea.MouseActionMotion, 10)
		mouse(tea.MouseActionRelease, 10)
		s.has("10 lines marked", "lines 3–12")
		mouse(tea.MouseActionMotion, 3)
		s.has("10 lines marked")
		s.keys("j", "j") // scrolling keeps them
		s.has("marked")
		s.keys("y")
		if len(s.copied) != 1 || !strings.HasPrefix(s.copied[0], "line 3 of") || !strings.HasSuffix(s.copied[0], "line 12 of the text\n") {
			t.Errorf("copied %q", s.copied)
		}
		mouse(tea.MouseActionPress, 2)
		mouse(tea.MouseActionMotion, 3)
		s.has("2 lines marked")
		s.keys("esc")
		s.lacks("marked")
	})
}

// TestLessOptions types the options of less.
func TestLessOptions(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "text", "Apple\n\x1b[31mapple\x1b[m\n"), 60, 8, withoutTool, func(s *screen) {
		s.keys("/", "type:apple", "enter")
		s.has("match 1 of 2")
		s.keys("-", "i", "/", "type:apple", "enter")
		s.has("match 1 of 1")
		s.keys("-", "I", "/", "type:APPLE", "enter")
		s.has("of 2")
		s.keys("-", "I", "-", "R")
		s.has("the text's own colours are shown")
		s.lacks("^[[31m")
		s.keys("-", "R")
		s.has("^[[31mapple^[[m")
		s.keys("-", "X")
		s.has("leaving keeps the last screen")
		s.keys("-", "F")
		var b strings.Builder
		if !s.quit || s.m.leave.Keep == nil || s.m.leave.Keep(t.Context(), &b) != nil || !strings.HasSuffix(b.String(), "^[[m\n") {
			t.Errorf("left %q", b.String())
		}
	})
	onScreen(t, written(t, "text", textOf(50)), 60, 8, withoutTool, func(s *screen) {
		s.keys("-", "F")
		s.has("the text is longer than the screen")
		s.keys("q")
		if s.m.leave.Keep != nil {
			t.Error("the screen was kept")
		}
	})
}

// TestNoToolIsCalledNone: the viewer's word for the state is no tool's name.
func TestNoToolIsCalledNone(t *testing.T) {
	t.Parallel()
	if _, ok := tools.Lookup("none"); ok {
		t.Error("a tool is called none")
	}
}

// TestNoneInTheListOfTools: the list of tools begins with none, and choosing another one turns it on.
func TestNoneInTheListOfTools(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 100, 24, nil, func(s *screen) {
		s.keys("L", "type:none", "enter")
		s.lacks("model gets")
		s.keys("L")
		s.has("▸ none")
		s.keys("type:sage", "enter")
		s.has("sage · slice", "· L1–L59")
		s.keys("z")
		s.has("codex · slice")
	})
}

// TestTheEndOfTheLongestLine: without a cursor, $ shows the end of the line on the screen that takes the most columns,
// whether all of it is loaded or not, and stays where it is.
func TestTheEndOfTheLongestLine(t *testing.T) {
	t.Parallel()
	for n, wideOnes := range map[int]int{350: 150, 30000: 9000} { // of 350 they have more bytes, and fewer columns
		wide := strings.Repeat("日", wideOnes)
		path := written(t, "wide.txt", "short\n"+strings.Repeat("x", n)+"END\n"+wide+"ENDE\nlast\n"+textOf(50)+strings.Repeat("y", 2*n)+"\n")
		onScreen(t, path, 60, 10, withoutTool, func(s *screen) {
			s.keys("-", "S", "$")
			s.has("xEND")
			s.keys("0")
			s.has("short")
			s.keys("alt+}")
			s.has("xEND")
		})
	}
}
