package tui

import "testing"

// TestDrawingTheOptionsChangesNothing: which arguments are shown is settled in Update, so that a click meets the same row
// whether the screen was drawn or not.
func TestDrawingTheOptionsChangesNothing(t *testing.T) {
	onScreen(t, sample(t), 80, 9, nil, func(s *screen) {
		s.keys("o")
		for range 3 {
			_, _ = s.m.Update(key("down"))
		}
		o, open := overlayOf[*optionsPanel](s.m)
		if !open || o.top == 0 {
			t.Fatalf("the options are open: %v, from the first on", open)
		}
		top, at := o.top, o.at
		if s.m.View(); o.top != top || o.at != at {
			t.Errorf("drawing shows the options from %d on, not %d, and selects %d, not %d", o.top, top, o.at, at)
		}
	})
}
