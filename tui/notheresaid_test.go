package tui

import (
	"strings"
	"testing"

	"eyeline/themes"
)

// TestWhatAPaneLacksStandsOut: the heading of the model pane has it in the look of what is lost.
func TestWhatAPaneLacksStandsOut(t *testing.T) {
	t.Parallel()
	onScreen(t, written(t, "f.txt", numbered(4500)), 80, 24, nil, func(s *screen) {
		s.keys("p")
		s.has("── 2,500 lines not here · what the model gets")
		open := s.m.theme.Style(themes.ModelLineWarn)
		if view := s.m.View(); !strings.Contains(view, open+"2,500 lines not here") {
			t.Errorf("the heading says it as the rest: %q", strings.SplitN(view, "\n", 3)[1])
		}
	})
}
