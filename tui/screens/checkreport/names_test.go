package checkreport

import (
	"strings"
	"testing"

	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // whose tools a table may have
	"eyeline/tui/kit/cells"
)

// TestHeadsNameTheirTools: the two rows of a head have all words of a name, in columns as wide as their bars or not much
// wider, so that each tool can be told from all others.
func TestHeadsNameTheirTools(t *testing.T) {
	all := tools.AllVersions()
	if len(all) < 2 {
		t.Fatal("there are no tools")
	}
	for _, tool := range all {
		for width := 1; width < 40; width++ {
			upper, lower := headOf(tool.Name, width)
			if said := strings.Trim(upper+"_"+lower, "_"); said != tool.Name && upper+lower != tool.Name {
				t.Errorf("in %d cells %s is %q above %q", width, tool.Name, upper, lower)
			}
			if cells.Width(tool.Name) <= width && upper != "" {
				t.Errorf("%s is parted although it has room in %d cells", tool.Name, width)
			}
		}
	}
	for name, want := range map[string]string{
		"copilot_cli": "copilot cli", "opencode": " opencode", "copilot_cli_bash": "copilot cli_bash", "pi@0.87": "pi @0.87",
	} {
		if upper, lower := headOf(name, 6); upper+" "+lower != want {
			t.Errorf("%s is %q above %q", name, upper, lower)
		}
	}
}
