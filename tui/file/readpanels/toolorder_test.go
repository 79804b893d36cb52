package readpanels

import (
	"testing"

	"eyeline/reader/each"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
)

// TestOrdersOfTools: what is refused comes first, then what gives least; or what costs fewest tokens. No tool is always
// the first, and rows that come later find their place.
func TestOrdersOfTools(t *testing.T) {
	table := &toolTable{panel: &overlay.ListPanel{}, rows: map[string]toolRow{}}
	names := []string{noToolName, "claude_code", "codex_exec", "gemini_cli", "opencode"}
	for _, name := range names {
		table.panel.Items = append(table.panel.Items, list.Item{Name: name})
	}
	table.panel.Begin("gemini_cli")
	table.put("claude_code", toolRow{known: true, standing: standsWhole, part: 1, cost: 900}, "")
	table.put("codex_exec", toolRow{known: true, standing: standsPart, part: 0.5, cost: 500}, "")
	table.next(80)
	table.put("opencode", toolRow{known: true, standing: standsRefused, why: "refused"}, "")
	for _, want := range [][]string{
		{noToolName, "opencode", "codex_exec", "claude_code", "gemini_cli"}, // the last one is not read yet
		{noToolName, "codex_exec", "claude_code", "opencode", "gemini_cli"},
		names,
	} {
		got := each.Of(table.panel.Items, func(i list.Item) string { return i.Name })
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%s: %q, want %q", table.order, got, want)
			}
		}
		table.next(80)
	}
}
