package toolpanels

import (
	"strings"
	"testing"

	"eyeline/reader/tools"
	"eyeline/tui/file/toollist"
	"eyeline/tui/file/toolrequest"
)

// TestListOfTools: it opens at the current tool, its rows are filled in the background, and choosing one reads with it.
func TestListOfTools(t *testing.T) {
	r := toolrequest.New().WithModeTool(tools.ModeSlice, "codex")
	onText(t, "p.go", program, r, func(b *bench) {
		b.Run(b.panels.Tools.ChooseTool(0, false))
		l := b.list()
		if one, ok := l.Selected(); !ok || one.Name != "codex" {
			t.Errorf("%q is selected", one.Name)
		}
		if l.Items[0].Name != toollist.NoToolName || len(l.Items) != len(tools.AllVersions())+1 {
			t.Errorf("%d items, the first is %q", len(l.Items), l.Items[0].Name)
		}
		for _, i := range l.Items {
			if i.Name != "gemini_cli" {
				continue
			}
			if !strings.HasPrefix(i.Text, "whole") {
				t.Errorf("gemini_cli: %q", i.Text)
			}
			b.do(i.Take)
		}
		if got := b.preview.Request.ToolName(); got != "gemini_cli" {
			t.Errorf("%s reads", got)
		}
	})
}

// TestCompareMarked: which tools can stand beside each other, and why not.
func TestCompareMarked(t *testing.T) {
	r := toolrequest.New().WithModeTool(tools.ModeSlice, "codex")
	onText(t, "p.go", program, r, func(b *bench) {
		for _, marked := range [][]string{{"codex"}, {"claude_code", "gemini_cli", "opencode"}, {"no_such_tool"}} {
			if _, err := b.panels.Tools.compareMarked(marked); err == nil {
				t.Errorf("%q are compared", marked)
			}
		}
		cmd, err := b.panels.Tools.compareMarked([]string{"claude_code"})
		if err != nil {
			t.Fatal(err)
		}
		b.Run(cmd)
		if b.panels.Comparing.Beside == nil {
			t.Error("nothing is beside the tool")
		}
		b.Run(b.panels.Comparing.CloseComparison())
	})
}

// TestPresets are listed with their options in a line and, before these, what the model would get. One that no tool
// takes cannot be chosen.
func TestPresets(t *testing.T) {
	r := toolrequest.New().WithModeTool(tools.ModeSlice, "codex")
	onText(t, "p.go", program, r, func(b *bench) {
		b.opts.Presets = map[string]map[string]any{
			"a few": {"tool": "codex", "mode": "slice", "limit": int64(2)},
			"bad":   {"tool": "no_such_tool"},
		}
		b.Run(b.panels.ListPresets(0, false))
		items := b.list().Items
		if text := items[0].Text; text != "L1–L2 · codex · slice · limit 2" {
			t.Errorf("%q", text)
		}
		if items[1].Off == "" {
			t.Error("a preset of an unknown tool can be chosen")
		}
		saves := b.panels.presetToSave("mine=")
		if len(saves) != 1 || saves[0].Name != "save as mine" || saves[0].Off != "" {
			t.Errorf("%+v", saves)
		}
		if b.panels.presetToSave("=")[0].Off == "" || b.panels.presetToSave("mine") != nil {
			t.Error("a preset is saved without a name or without =")
		}
	})
}
