package overlay

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
)

// manyWords are words and phrases, a comma between them, that people type who know editors, pagers, browsers and chats,
// and the actions that they may mean: the first or the second that is listed is one of them.
var manyWords = map[string]string{
	"cost, price, money, dollars, cents, bill, token, usage, charge, weight, fee, cheap":     "facts choose-tool costs",
	"download, save, export, save as, write, to disk, output file, persist":                  "write",
	"replace, sed, modify, type text, open editor, nvim, notepad, cut text":                  "edit",
	"fold, unfold, folding, collapse all, expand all":                                        "wrap blocks larger smaller",
	"soft wrap, line wrap, reflow, word break, long lines":                                   "wrap",
	"pages, pager, paging, paginate":                                                         "page-down walk page-up tool-on-off",
	"side by side, sdiff, vimdiff, two tools, a versus b, delta":                             "compare",
	"next chunk, following part, read further, load more, show more, next batch":             "next-window",
	"last chunk, previous window, step back":                                                 "previous-window",
	"parent, outward, enlarge, grow selection, expand selection, more lines":                 "larger blocks mark-lines",
	"fewer lines, shrink selection, less lines, inward, tighten":                             "smaller",
	"zoom, zoom in, zoom out":                                                                "larger smaller",
	"goto, go to, goto line, jump to, line 50, address, ctrl-g":                              "command facts",
	"bookmark, bookmarks, pin, remember place":                                               "set-mark go-to-mark",
	"theme, dark, light, contrast, solarized, colorscheme, light theme, appearance, palette": "theme",
	"clipboard, yank, copy text, ctrl-c, pbcopy, xclip, register, registers":                 "copy interrupt",
	"share, permalink, macro, record macro, script":                                          "copy-command shell",
	"quit, close, leave, exit, end program, get out, kill":                                   "quit cancel interrupt leave-and-print",
	"help, tutorial, cheat sheet, f1, man page, how do i, what can i do, commands, readme":   "help",
	"encoding, codepage, utf8, unicode, ascii, ebcdic, bom, shift-jis":                       "show-as invisibles",
	"whitespace, tabs, trailing spaces, carriage return, nbsp, zero width, control":          "invisibles",
	"tab width, tab size, indent size":                                                       "options invisibles",
	"hex, binary, xxd, bytes view, hexdump, octal":                                           "hex",
	"tail, follow, watch file, log, stream, live, autoscroll":                                "tail anchor-follows",
	"grep, regex, regexp, find, look for, locate, ctrl-f":                                    "search page-down",
	"case, ignore case, case sensitive, smart case, whole word":                              "search search-word",
	"search all files, grep -r, find in folder, global search, workspace search":             "search-as-agents",
	"git blame, history, log of commits, older version, who changed":                         "revisions",
	"diff, changes, modified lines, hunk":                                                    "compare next-change",
	"split, pane, sidebar, panel, window, side panel, split view":                            "next-pane window-first-line",
	"outline, function, class, method, symbol, struct, interface, tags, ctags, go to method": "symbols",
	"indentation, indent, by indent":                                                         "blocks next-mode",
	"limit, max lines, offset, argument, parameters, range of lines, settings, setup":        "options mark-lines",
	"truncate, truncated, cut off, clipped, ellipsis, missing lines, hidden lines":           "next-loss wrap",
	"lose, loses, lost, losing, losses, unseen, not seen, skipped, what is lost, omitted":    "next-loss",
	"tool, tools, which tool, pick tool, other agent, list tools":                            "next-tool choose-tool tool-on-off",
	"claude, codex, gemini, cursor, copilot, aider, cline, opencode":                         "choose-tool",
	"model, llm, gpt, ai, assistant":                                                         "choose-tool next-pane next-tool pipe",
	"what the model sees, model view, raw output, preview, result":                           "next-pane",
	"memory, memories, context, agents.md, claude.md, rules, system prompt, skills":          "context",
	"session, sessions, transcript, transcripts, conversation, chat, run, runs, replay":      "transcript",
	"check, lint, report, audit, ci, validate, verify":                                       "check",
	"proxy, record requests, intercept, tap":                                                 "tap",
	"mcp, server, serve":                                                                     "mcp",
	"keybindings, rebind, key config, remap, config file, dotfile":                           "config help",
	"why, reason, explain line, because":                                                     "why",
	"comments, decorator, decorators, docblock, javadoc":                                     "header-comments",
	"siblings, neighbors, adjacent":                                                          "siblings",
	"preset, profile, save options, load options":                                            "presets",
	"plan, all calls, number of calls, whole file, entire file, batch, multiple calls":       "walk next-window",
	"undo, revert, ctrl-z, previous setting":                                                 "undo suspend",
	"redo, again":                                                                            "redo reload next-match",
	"reload, refresh, rerun, re-read":                                                        "reload redraw",
	"filter, only matching, hide lines, narrow, show only":                                   "filter smaller",
	"line number, line numbers, gutter, show numbers":                                        "line-numbers",
	"mouse, click, scroll wheel, touch":                                                      "mouse",
	"top, first line, beginning of file, gg":                                                 "top",
	"bottom, last line, end of file":                                                         "bottom",
	"scroll, scroll down, half page, page down":                                              "page-down scroll-down half-page-down",
	"percent, middle of file, halfway":                                                       "percent",
	"matching bracket, brace, parenthesis":                                                   "closing-parenthesis closing-brace opening-parenthesis opening-brace",
	"open, open file, switch file, recent files, file tree, buffer, browse":                  "files",
	"next file, previous file, next buffer":                                                  "files",
	"select, selection, visual, range, highlight lines, multi select":                        "mark-lines",
	"shell, terminal, bash, run command, console":                                            "shell",
	"pipe, feed, send to command":                                                            "pipe",
	"json, api request, request, payload":                                                    "copy-request",
	"print, stdout, pipe out":                                                                "leave-and-print",
	"info, stats, file size, word count, how big, properties, count lines, metadata":         "facts",
	"solve, exact lines, best call, fewest calls":                                            "solve",
	"mode, block mode, by lines, by bytes, switch mode":                                      "next-mode blocks",
	"anchor, here, read from here, start here":                                               "anchor",
	"background, suspend, fg":                                                                "suspend theme",
	"redraw, garbage, screen broken":                                                         "redraw",
	"branch, base commit, compare branch":                                                    "change-base",
	"less, more, plain, normal pager, without tool, disable tool, no tool":                   "tool-on-off next-window larger",
	"expand block, shrink block, bigger block":                                               "larger smaller",
	"no color, monochrome, invert colors":                                                    "theme",
	"literal, fixed string, first match":                                                     "search",
	"permission denied, blocked, what is cut, where cut, replaced":                           "next-loss",
	"is it complete, second call, next call":                                                 "walk",
	"find function, list functions, imports":                                                 "symbols",
}

