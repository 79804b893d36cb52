package tui

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/longtest"
	"eyeline/themes"
	"eyeline/tui/internal/vt"
	"eyeline/tui/terminal/paint"
)

// drawing compares what a terminal shows that gets the changes with one that gets each screen whole.
type drawing struct {
	t             *testing.T
	kind          vt.Screen
	screen        *paint.Screen
	got           *vt.Screen
	width, height int
	step          string
}

// resize makes the terminal another one, as after a change of its size: with whatever on it.
func (d *drawing) resize(width, height int) {
	d.width, d.height = width, height
	d.got = d.kind.Sized(width, height)
	d.got.Write("\x1b[?1049h\x1b[?7l\x1b[41mwhat was there")
	d.screen.Forget()
}

func (d *drawing) draw(view string) {
	rows := strings.Split(view, "\n")
	if len(rows) != d.height {
		return // of the size before
	}
	sent := d.screen.Update(nil, rows)
	d.got.Write(string(sent))
	want := vt.Screen{}.Sized(d.width, d.height)
	for i, row := range rows {
		want.Write(fmt.Sprintf("\x1b[%dH%s", i+1, row))
	}
	if got, want := d.got.Cells(), want.Cells(); got != want {
		d.t.Fatalf("after %q, %q shows\n%s\nwant\n%s", d.step, sent, got, want)
	}
	if len(d.got.Unknown) > 0 {
		d.t.Fatalf("sent %q", d.got.Unknown)
	}
}

// marksAreDrawn checks that the rows with marked lines are drawn so, and no others.
func marksAreDrawn(s *screen) {
	s.t.Helper()
	some, area := false, s.m.file.Panes.Areas().File
	for i, row := range strings.Split(s.m.View(), "\n")[area.Y : area.Y+area.Height] {
		l, ok := s.m.file.Text.File.LineAt(i)
		marked := ok && s.m.file.Text.Marking.IsMarked(l.Off)
		some = some || marked
		if strings.Contains(row, s.m.theme.Style(themes.Marked)) != marked {
			s.t.Errorf("row %d, marked: %t, is %q", i, marked, row)
		}
	}
	if !some {
		s.t.Error("nothing is marked")
	}
}

// TestMarksOfAPageThatComes goes to the end of a file, which is read for that, while lines are marked: the page that
// comes has lines that were on the screen before, when they were not marked.
func TestMarksOfAPageThatComes(t *testing.T) {
	t.Parallel()
	theme, err := themes.New(themes.DefaultDark, themes.TrueColor)
	if err != nil {
		t.Fatal(err)
	}
	path := written(t, "log.txt", strings.Repeat("a line\n", 25))
	for _, view := range []string{"ctrl+l", "H"} {
		onScreen(t, path, 80, 24, func(o *Options) { o.Theme = theme }, func(s *screen) {
			s.keys(view, "V", "F")
			s.has("following the end")
			marksAreDrawn(s)
		})
	}
}

// TestMarksOfLinesThatScrollIn marks lines by the page, and then scrolls under the cursor: the lines that come in would
// be marked after another page.
func TestMarksOfLinesThatScrollIn(t *testing.T) {
	t.Parallel()
	theme, err := themes.New(themes.DefaultDark, themes.TrueColor)
	if err != nil {
		t.Fatal(err)
	}
	path := written(t, "log.txt", strings.Repeat("a line\n", 100))
	for _, view := range []string{"ctrl+l", "H"} {
		onScreen(t, path, 80, 12, func(o *Options) { o.Theme = theme }, func(s *screen) {
			s.keys(view, "4", "j", "V", " ", "J", "J", "J")
			marksAreDrawn(s)
		})
	}
}

