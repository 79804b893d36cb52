package tui

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/themes"
	"eyeline/tui/kit/bar"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
)

// listScreen is a screen of another kind than a file: a list of names. It checks that the Model knows no more of a
// screen than the interface says.
type listScreen struct {
	m     *model
	jobs  *jobs.Set
	names []string
	at    int
	sizes [][2]int  // that it was given
	heard []tea.Msg // that was not about its size
}

// Side and Progress implement [jobs.Owner].
func (*listScreen) Side(jobs.Bytes) uint64    { return 0 }
func (*listScreen) Progress(jobs.Kind) string { return "" }

// more brings one more name.
func (l *listScreen) more(name string) tea.Cmd {
	return jobs.Ask(l.jobs, jobs.Describe, func(context.Context) string { return name }, func(name string) tea.Cmd {
		l.names = append(l.names, name)
		return nil
	})
}

func (l *listScreen) Begin() tea.Cmd { return nil }

func (l *listScreen) Settle() {}

func (l *listScreen) Leave() tea.Cmd { return nil }

func (l *listScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		l.sizes = append(l.sizes, [2]int{msg.Width, msg.Height})
	default:
		l.heard = append(l.heard, msg)
	}
	return nil
}

func (l *listScreen) Key(msg tea.KeyMsg) tea.Cmd {
	switch msg.String() {
	case "j":
		l.at = min(l.at+1, len(l.names)-1)
	case "k":
		l.at = max(l.at-1, 0)
	case "+":
		return l.more("one more")
	case "s":
		l.m.overlays.Ask(overlay.PromptSearch, "/", func(string) (tea.Cmd, error) { return nil, nil })
	case "?":
		return l.m.file.OpenHelp()
	case "enter", "q":
		return l.m.Leave()
	}
	return nil
}

func (l *listScreen) Rows(height int) []string {
	var rows []string
	add := func(role themes.Role, s string) {
		var b strings.Builder
		bar.Put(&b, l.m.theme, role, cells.Pad(cells.Truncate(s, l.m.width, "…"), l.m.width))
		rows = append(rows, b.String())
	}
	if l.m.file.Panes.Areas().Title.Height > 0 {
		add(themes.Title, fmt.Sprintf(" %d names", len(l.names)))
	}
	for i := max(l.at-height/2, 0); i < len(l.names) && len(rows) < height; i++ {
		sign := "   "
		if i == l.at {
			sign = " ▸ "
		}
		add(themes.Text, sign+cells.Sanitize(l.names[i]))
	}
	return rows
}

func (l *listScreen) Footer() bar.Footer {
	return bar.Footer{Keys: []bar.Hint{{Key: "Enter", Word: "back", Always: true}}}
}

// TestTwoKindsOfScreen shows a list in front of a file and goes back: keys and the mouse reach the screen that is
// shown, answers reach both, sizes fit at all times (the harness checks the rows), and overlays lie over either.
func TestTwoKindsOfScreen(t *testing.T) {
	t.Parallel()
	path := written(t, "file.txt", strings.Repeat("a line of the file\n", 300))
	onScreen(t, path, 80, 12, nil, func(s *screen) {
		s.keys("5", "G")
		before := s.text()
		l := &listScreen{m: s.m, names: []string{"first", "second\x1b[2J", "third"}}
		l.jobs = jobs.NewSet(l)
		s.run(s.m.Show(l))
		s.settle()
		s.has(" 3 names", " ▸ first", "second^[[2J", "Enter back")
		s.lacks("a line of the file", "model gets")

		s.keys("j", "j", "k", "+")
		s.has("▸ second", " 4 names", "one more")
		stale := l.more("stale")
		l.jobs.End(jobs.Describe)
		s.send(stale())
		s.lacks("stale")
		s.send(tea.MouseMsg{Button: tea.MouseButtonWheelDown})
		if len(l.heard) == 0 {
			t.Error("the mouse does not reach the screen")
		}

		s.keys("?")
		s.has(" 4 names", "── actions")
		s.lacks("second^")
		s.keys("esc", "s", "type:x")
		s.has("/x", "▸ second")
		s.keys("esc")

		for _, size := range [][2]int{{1, 1}, {3, 2}, {20, 4}, {200, 50}, {60, 9}} {
			s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			s.settle()
			if got := l.sizes[len(l.sizes)-1]; got != size {
				t.Errorf("the screen was told the size %v, not %v", got, size)
			}
		}

		// What happens to the file meanwhile is on its screen afterwards.
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("a line that came later\n"); err != nil {
			t.Fatal(err)
		}
		_ = f.Close()
		s.later()
		s.has("▸ second")

		s.keys("enter")
		s.lacks("names", "Enter back")
		s.has("▸   5 │ a line of the file", "L1–L301")
		s.send(tea.WindowSizeMsg{Width: 80, Height: 12})
		s.settle()
		if got := strings.ReplaceAll(s.text(), "301 lines", "300 lines"); !strings.Contains(got, strings.Split(before, "\n")[3]) {
			t.Errorf("the file is shown elsewhere than before:\n%s\nbefore:\n%s", got, before)
		}
		s.keys("G")
		s.has("▸ 301 │ a line that came later")
		s.keys("q")
		if !s.quit {
			t.Error("leaving the last screen does not leave the program")
		}
	})
}

// TestAListAlone shows a list without a file.
func TestAListAlone(t *testing.T) {
	t.Parallel()
	m := newModel(Options{}, nil)
	defer m.close()
	theme, err := themes.New(themes.DefaultDark, themes.None)
	if err != nil {
		t.Fatal(err)
	}
	m.theme = theme
	m.screens = []screens.Screen{&listScreen{m: m, names: []string{"only"}}}
	for _, size := range [][2]int{{1, 1}, {2, 2}, {9, 3}, {80, 24}} {
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		checkView(t, m)
	}
	if !strings.Contains(m.View(), "▸ only") {
		t.Errorf("the list is not shown:\n%s", m.View())
	}
	_, cmd := m.Update(key("q"))
	if _, quits := cmd().(tea.QuitMsg); !quits || !m.leaving {
		t.Error("leaving the only screen does not leave the program")
	}
}
