package tui

import (
	"testing"

	"eyeline/reader/tools"
)

// TestAScreenInsideOfADifference: where a difference fills the screen that is said, and not where the next one is.
func TestAScreenInsideOfADifference(t *testing.T) {
	withTools(t, "claude_code", "codex_exec")
	onScreen(t, written(t, "f.txt", numbered(4500)), 120, 24, with(tools.ModeSlice, "claude_code"), func(s *screen) {
		s.keys("C", "enter")
		s.later()
		s.keys("4", "0", "0", "j")
		s.later()
		s.has("in difference ")
	})
}