// TestWhatIsDrawnIsTheScreen types keys at random, and changes the size, the theme and what is open: after each step a
// terminal that got only what changed shows the same characters in the same colours as one that got the whole screen.
func TestWhatIsDrawnIsTheScreen(t *testing.T) {
	t.Parallel()
	steps := 60
	if !longtest.IsRequested() {
		steps = 15
	}
	var log bytes.Buffer
	for n := range 400 {
		fmt.Fprintf(&log, "id=%06d INFO worker-%02d \x1b[3%dmserved\x1b[m in %d ms 日本%d e\u0301 \U0001f468\u200d\U0001f469 ✓%s\n", n, n%16, n%8, n*7%900, n, strings.Repeat("x", n%90))
	}
	keys := []string{
		"J", "J", "J", "J", "K", "K", "j", "j", "k", "down", "up", " ", "b", "G", "g", "d", "u", "right", "left", "W", "N", "n",
		"p", "i", "H", "T", "R", "h", "o", "=", "esc", "esc", "tab", "]", "[", "F", "C", "C", "V", "ctrl+l", "/", "type:ser", "enter", "&", "type:1", "enter", "t",
		":", "type:30", "enter", "H",
	}
	for i, c := range []struct {
		file    string
		profile themes.Profile
		noTool  bool
		kind    vt.Screen
	}{
		{"log.txt", themes.TrueColor, false, vt.Screen{}},
		{"log.txt", themes.TrueColor, true, vt.Screen{OwnErase: true}},
		{"server.go", themes.TrueColor, false, vt.Screen{AlwaysWraps: true}},
		{"server.go", themes.ANSI256, false, vt.Screen{Returns: true}},
		{"server.go", themes.ANSI16, false, vt.Screen{}},
		{"log.txt", themes.None, false, vt.Screen{OwnErase: true, AlwaysWraps: true}},
	} {
		path := sample(t)
		if c.file == "log.txt" {
			path = written(t, c.file, log.String())
		}
		theme, err := themes.New([]string{themes.DefaultDark, themes.DefaultLight}[i%2], c.profile)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprintf("%d %s", i, c.file), func(t *testing.T) {
			onScreen(t, path, 80, 24, func(o *Options) { o.Theme, o.NoTool = theme, c.noTool }, func(s *screen) {
				r := rand.New(rand.NewPCG(uint64(i), 5))
				d := &drawing{t: t, kind: c.kind, screen: &paint.Screen{}}
				d.screen.Raw = !c.kind.Returns
				d.resize(80, 24)
				d.draw(s.m.View())
				s.drawn = d.draw
				for range steps {
					d.step = keys[r.IntN(len(keys))]
					if r.IntN(20) == 0 {
						w, h := 20+r.IntN(110), 2+r.IntN(40)
						d.resize(w, h)
						s.send(tea.WindowSizeMsg{Width: w, Height: h})
						s.settle()
					}
					for range 1 + r.IntN(4)/3*4 { // a key that is held goes on
						s.keys(d.step)
						if s.quit || s.m.leaving {
							return
						}
					}
				}
			})
		})
	}
}

// TestAScrolledLineTakesFewBytes scrolls through a log at 120×40, in colour and with line numbers, outside the window
// of the tool, and counts what a terminal gets: for a row of 120 cells that is new and the gutter of the cursor that is
// carried along at most 210 bytes a line, and where all of the cursor line changes 250. In code, where each line is
// another and inside the window, at most 220 and 300.
func TestAScrolledLineTakesFewBytes(t *testing.T) {
	t.Parallel()
	theme, err := themes.New(themes.DefaultDark, themes.TrueColor)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	for n := range 20_000 { // as eyeline/tui/internal/dev/peers makes it
		n++
		fmt.Fprintf(&log, "id=%010d 2026-11-20T12:%02d:%02d.%03dZ INFO worker-%02d request served in %d ms, %d bytes, path=/api/v1/items/%d\n", n, n/60%60, n%60, n%1000, n%16, n*7%900, n*31%65536, n*13%100000)
	}
	for _, c := range []struct {
		name, path string
		most       map[string]int
	}{
		{"log", written(t, "log.txt", log.String()), map[string]int{"J": 210, "j": 250}},
		{"code", "harness_test.go", map[string]int{"J": 220, "j": 300}},
	} {
		for _, pressed := range []string{"J", "j"} {
			if !longtest.IsRequested() && (c.name == "log") != (pressed == "J") {
				continue
			}
			t.Run(c.name+" "+pressed, func(t *testing.T) {
				onScreen(t, c.path, 120, 40, func(o *Options) { o.Theme = theme }, func(s *screen) {
					out := &paint.Screen{}
					out.Raw = true
					draw := func() int { return len(out.Update(nil, strings.Split(s.m.View(), "\n"))) }
					if c.name == "log" {
						s.keys("9", "0", "0", "0", "G")
					}
					draw()
					if pressed == "J" { // the cursor at the top, where it is carried along
						s.keys("4", "0", "k")
					}
					for range 45 { // the cursor is at the edge then
						s.keys(pressed)
						draw()
					}
					sum := 0
					for range 100 {
						s.keys(pressed)
						sum += draw()
					}
					if t.Logf("%.1f bytes a line", float64(sum)/100); sum > 100*c.most[pressed] {
						t.Errorf("more than %d bytes a line", c.most[pressed])
					}
				})
			})
		}
	}
}
