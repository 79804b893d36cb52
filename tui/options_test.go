package tui

import (
	"testing"

	"eyeline/reader/tools"
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

// TestSettingsOfTheEnvironment: what the environment of a tool sets stands among its options with where it is set, and
// to type it as an argument says so instead of naming tools that have such an argument.
func TestSettingsOfTheEnvironment(t *testing.T) {
	withTools(t, "claude_code", "codex_exec")
	onScreen(t, sample(t), 80, 24, func(o *Options) {
		with(tools.ModeSlice, "claude_code")(o)
		o.Settings = map[string]map[string]int64{"claude_code": {"max-output-tokens": 5000}}
	}, func(s *screen) {
		s.keys("o")
		s.has("max_output_tokens  5000", "set at the start: --max-output-tokens N")
		s.keys("esc", "type::max_output_tokens 9", "enter")
		s.has("the environment sets it: --max-output-tokens N")
		s.lacks("codex_exec")
	})
}
