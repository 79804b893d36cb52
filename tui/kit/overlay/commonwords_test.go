package overlay

import (
	"slices"
	"strings"
	"testing"

	"eyeline/keymap"
)

// commonWords are words and phrases that people know of other programs, a comma between them, and the actions of which
// one is to be listed first.
var commonWords = map[string]string{
	"how much, how long, how many tokens, budget, summary, language, count": "facts",
	"save file, download, store, saveas":                                    "write",
	"replace, insert, delete, remove, append, rename":                       "edit",
	"fold, word wrap, wrap lines":                                           "wrap blocks",
	"pages, scroll, next page, page down":                                   "page-down half-page-down walk",
	"page up":                                                               "page-up half-page-up",
	"side by side, swap, exchange, flip, versus, contrast":                  "compare",
	"next chunk, next part, section, read on, rest":                         "next-window",
	"previous chunk, previous part, go back":                                "previous-window",
	"parent, outer, zoom in, wider":                                         "larger blocks",
	"children, zoom out, collapse, inner":                                   "smaller",
	"errors, warnings, problems, gaps, what is missing, not sent":           "next-loss",
	"menu, actions, shortcuts, hotkeys":                                     "help",
	"close file, bye, exit":                                                 "quit",
	"new file, recents, open folder, other file":                            "files",
	"focus, fullscreen, maximize, panel, layout, what the model sees":       "next-pane",
	"sort, rank, favourites, star, cheapest":                                "choose-tool",
	"switch model, change agent, other tool":                                "next-tool",
	"text only, plain text, turn off, disable":                              "tool-on-off",
	"table of contents, functions, methods, headings":                       "symbols",
	"lines to call, recommend, suggest, best":                               "solve",
	"range, select, region":                                                 "mark-lines",
	"everything, entire file, all calls, how many calls, plan":              "walk",
	"reset, oops, rollback":                                                 "undo",
	"revision, commits, blame":                                              "revisions",
	"branch, staged":                                                        "change-base",
	"block, scope, nesting, ladder":                                         "blocks",
	"siblings, neighbours":                                                  "siblings",
	"docstrings, decorators":                                                "header-comments",
	"go to line, jump":                                                      "command",
	"whitespace, tabs, spaces, hidden characters":                           "invisibles",
	"colours, dark mode":                                                    "theme",
	"find in files, ignored files, ripgrep":                                 "search-as-agents",
	"find next":                                                             "next-match",
	"beginning, start of file":                                              "top",
	"end, last":                                                             "bottom",
	"half, middle":                                                          "percent half-page-down",
	"json, payload":                                                         "copy-request",
	"share, automate":                                                       "copy-command",
	"mail, send":                                                            "pipe",
	"live, watch":                                                           "tail",
	"reason, explain":                                                       "why",
	"profile, template":                                                     "presets",
	"gzip, charset":                                                         "show-as",
	"config, tweak, limit":                                                  "options",
}

// TestCommonWordsFindTheirAction: each lists first what it means, whichever of the words of an action it has, in the
// plural too, and with small words between.
func TestCommonWordsFindTheirAction(t *testing.T) {
	onStack(t, 120, 40, func(b *bench) {
		b.stack.OpenPalette(Place{Base: keymap.InFile})
		p, _ := Topmost[*palette](b.stack)
		words := 0
		for said, means := range commonWords {
			for _, typed := range strings.Split(said, ", ") {
				words++
				p.List.Input.Set(typed)
				item, _ := p.List.Selected()
				if !slices.Contains(strings.Fields(means), item.Fill) {
					t.Errorf("%q lists %s first, not %s", typed, item.Fill, means)
				}
			}
		}
		if words < 100 {
			t.Errorf("these are %d words", words)
		}
	})
}
