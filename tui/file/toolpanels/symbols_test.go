package toolpanels

import (
	"strings"
	"testing"

	"eyeline/keymap"
	"eyeline/reader/outline"
	"eyeline/reader/tools"
	_ "eyeline/reader/tools/agents" // codex, which reads blocks
	"eyeline/tui/file/linestates"
	"eyeline/tui/file/toolrequest"
)

const program = `package p

const limit = 3

// Add adds.
func Add(a, b int) int {
	return a + b
}

func sub(a, b int) int {
	return a - b
}
`

// TestSymbols are listed with their lines, the comment above included, and the one at the cursor is selected.
func TestSymbols(t *testing.T) {
	r := toolrequest.New().WithModeTool(tools.ModeSlice, "codex")
	onText(t, "p.go", program, r, func(b *bench) {
		b.Run(b.text.File.Do(b.text.ToLine(11, 0)))
		b.Run(b.panels.ListSymbols(0, false))
		all := b.items()
		for _, want := range []string{"Add", "L5–L8", "sub", "L10–L12"} {
			if !strings.Contains(all, want) {
				t.Errorf("%q lacks %q", all, want)
			}
		}
		one, ok := b.list().Selected()
		if !ok || !strings.Contains(one.Name, "sub") {
			t.Errorf("%q is selected", one.Name)
		}
	})
}

// TestSymbolIsGoneTo: choosing a symbol asks for its line, without the comment above; a key puts the block there.
func TestSymbolIsGoneTo(t *testing.T) {
	r := toolrequest.New().WithModeTool(tools.ModeSlice, "codex")
	onText(t, "p.go", program, r, func(b *bench) {
		add := outline.Symbol{Text: "func Add(a, b int) int", First: 6, Last: 8, From: 5}
		item := b.panels.symbolItem(add)
		b.do(item.Take)
		if b.went != 6 {
			t.Errorf("line %d is asked for", b.went)
		}

		b.do(item.Also[keymap.AnchorSymbol])
		if got := b.preview.Request; got.Mode() != tools.ModeBlock || got.Place() != 6 {
			t.Errorf("a %s at line %d is read", got.Mode(), got.Place())
		}
	})
}

// TestSymbolsThatAModelLacks say so before their lines, and are dim where it has nothing of them.
func TestSymbolsThatAModelLacks(t *testing.T) {
	r := toolrequest.New().WithModeTool(tools.ModeSlice, "codex")
	onText(t, "p.go", program, r, func(b *bench) {
		item := b.panels.symbolItem(outline.Symbol{Text: "func sub(a, b int) int", First: 10, Last: 12})
		never := b.panels.markSymbol(item, linestates.Never, linestates.Never.Short())
		if !never.Dim || !never.Lacks || !strings.HasPrefix(never.Text, linestates.Never.Short()) {
			t.Errorf("never sent: %+v", never)
		}
		sent := b.panels.markSymbol(item, linestates.Sent, linestates.Sent.Short())
		if sent.Dim || sent.Lacks || sent.Sign == never.Sign {
			t.Errorf("sent: %+v", sent)
		}
	})
}
