package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"eyeline/reader/lists"
)

// helpRows are the rows of the help that is open, as they are drawn on a screen that is high enough for all.
func helpRows(s *screen) []string {
	_, rows := s.m.overlays.Cover(1 << 10)
	return lists.Map(rows, ansi.Strip)
}

// TestHelpHasTwoColumnsFrom120: every line of the help is in one of them, once; below 120 there is one column.
func TestHelpHasTwoColumnsFrom120(t *testing.T) {
	t.Parallel()
	for _, width := range []int{40, 119, 120, 161} {
		onScreen(t, sample(t), width, 24, nil, func(s *screen) {
			s.keys("h", "?")
			first := strings.Split(s.text(), "\n")[1]
			if two := strings.Count(first, " What the model gets") == 1 && len(strings.Fields(first)) > 4; two != (width >= 120) {
				t.Errorf("at %d the first row is %q", width, first)
			}
			if width >= 120 {
				got := map[string]int{}
				for _, row := range helpRows(s) {
					got[ansi.Cut(row, 0, width/2)]++
					got[ansi.Cut(row, width/2, width/2*2)]++
				}
				s.send(tea.WindowSizeMsg{Width: width / 2, Height: 24})
				want := map[string]int{}
				for _, row := range helpRows(s) {
					want[row]++
				}
				for row, n := range want {
					if strings.TrimSpace(row) != "" && got[row] != n { // blank lines fill the shorter column
						t.Errorf("at %d %q is there %d times, not %d", width, row, got[row], n)
					}
				}
				s.send(tea.WindowSizeMsg{Width: width, Height: 24})
			}
			if all := strings.Join(helpRows(s), "\n"); !strings.Contains(all, "delete all after the") {
				t.Errorf("at %d the help lacks its end", width)
			}
		})
	}
}

// TestTheHelpIsOfThisMoment: the table is another one when something that it shows has changed.
func TestTheHelpIsOfThisMoment(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("h", "?")
		shown := func() string { return fmt.Sprint(helpRows(s)) }
		last := shown()
		for _, c := range []struct {
			what string
			do   func()
		}{
			{"a key that can do something", func() { s.m.file.Preview.Undoable(s.m.file.Preview.Request) }},
			{"another width", func() { s.send(tea.WindowSizeMsg{Width: 130, Height: 24}) }},
		} {
			c.do()
			if now := shown(); now == last {
				t.Errorf("%s changes nothing", c.what)
			} else {
				last = now
			}
		}
	})
}