// TestManyWordsFindTheirAction: of what many people type, 95 in 100 list what they mean first or second.
func TestManyWordsFindTheirAction(t *testing.T) {
	onStack(t, 120, 40, func(b *bench) {
		ask := func(string) tea.Cmd { return nil }
		b.stack.OpenPalette(Place{Base: keymap.InFile, Commands: Programs(ask, "eyeline", "")})
		p, _ := Topmost[*palette](b.stack)
		words := 0
		var missed []string
		for said, means := range manyWords {
			for typed := range strings.SplitSeq(said, ", ") {
				words++
				p.List.Input.Set(typed)
				var got []string
				for _, item := range p.List.Matching() {
					got = append(got, strings.TrimPrefix(item.Fill, "eyeline "))
				}
				got = got[:min(len(got), 2)]
				if !slices.ContainsFunc(got, func(a string) bool { return slices.Contains(strings.Fields(means), a) }) {
					missed = append(missed, typed+" → "+strings.Join(got, " "))
				}
			}
		}
		slices.Sort(missed)
		if words < 300 || len(missed)*20 > words {
			t.Errorf("%d of %d:\n%s", len(missed), words, strings.Join(missed, "\n"))
		}
		t.Logf("%d of %d:\n%s", len(missed), words, strings.Join(missed, "\n"))
	})
}
