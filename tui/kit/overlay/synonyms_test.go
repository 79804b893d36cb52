package overlay

import (
	"slices"
	"strings"
	"testing"

	"eyeline/keymap"
)

// ordinaryWords are what people type into the palette, and the actions that they mean: the first that is listed is one
// of them.
var ordinaryWords = []struct {
	typed string
	means []keymap.Action
}{
	{"cost price money tokens budget expensive", []keymap.Action{keymap.Facts}},
	{"download save export store dump", []keymap.Action{keymap.Write}},
	{"replace modify rename editor vim substitute", []keymap.Action{keymap.Edit}},
	{"fold wrap folding soft", []keymap.Action{keymap.Wrap, keymap.Blocks}},
	{"pages", []keymap.Action{keymap.PageDown, keymap.Walk, keymap.PageUp}},
	{"side-by-side diff versus vs difference contrast", []keymap.Action{keymap.Compare}},
	{"chunk section portion continue remaining", []keymap.Action{keymap.NextWindow}},
	{"parent outer enclosing bigger grow expand widen", []keymap.Action{keymap.Larger, keymap.Blocks}},
	{"smaller shrink narrow child inner reduce", []keymap.Action{keymap.Smaller}},
	{"agent switch", []keymap.Action{keymap.NextTool, keymap.ChooseTool, keymap.NextMode}},
	{"agents tools claude gemini cheapest", []keymap.Action{keymap.ChooseTool}},
	{
		"options arguments parameters settings config preferences tune tweak limit flags configure max_levels",
		[]keymap.Action{keymap.Options},
	},
	{"preview panel split output pane sees", []keymap.Action{keymap.NextPane}},
	{"here anchor put cursor", []keymap.Action{keymap.Anchor, keymap.Follow}},
	{"calls plan pagination steps total requests", []keymap.Action{keymap.Walk}},
	{"missing lost gap truncated omitted problem cut hole", []keymap.Action{keymap.NextLoss}},
	{"image pdf notebook picture", []keymap.Action{keymap.NextPane}},
	{"surroundings surrounding-lines", []keymap.Action{keymap.Larger, keymap.Blocks}},
	{"previous-function next-function", []keymap.Action{keymap.Symbols}},
	{"undo revert restore rollback mistake", []keymap.Action{keymap.Undo}},
	{"redo", []keymap.Action{keymap.Redo}},
	{"presets profile template", []keymap.Action{keymap.Presets}},
	{"neighbours siblings", []keymap.Action{keymap.Siblings}},
	{"comments docstring decorators docs", []keymap.Action{keymap.Header}},
	{"why explain reason rule because", []keymap.Action{keymap.Why}},
	{"blocks scope nesting ladder hierarchy", []keymap.Action{keymap.Blocks}},
	{"goto jump navigate line-number", []keymap.Action{keymap.Command}},
	{"functions methods class outline symbols definition declarations toc", []keymap.Action{keymap.Symbols}},
	{"bookmark mark pin", []keymap.Action{keymap.SetMark, keymap.GotoMark, keymap.MarkLines}},
	{"find grep regex query look", []keymap.Action{keymap.SearchDown}},
	{"filter only", []keymap.Action{keymap.Filter, keymap.NextPane}},
	{"select selection visual region", []keymap.Action{keymap.MarkLines}},
	{"shell terminal bash execute", []keymap.Action{keymap.Shell}},
	{"pipe send", []keymap.Action{keymap.Pipe}},
	{"copy clipboard yank duplicate", []keymap.Action{keymap.Copy}},
	{"json payload", []keymap.Action{keymap.CopyRequest}},
	{"share reproduce script", []keymap.Action{keymap.CopyCommand}},
	{"print stdout", []keymap.Action{keymap.LeavePrint}},
	{"whitespace tabs invisible spaces crlf", []keymap.Action{keymap.Invisibles}},
	{"theme dark light colors colour appearance contrast", []keymap.Action{keymap.Theme, keymap.Compare}},
	{"mouse", []keymap.Action{keymap.Mouse}},
	{"repaint redraw garbled", []keymap.Action{keymap.Redraw}},
	{"help keys shortcuts manual hotkeys bindings", []keymap.Action{keymap.Help}},
	{"files open folder browse project recent explorer", []keymap.Action{keymap.Files}},
	{"hex binary", []keymap.Action{keymap.Hex}},
	{"encoding charset unzip utf-8 latin", []keymap.Action{keymap.ShowAs}},
	{"tail log live watch monitor", []keymap.Action{keymap.Tail}},
	{"reload refresh", []keymap.Action{keymap.Reload, keymap.Redraw}},
	{"hunk modified changes", []keymap.Action{keymap.NextChange}},
	{"branch index", []keymap.Action{keymap.Base}},
	{"commits history blame versions", []keymap.Action{keymap.Revisions}},
	{"info statistics size facts details length", []keymap.Action{keymap.Facts, keymap.Larger}},
	{"quit exit leave bye", []keymap.Action{keymap.Quit, keymap.LeavePrint}},
	{"abort stop kill", []keymap.Action{keymap.Interrupt, keymap.Cancel}},
	{"suspend background", []keymap.Action{keymap.Suspend}},
	{"top beginning", []keymap.Action{keymap.Top}},
	{"bottom end last", []keymap.Action{keymap.Bottom}},
	{"repository ignored ripgrep gitignore everywhere", []keymap.Action{keymap.SearchAsAgents}},
	{"mode indentation", []keymap.Action{keymap.NextMode}},
	{"percent middle", []keymap.Action{keymap.Percent}},
	{"bracket matching parenthesis", []keymap.Action{
		keymap.CloseParen, keymap.CloseBrace, keymap.OpenParen, keymap.OpenBrace, keymap.Filter,
	}},
	{"highlight", []keymap.Action{keymap.HideMatches}},
	{"sideways horizontal", []keymap.Action{keymap.Left, keymap.Right}},
	{"numbers gutter", []keymap.Action{keymap.LineNumbers}},
}

