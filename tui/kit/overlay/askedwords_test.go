package overlay

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
)

// askedWords are words that people typed and did not find, and others like them, a comma between them, and of what they
// mean one is to be among the first three: actions, commands of the shell, or the beginning of what is said where no
// key does it.
var askedWords = map[string]string{
	"compare models, compare agents, diff tools": "compare",
	"swap": "compare swap-compared",
	"last file, next file, previous file, first file": "command several",
	"decorator, decorators":                           "symbols header-comments",
	"exact block, exact function":                     "symbols solve",
	"which call, first call, what call":               "walk facts",
	"secret, secrets":                                 "check next-loss search-as-agents",
	"errors":                                          "check next-loss",
	"ignored files":                                   "search-as-agents check",
	"fold, unfold, folding, collapse all":             "folding: wrap",
	"zoom, text size, font size, bigger font":         "the-size",
	"columns": "left right columns:",
	"case sensitive, ignore case, match case":      "letter",
	"reset, reset options":                         "options undo",
	"tab width, tab size, tab stops":               "tab-stops",
	"copy path, file path, copy file name":         "the-path",
	"delete, remove, rename":                       "Eyeline edit",
	"pdf, image, picture, notebook":                "pictures",
	"language, syntax, set language":               "the-language",
	"new tab, close tab, split window":             "several",
	"plugin, plugins, extension":                   "no-plugin",
	"print, printer":                               "leave-and-print there",
	"spelling, autocomplete, refactor":             "Eyeline",
	"ruler":                                        "columns:",
	"system prompt, rules, memory, claude.md":      "context",
	"session, chat history, replay":                "transcript",
	"lint, ci, pre-commit":                         "check",
	"intercept, sniff":                             "tap",
	"remap keys, keybindings, dotfile":             "config",
	"exact bytes, scripting, batch":                "emit no-plugin walk",
	"function list, outline, toc":                  "symbols",
	"next page":                                    "page-down",
	"export, save as, dump":                        "write",
	"history, versions":                            "revisions transcript",
	"tokens, price, file size":                     "facts choose-tool",
	"hidden characters, nbsp, crlf":                "invisibles",
	"utf-16, latin, gzip":                          "show-as",
	"hexdump, octal":                               "hex",
	"dark mode, monochrome, gruvbox":               "theme",
	"go to line, line number":                      "command line-numbers",
	"git diff, hunk":                               "next-change",
	"grep, regex, find text":                       "search",
	"unhighlight, nohl":                            "highlights",
	"terminal, console":                            "shell",
	"llm, feed":                                    "pipe",
	"permalink, reproduce":                         "copy-command",
	"payload, schema":                              "copy-request",
	"live, monitor, tail":                          "tail",
	"max lines, limit, offset":                     "options",
	"parent, outer":                                "larger blocks",
	"ladder, nesting":                              "blocks",
	"neighbours":                                   "siblings",
	"bookmark, label":                              "set-mark",
	"scroll left, scroll right, horizontal scroll": "left right",
	"whole file, total, remaining":                 "walk next-window",
	"refuse, refusal":                              "tool-on-off options",
	"truncated, clipped, unsent":                   "next-loss",
}

// TestAskedWordsAreAnswered in the first three rows, also where no key does what is asked for.
func TestAskedWordsAreAnswered(t *testing.T) {
	onStack(t, 120, 40, func(b *bench) {
		ask := func(string) tea.Cmd { return nil }
		b.stack.OpenPalette(Place{Base: keymap.InFile, Commands: Programs(ask, "eyeline", "")})
		p, _ := Topmost[*palette](b.stack)
		words := 0
		for said, means := range askedWords {
			for typed := range strings.SplitSeq(said, ", ") {
				words++
				p.List.Input.Set(typed)
				var got []string
				for _, item := range p.List.Matching() {
					name := strings.TrimPrefix(item.Fill, "eyeline ")
					if name == "" {
						first := strings.Fields(item.Text)
						name = first[0]
						if name == "the" || name == "tab" || name == "no" {
							name += "-" + strings.Trim(first[1], ":,")
						}
					}
					got = append(got, strings.TrimSuffix(name, ","))
				}
				got = got[:min(len(got), 3)]
				if !slices.ContainsFunc(got, func(a string) bool { return slices.Contains(strings.Fields(means), a) }) {
					t.Errorf("%q lists %s, not %s", typed, strings.Join(got, " "), means)
				}
			}
		}
		if words < 110 {
			t.Errorf("these are %d words", words)
		}
	})
}

// TestCommandsOfTheShellHaveNoKey: one key for all of them would mislead.
func TestCommandsOfTheShellHaveNoKey(t *testing.T) {
	for _, item := range Programs(func(string) tea.Cmd { return nil }, "eyeline", "") {
		if item.Name != "" {
			t.Errorf("%s has the key %q", item.Text, item.Name)
		}
	}
}
