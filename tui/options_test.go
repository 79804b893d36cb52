package tui

import (
	"testing"

	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/overlay"
)

// TestDrawingTheOptionsChangesNothing: which arguments are shown is settled in Update, so that a click meets the same
// row whether the screen was drawn or not.
func TestDrawingTheOptionsChangesNothing(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 9, nil, func(s *screen) {
		s.keys("o")
		for range 3 {
			_, _ = s.m.Update(key("down"))
		}
		o, open := overlay.Topmost[*toolpanels.OptionsPanel](s.m.overlays)
		if !open || o.Top() == 0 {
			t.Fatalf("the options are open: %v, from the first on", open)
		}
		top, at := o.Top(), o.At()
		if s.m.View(); o.Top() != top || o.At() != at {
			t.Errorf("drawing shows the options from %d on, not %d, and selects %d, not %d", o.Top(), top, o.At(), at)
		}
	})
}
