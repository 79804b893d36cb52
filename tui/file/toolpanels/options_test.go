package toolpanels

import (
	"slices"
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// TestModeOfAValue: a made-up tool with a mode made by an argument.
func TestModeOfAValue(t *testing.T) {
	tool := toolstest.Numbered("made_up")
	tool.Windows = append(slices.Clone(tool.Windows), tools.WindowParams{Mode: tools.ModeBlock, Fixed: tools.Values{"how": "all"}})
	for _, c := range []struct {
		flag  string
		value any
		mode  tools.Mode
		ok    bool
	}{{"style", "a", tools.ModeSlice, false}, {"how", "all", tools.ModeBlock, true}, {"how", "lines", tools.ModeSlice, true}} {
		if mode, ok := modeOf(tool, c.flag, c.value); ok != c.ok || ok && mode != c.mode {
			t.Errorf("%s %v makes mode %v, %v", c.flag, c.value, mode, ok)
		}
	}
}
