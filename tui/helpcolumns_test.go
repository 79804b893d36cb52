package tui

import (
	"fmt"
	"strings"
	"testing"
)

// TestHelpHasTwoColumnsFrom120: every line of the help is in one of them, once; below 120 there is one column.
func TestHelpHasTwoColumnsFrom120(t *testing.T) {
	for _, width := range []int{40, 119, 120, 161} {
		onScreen(t, sample(t), width, 24, nil, func(s *screen) {
			s.keys("h")
			first := strings.Split(s.text(), "\n")[1]
			if two := strings.Count(first, " What the model gets") == 1 && len(strings.Fields(first)) > 4; two != (width >= 120) {
				t.Errorf("at %d the first row is %q", width, first)
			}
			h, _ := overlayOf[*helpOverlay](s.m)
			want, got := map[string]int{}, map[string]int{}
			for _, l := range h.lines(s.m) {
				want[fmt.Sprint(l)]++
			}
			for _, row := range h.table(s.m) {
				for _, l := range row {
					got[fmt.Sprint(l)]++
				}
			}
			for l, n := range want {
				if l != fmt.Sprint(helpLine{}) && got[l] != n {
					t.Errorf("at %d %q is there %d times, not %d", width, l, got[l], n)
				}
			}
			s.keys("G")
			s.has("delete all after the")
			s.keys("/", "type:undo")
			s.has("undo the last change")
		})
	}
}
