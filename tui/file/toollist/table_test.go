package toollist

import (
	"testing"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // the tools that are sorted
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
)

// TestOrdersOfTools: what is refused comes first, then what gives least; or what gives the whole file for the fewest tokens in
// all calls, and then what lacks something. No tool is always
// the first, and rows that come later find their place.
func TestOrdersOfTools(t *testing.T) {
	table := &Table{panel: &overlay.ListPanel{}, rows: map[string]Row{"gemini_cli": {}}, first: 1}
	names := []string{NoToolName, "claude_code", "codex_exec", "gemini_cli", "opencode", "crush"}
	for _, name := range names {
		table.panel.Items = append(table.panel.Items, list.Item{Name: name})
	}
	table.panel.Begin("gemini_cli")
	table.Fill(tool(t, "claude_code"), Row{known: true, standing: standsWhole, part: 1, cost: 900, total: 900, calls: "1"})
	table.Fill(tool(t, "codex_exec"), Row{known: true, standing: standsPart, part: 0.5, cost: 500, total: 800, calls: "2"})
	table.Fill(tool(t, "crush"), Row{known: true, standing: standsPart, part: 0.6, cost: 9, total: 9, calls: "2", lack: "1 B"})
	table.Next(80)
	table.Fill(tool(t, "opencode"), Row{known: true, standing: standsRefused, why: "refused"})
	for _, want := range [][]string{
		{NoToolName, "opencode", "codex_exec", "crush", "claude_code", "gemini_cli"}, // the last one is not read yet
		{NoToolName, "codex_exec", "claude_code", "crush", "opencode", "gemini_cli"},
		names,
	} {
		got := lists.Map(table.panel.Items, func(i list.Item) string { return i.Name })
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%s: %q, want %q", table.order, got, want)
			}
		}
		table.Next(80)
	}
}

func tool(t *testing.T, name string) *tools.Tool {
	t.Helper()
	tool, ok := tools.Lookup(name)
	if !ok {
		t.Fatalf("no tool %s", name)
	}
	return tool
}
