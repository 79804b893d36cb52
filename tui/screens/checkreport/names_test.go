package checkreport

import (
	"testing"

	"eyeline/reader/check"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // whose tools a table may have
	"eyeline/tui/kit/cells"
)

// TestToolsHaveNamesOfTheirOwn: as far as a column shows them, where all stand in one table.
func TestToolsHaveNamesOfTheirOwn(t *testing.T) {
	var agents []check.Agent
	for _, tool := range tools.AllVersions() {
		agents = append(agents, check.Agent{Name: tool.Name})
	}
	if len(agents) < 2 {
		t.Fatal("there are no tools")
	}
	seen := map[string]string{}
	for i, name := range shortNames(agents) {
		shown := cells.Truncate(name, barWidth, "")
		if seen[shown] != "" {
			t.Errorf("%s and %s are both %q", seen[shown], agents[i].Name, shown)
		}
		seen[shown] = agents[i].Name
	}
}