// ordinaryPhrases are words that are typed together.
var ordinaryPhrases = map[string]keymap.Action{
	"side by side": keymap.Compare, "next chunk": keymap.NextWindow, "next page": keymap.PageDown,
	"read more": keymap.NextWindow, "previous chunk": keymap.PrevWindow, "how many tokens": keymap.Facts,
	"word wrap": keymap.Wrap, "line numbers": keymap.LineNumbers, "go to line": keymap.Command,
	"save as": keymap.Write, "copy command": keymap.CopyCommand, "open file": keymap.Files,
	"all calls": keymap.Walk, "next loss": keymap.NextLoss, "list functions": keymap.Symbols,
	"go to file": keymap.Files, "find file": keymap.Files, "rename file": keymap.Edit,
	"open in vscode": keymap.Edit, "toggle sidebar": keymap.NextPane, "what is sent": keymap.NextPane,
	"copy line": keymap.MarkLines, "next line": keymap.LineDown, "half way": keymap.Percent,
	"50%": keymap.Percent, "go to end": keymap.Bottom, "go to start": keymap.Top, "where am i": keymap.Facts,
	"this line": keymap.Facts, "enclosing function": keymap.Larger, "jsdoc": keymap.Header,
	"one level up": keymap.Larger, "one level down": keymap.Smaller, "narrower": keymap.Smaller,
	"another tool": keymap.NextTool, "high contrast": keymap.Theme, "unselect": keymap.MarkLines,
	"minimum tokens": keymap.Solve, "save settings": keymap.Presets, "keyboard": keymap.Help, ":q": keymap.Quit,
	":w": keymap.Write, "next block": keymap.NextWindow, "previous block": keymap.PrevWindow,
	"next change": keymap.NextChange, "rest of file": keymap.NextWindow, "select all": keymap.MarkLines,
	"clear search": keymap.HideMatches, "nohl": keymap.HideMatches, "ignore case": keymap.SearchDown,
	"regular expression": keymap.SearchDown, "font": keymap.Theme, "max lines": keymap.Options,
	"double": keymap.Larger, "halve": keymap.Smaller, "more context": keymap.Larger,
	"less context": keymap.Smaller, "end of file": keymap.Bottom, "first page": keymap.Top,
	"last page": keymap.Bottom, "new tab": keymap.Files, "breadcrumbs": keymap.Symbols,
	"minimap": keymap.Symbols, "visual mode": keymap.MarkLines, "beginning of line": keymap.LineStart,
	"previous file": keymap.Files, "secrets": keymap.NextLoss, "default": keymap.Options,
	"copy all": keymap.Copy, "go to symbol": keymap.Symbols, "split editor": keymap.NextPane,
	"dark mode": keymap.Theme, "other tool": keymap.NextTool, "go back": keymap.PrevWindow,
}

// TestOrdinaryWordsFindTheirAction: what people type for an action lists it first.
func TestOrdinaryWordsFindTheirAction(t *testing.T) {
	onStack(t, 120, 40, func(b *bench) {
		b.stack.OpenPalette(Place{Base: keymap.InFile})
		p, _ := Topmost[*palette](b.stack)
		first := func(typed string) keymap.Action {
			p.List.Input.Set(typed)
			item, _ := p.List.Selected()
			return keymap.Action(item.Fill)
		}
		for _, row := range ordinaryWords {
			for _, word := range strings.Fields(row.typed) {
				if got := first(word); !slices.Contains(row.means, got) {
					t.Errorf("%q lists %s first, not %s", word, got, row.means)
				}
			}
		}
		for phrase, want := range ordinaryPhrases {
			if got := first(phrase); got != want {
				t.Errorf("%q lists %s first, not %s", phrase, got, want)
			}
		}
	})
}
