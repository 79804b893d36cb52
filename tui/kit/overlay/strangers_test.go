package overlay

import (
	"slices"
	"strings"
	"testing"

	"eyeline/keymap"
)

// strangersWords are what people type who have never used the program, each with the actions that would do; a word may
// list any of them first.
var strangersWords = map[string]string{
	"quit": "quit leave-and-print", "exit": "quit leave-and-print", "save": "write", "download": "write", "replace": "edit",
	"fold": "wrap blocks", "cost": "facts", "price": "facts", "pages": "page-down walk page-up", "parent": "larger blocks",
	"undo": "undo", "redo": "redo", "help": "help", "search": "search", "find": "search", "next": "next-match next-window next-tool next-loss page-down",
	"jump": "command", "line": "command line-down line-numbers", "top": "top", "end": "bottom", "compare": "compare",
	"diff": "compare next-change", "copy": "copy", "clipboard": "copy", "theme": "theme", "dark": "theme", "colour": "theme",
	"open": "files", "folder": "files", "history": "revisions", "git": "next-change revisions change-base", "blame": "revisions",
	"settings": "options", "options": "options", "agent": "next-tool choose-tool", "agents": "choose-tool", "tool": "next-tool tool-on-off choose-tool",
	"tokens": "facts", "size": "larger facts", "bigger": "larger", "smaller": "smaller", "function": "symbols", "class": "symbols",
	"outline": "symbols", "bookmark": "set-mark go-to-mark", "hex": "hex", "binary": "hex", "encoding": "show-as", "wrap": "wrap",
	"numbers": "line-numbers", "whitespace": "invisibles", "tabs": "invisibles", "mouse": "mouse", "editor": "edit",
	"vim": "edit", "shell": "shell", "pipe": "pipe", "tail": "tail", "follow": "tail anchor-follows", "reload": "reload",
	"refresh": "reload redraw", "filter": "filter", "missing": "next-loss", "truncated": "next-loss wrap", "why": "why",
	"preview": "next-pane next-tool", "split": "next-pane", "continue": "next-window", "more": "next-window larger",
	"calls": "walk", "json": "copy-request", "command": "command copy-command", "print": "leave-and-print", "select": "mark-lines choose-tool",
	"percent": "percent", "bracket": "closing-parenthesis closing-brace opening-parenthesis", "stop": "cancel interrupt",
	"background": "suspend theme", "keys": "help", "ignored": "search-as-agents", "loss": "next-loss", "less": "tool-on-off", "back": "previous-window",
	"previous page": "page-up previous-window", "transcript": "help", "attach": "copy", "upload": "copy",
	"line endings": "invisibles", "cheaper": "choose-tool", "best tool": "choose-tool", "llm": "pipe", "last line": "bottom",
}

// TestStrangersFindTheirAction: of the words of people who do not know the program at least 95 in 100 list first what
// they mean.
func TestStrangersFindTheirAction(t *testing.T) {
	onStack(t, 120, 40, func(b *bench) {
		b.stack.OpenPalette(Place{Base: keymap.InFile})
		p, _ := Topmost[*palette](b.stack)
		var missed []string
		for word, means := range strangersWords {
			p.List.Input.Set(word)
			item, _ := p.List.Selected()
			if !slices.Contains(strings.Fields(means), item.Fill) {
				missed = append(missed, word+" lists "+item.Fill)
			}
		}
		if 20*len(missed) > len(strangersWords) {
			slices.Sort(missed)
			t.Errorf("%d of %d words: %s", len(missed), len(strangersWords), strings.Join(missed, ", "))
		}
		t.Logf("%d of %d words do not find their action: %q", len(missed), len(strangersWords), missed)
	})
}
