package toollist

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/tui/file/preview"
	"eyeline/tui/file/toolrequest"
)

// TestRowsOfBlocks: the row of a tool in block mode has the lines of its block and what that lacks of the declaration
// around the anchor.
func TestRowsOfBlocks(t *testing.T) {
	const class = "class Order:\n    def total(self):\n        if self.x:\n            return 1\n        return 2\n\n" +
		"    def other(self):\n        return 3\n"
	path := filepath.Join(t.TempDir(), "f.py")
	for _, c := range []struct {
		text, tool     string
		anchor, levels int64
		block, gets    string
		lines          int64
		share          int
	}{
		{class, "codex", 4, 1, "L3–L5", "no head", 3, 43},
		{class, "codex", 4, 0, "L1–L8", "whole", 8, 100},
		{class, "codex", 2, 1, "L1–L8", "whole", 8, 100},
		{"", "roo_code", 1, 0, "–", "–", 0, 100},
	} {
		tool, ok := tools.Lookup(c.tool)
		if !ok {
			t.Fatal("there is no such tool")
		}
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		file := source.View(strings.NewReader(c.text), int64(len(c.text)))
		rows := Rows{Mode: tools.ModeBlock, Name: path, File: file}
		r := toolrequest.New().WithModeTool(tools.ModeBlock, c.tool).At(c.anchor).Sized(c.levels)
		read, err := preview.Measure(t.Context(), tools.Env{Root: filepath.Dir(path)}, tool, r.Args(path), false)
		if err != nil {
			t.Fatal(err)
		}
		row, err := rows.Read(t.Context(), read, tool)
		if err != nil {
			t.Fatal(err)
		}
		if row.block != c.block || row.gets != c.gets || row.lines != c.lines || row.share != c.share {
			t.Errorf("anchor %d, levels %d: %+v", c.anchor, c.levels, row)
		}
	}
}

// TestRowsOfOtherModes: tools that have the mode come first, the others say that they have none.
func TestRowsOfOtherModes(t *testing.T) {
	block, by := Rows{Mode: tools.ModeBlock}, Rows{Mode: tools.ModeSlice}
	all := tools.AllVersions()
	if got := by.modeFirst(slices.Clone(all)); !slices.Equal(got, all) {
		t.Error("by lines the order is another")
	}
	sorted := block.modeFirst(slices.Clone(all))
	if len(sorted) != len(all) || !slices.IsSortedFunc(sorted, func(a, b *tools.Tool) int {
		return len(block.Blank(a).why) - len(block.Blank(b).why)
	}) {
		t.Error("a tool without blocks comes before one with them")
	}
	for _, tool := range all {
		has := toolrequest.HasMode(tool, tools.ModeBlock)
		if says := block.Blank(tool).why; has != (says == "") || by.Blank(tool).why != "" {
			t.Errorf("%s: %q", tool.Name, says)
		}
	}
}
