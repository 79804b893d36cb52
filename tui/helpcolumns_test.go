package tui

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/tui/overlay"

	tea "github.com/charmbracelet/bubbletea"
)

// TestHelpHasTwoColumnsFrom120: every line of the help is in one of them, once; below 120 there is one column.
func TestHelpHasTwoColumnsFrom120(t *testing.T) {
	for _, width := range []int{40, 119, 120, 161} {
		onScreen(t, sample(t), width, 24, nil, func(s *screen) {
			s.keys("h", "?")
			first := strings.Split(s.text(), "\n")[1]
			if two := strings.Count(first, " What the model gets") == 1 && len(strings.Fields(first)) > 4; two != (width >= 120) {
				t.Errorf("at %d the first row is %q", width, first)
			}
			h, _ := overlay.Of[*overlay.HelpOverlay](s.m.overlays)
			want, got := map[string]int{}, map[string]int{}
			for _, l := range h.Lines() {
				want[fmt.Sprint(l)]++
			}
			for _, row := range h.Table() {
				for _, l := range row {
					got[fmt.Sprint(l)]++
				}
			}
			for l, n := range want {
				if l != "{   false}" && got[l] != n { // blank lines fill the shorter column
					t.Errorf("at %d %q is there %d times, not %d", width, l, got[l], n)
				}
			}
			s.keys("G")
			s.has("delete all after the")
		})
	}
}

// TestTheHelpIsOfThisMoment: the table is another one when something that it shows has changed.
func TestTheHelpIsOfThisMoment(t *testing.T) {
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		s.keys("h", "?")
		h, _ := overlay.Of[*overlay.HelpOverlay](s.m.overlays)
		shown := func() string { return fmt.Sprint(h.Table()) }
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
