package toollist

import (
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/draw"
)

// TestTheTitleCountsWhoGivesLess: the title says how many tools give less than all before it says what the columns are.
func TestTheTitleCountsWhoGivesLess(t *testing.T) {
	w := Rows{Mode: tools.ModeSlice, About: "all tools by their first call"}
	for _, c := range []struct {
		width, less int
		want        string
	}{
		{80, 0, "all tools by their first call · worst first"},
		{80, 1, "all tools by their first call · 1 gives less · worst first"},
		{80, 12, "all tools by their first call · 12 give less · worst first"},
		{64, 12, "tools · 12 give less · worst first"},
		{40, 12, "tools, worst first"},
		{
			120, 2, "all tools by their first call · 2 give less than the whole file · worst first · tokens by o200k" +
				" · calls to the end",
		},
	} {
		if got := w.title(c.width, c.less, 0, leastFirst); got != c.want {
			t.Errorf("%d cells, %d tools: %q, not %q", c.width, c.less, got, c.want)
		}
	}

	want := "all tools by their first call · 12 give less so far · 3 running · by agent"
	if got := w.title(80, 12, 3, agentsFirst); got != want {
		t.Errorf("while tools are read: %q, not %q", got, want)
	}
}

// TestTheLegendFits: what the columns mean fits a screen of 80 columns, and explains every column that is shown there.
func TestTheLegendFits(t *testing.T) {
	const names = 26 // cells of the names, with the sign before them
	for _, mode := range []tools.Mode{tools.ModeSlice, tools.ModeBlock} {
		w := Rows{Mode: mode}
		all := strings.Join(w.Legend(), " ")
		for _, line := range w.Legend() {
			if cells.Width(line) > 77 {
				t.Errorf("%q is %d cells wide", line, cells.Width(line))
			}
		}
		for _, head := range w.Heads(80 - names) {
			if head.Width > 0 && head.Text != "agent" && !strings.Contains(all, head.Text) {
				t.Errorf("%v: no word about %q", mode, head.Text)
			}
		}
	}
}

// TestAgentsHaveTheirNamesBeforeTheBar: a row has no bar where the longest name of an agent would be cut for it.
func TestAgentsHaveTheirNamesBeforeTheBar(t *testing.T) {
	row := &Row{known: true, agent: "VS Code Copilot Chat", gets: "whole", lost: "0 %"}
	for width := 93; width < 180; width++ {
		cols := row.columns(row.cells(), width)
		at := func(text string) draw.Cell {
			for _, one := range cols {
				if one.Text == text {
					return one
				}
			}
			return draw.Cell{}
		}
		if got := at("VS Code Copilot Chat").Width; got < 20 {
			t.Errorf("%d cells: the agent has %d", width, got)
		}
	}
}
