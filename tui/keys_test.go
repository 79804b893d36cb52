package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/longtest"
	"eyeline/reader/source/revision"
	"eyeline/reader/tools"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/list"
	"eyeline/tui/kit/overlay"
)

// scripts has for each action keys and what they must have done. TestEveryActionHasARowAndAScript checks that none is
// missing.
var scripts = map[keymap.Action]func(s *screen){
	keymap.NextMode: func(s *screen) {
		s.keys("tab")
		s.has("codex · block")
		s.keys("tab")
		s.has("byte_window · bytes")
		s.keys("tab")
		s.has("codex · slice")
	},
	keymap.PrevMode: func(s *screen) { s.keys("shift+tab"); s.has("byte_window · bytes") },
	keymap.NextTool: func(s *screen) {
		s.keys("t")
		s.has("sage · slice", "· L1–L59")
		s.keys("t")
		s.has("open_file · slice")
		s.keys("t")
		s.has("byte_window · slice")
		s.keys("t")
		s.has("no tool; Ctrl-T turns it on")
		s.lacks("byte_window · slice", "model gets")
		s.keys("t")
		s.has("codex · slice")
		s.keys("tab", "t")
		s.has("no tool; Ctrl-T turns it on")
		s.keys("t")
		s.has("codex · block")
	},
	keymap.ToggleTool: func(s *screen) {
		s.keys("1", "2", "j", "ctrl+t")
		s.lacks("codex · slice", "model gets", "▌", "▸", "12 │")
		s.keys("j", "ctrl+t")
		s.has("codex · slice", "· L1–L59", "▸")
	},
	keymap.LineNumbers: func(s *screen) {
		s.keys("l")
		s.has("lines are always numbered while a tool is on")
		s.keys("ctrl+t")
		s.has("\npackage server\n")
		s.keys("l")
		s.has("   2 package server\n")
		s.keys("l")
		s.has("\npackage server\n")
	},
	keymap.MarkLines: func(s *screen) {
		s.keys("j", "V", "j", "j")
		s.has("3 lines marked")
		s.keys("V")
		s.has("nothing is marked now")
		s.lacks("3 lines marked")
	},
	keymap.PagerOption: func(s *screen) {
		s.keys("ctrl+t", "-", "N")
		s.has("   2 package server\n")
		s.keys("-", "q")
		s.has("no option -q; there are N S i I R F X")
	},
	keymap.ChooseTool: func(s *screen) {
		s.keys("L")
		s.has("── all tools", "▸ codex", "byte_window", "agent", "whole ", "3 % 1 cut ")
		s.keys("type:by contract", "home")
		s.has("sage", "open_file", "byte_window")
		s.lacks("opencode")
		s.keys("ctrl+u")
		s.keys("type:sage", "enter")
		s.has("sage · slice", "· L1–L59")
		s.keys("tab", "L", "type:open_f", "enter")
		s.has("open_file · slice", "has no block mode")
	},
	keymap.MarkItem: func(s *screen) {
		s.keys("L", "type:byte_window", "alt+m")
		s.has("*byte_window")
		s.keys("alt+m")
		s.lacks("*byte_window")
		s.keys("esc", "C", "alt+m")
		s.has("nothing can be marked here")
	},
	keymap.Favourite: func(s *screen) {
		s.m.opts.SettingsPath = filepath.Join(s.t.TempDir(), "config.toml")
		s.keys("L", "type:sage", "alt+s")
		s.has("sage +")
		s.keys("alt+s")
		s.lacks("sage +")
	},
	keymap.SortItems: func(s *screen) {
		s.keys("L", "ctrl+s")
		s.later()
		s.has("worst first", "Ctrl-S cheapest first", "1 of 4 tools")
		s.keys("ctrl+s")
		s.has("cheapest first", "Ctrl-S by agent")
		s.keys("esc", "ctrl+s")
	},
	keymap.CompareMarked: func(s *screen) {
		s.keys("L", "alt+c")
		s.has("mark two tools, or one to compare with the current one")
		s.keys("type:sage", "alt+m", "alt+c")
		s.has("─▸ codex · slice", "── sage · slice")
		s.lacks("── all tools")
		s.keys("C", "esc", "L", "type:sage", "alt+m", "ctrl+u", "type:open_file", "alt+m", "alt+c")
		s.has("─▸ sage · slice", "── open_file · slice")
	},
	keymap.Options: func(s *screen) {
		s.keys("o")
		s.has("codex options", "▸ limit", filepath.FromSlash("/server.go"), "mode ", "limit: number of lines at most")
		s.keys("down", "right")
		s.has("codex · block", " max_levels ")
		s.keys("left", "up", "enter", "type:7", "enter")
		s.has("limit 7\n")
		s.keys("backspace", "2", "enter")
		s.has("limit 2\n", "57 of 59 lines not sent")
		s.keys("type:0", "enter")
		s.has("refused: limit must be greater than zero", "limit 2\n")
		s.keys("type:\"x", "enter")
		s.has("refused: failed to parse function arguments: invalid type: string")
		s.keys("z")
		s.has("limit 2000")
		s.keys("esc")
		s.lacks("codex options")
		other := written(s.t, "other.txt", "another file\n")
		s.keys("o", "up", "up", "enter", "ctrl+u", "type:"+other, "enter")
		s.has("│ another file", "other.txt")
	},
	keymap.NextPane: func(s *screen) {
		s.keys("p")
		s.has("L1: // Package server")
		s.keys("p")
		s.has("what the model gets", "   1 │")
		s.keys("p")
		s.lacks("L1: ")
	},
	keymap.Anchor: func(s *screen) {
		s.keys("j", "j", "a")
		s.has("from 3", "· L3–L59")
		s.keys("a")
		s.has("from 3")
		s.keys("tab", "tab", "j", "a")
		s.has("bytes · @", "L4–L59")
	},
	keymap.Follow: func(s *screen) {
		s.keys("A", "j", "j", "j")
		s.has("from 4 ", "follows", "· L4–L59")
		s.keys("A", "j")
		s.has("from 4 ")
		s.keys("tab")
		s.has("block · anchor_line 5")
		s.keys("j")
		s.has("anchor_line 6")
	},
	keymap.NextWindow: func(s *screen) {
		s.keys("o", "1", "0", "enter", "esc", "]")
		s.has("from 11 ", "39 of 59 lines not sent")
		s.keys("]", "]", "]", "]")
		s.has("from 51 ", "· L51–L59")
		s.keys("]")
		s.has("this is the last window")
		s.keys("tab", "4", "2", "G", "]")
		s.has("anchor_line 58", "L56–L59")
	},
	keymap.NextLoss: func(s *screen) {
		s.keys("~")
		s.has("L31: 44 bytes cut off; no call gives it", "▸  31")
		s.keys("~")
		s.has("no further loss in this ")
		s.keys("tab", "tab", "~")
		s.has("no further loss in this ")
	},
	keymap.PrevLoss: func(s *screen) {
		s.keys("`")
		s.has("no earlier loss in this ")
		s.keys("G", "`")
		s.has("L31: 44 bytes cut off", "▸  31")
	},
	keymap.WindowTop: func(s *screen) {
		s.keys("1", "0", "G", "a", "G", "ctrl+home")
		s.has("▸  10")
	},
	keymap.WindowEnd: func(s *screen) {
		s.keys("o", "7", "enter", "esc", "ctrl+end")
		s.has("52 of 59 lines not sent", "▸   7")
		s.keys("p", "p", "ctrl+end", "alt+g")
		s.has("L1: ")
	},
	keymap.Walk: func(s *screen) {
		s.keys(";")
		s.has("── 1 call · after call 1: 1 line cut (44 B) · ≈", "▸ call 1 (now)", `"file_path":`)
		s.keys(";")
		s.lacks("call 1 (now)")
		s.keys("tab", ";")
		s.has("blocks are not read on; ] goes to the next block")
	},
	keymap.PrevWindow: func(s *screen) {
		s.keys("o", "1", "0", "enter", "esc", "]", "]", "]")
		s.has("from 31 ")
		s.keys("[")
		s.has("from 21 ", "call 3 of 6")
		s.keys("2", "[")
		s.has("from 1 ", "49 of 59 lines not sent")
		s.keys("[")
		s.has("this is the first window")
	},
	keymap.Larger: func(s *screen) {
		s.keys("+")
		s.has("limit 3000")
		s.keys("tab", "4", "9", "G", "+")
		s.has("all levels", "largest by levels")
		s.keys("2", "-", "+")
		s.has("levels 2")
		s.keys("+")
		s.has("all levels")
		s.keys("tab", "+")
		s.has("128 KiB")
	},
	keymap.Smaller: func(s *screen) {
		s.keys("-")
		s.has("limit 1000")
		s.keys("-")
		s.has("limit 900")
		s.keys("tab", "-")
		s.has("all levels", "smallest by levels")
		s.keys("4", "9", "G", "-")
		s.has("levels 2")
		s.keys("-")
		s.has("levels 1")
		s.keys("-")
		s.has("levels 1", "smallest by levels")
		s.keys("tab", "-")
		s.has("32.0 KiB")
	},
	keymap.Undo: func(s *screen) {
		s.keys("+", "+", "z")
		s.has("limit 3000")
		s.keys("z", "z")
		s.has("limit 2000", "nothing to undo")
	},
	keymap.Redo: func(s *screen) {
		s.keys("+", "z", "Z")
		s.has("limit 3000")
		s.keys("Z")
		s.has("nothing to redo")
	},
	keymap.Presets: func(s *screen) {
		s.m.opts.SettingsPath = filepath.Join(s.t.TempDir(), "config.toml")
		s.keys("tab", "4", "9", "G", "2", "-", "c", "P", "type:tight=")
		s.has("▸ save as tight", "codex · block · include_header false · max_levels 1")
		s.keys("enter")
		s.has("saved preset tight")
		s.keys("+", "c", "shift+tab", "P")
		s.has("── presets ", "▸ tight", "L48–L51, ≈54 tokens · codex · block · include_header false", "name= saves")
		s.keys("type:tig", "enter")
		s.has("block · anchor_line 49 · max_levels 1 · no header")
		s.lacks("── presets")
		s.keys("P", "type:loose", "enter")
		s.has("no preset matches")
		s.keys("esc", "P", "=", "enter")
		s.has("type a name before =")
	},
	keymap.Compare: func(s *screen) {
		s.keys("C")
		s.has("── compare codex with ", "▸ sage", "open_file", "byte_window")
		s.keys("enter")
		s.has("─▸ codex · slice", "── sage · slice", "both: 59 lines, 1 cut", "difference 1 of 1")
		s.keys("g")
		s.has("L1: // Package", "│       1→// Package")
		s.keys("J", "J")
		s.has("L3:")
		s.lacks("L2:")
		s.keys("C")
		s.has("▸ sage") // the tool compared with now
		s.keys("type:open", "enter")
		s.has("── open_file · slice")
		s.keys("esc")
		s.lacks("loses")
		s.keys("tab", "4", "2", "G", "+", "C")
		s.has("▸ other options") // of a block, which no other tool may have
		s.keys("type:sage", "enter")
		s.has("─▸ codex · block", "── sage · slice · L1–L59")
		s.keys("esc")
		s.lacks("loses")
	},
	keymap.Siblings: func(s *screen) {
		s.keys("s")
		s.has("in block mode only")
		s.keys("tab", "4", "2", "G", "s")
		s.has("siblings", "· L1–L59")
		s.keys("s")
		s.lacks("· siblings")
	},
	keymap.Header: func(s *screen) {
		s.keys("tab", "4", "2", "G", "+", "c")
		s.has("no header", "· L38–L54")
	},
	keymap.Why: func(s *screen) {
		s.keys("tab", "4", "2", "G", "w")
		s.has("anchor", "same level", "outermost", "header", "■ sibling", "blank")
		s.keys("4", "9", "G")
		s.has("same level", "level 1", "level 2", "outermost")
		s.keys("4", "6", "G")
		s.has("deeper")
	},
	keymap.Blocks: func(s *screen) {
		s.keys("I")
		s.has("in block mode only")
		s.keys("tab", "4", "9", "G", "I")
		s.has("── blocks of anchor 49", "▸ L37–L54", "all levels", "L39–L53", "levels 2", "cut above", "+1")
		s.keys("I")
		s.lacks("── blocks of anchor 49")
	},
	keymap.Solve: func(s *screen) {
		s.keys("S")
		s.has("nothing is marked, no function known at L1: V marks lines")
		s.keys("3", "8", "G", "V", "5", "4", "G", "S")
		s.has("── reads that give L38–L54 · 1 of ", "▸ codex · slice", "exactly", "offset 38 · limit 17", "byte_window · bytes", "codex · block")
	},
	keymap.Symbols: func(s *screen) {
		s.keys("4", "2", "G", "O")
		s.has("── 7 symbols · 1 cut · 6 sent ", "▸ █ func (s *Server) Handle(w http.ResponseWriter, r *http…  sent       L37–L54", "type Hook interface {")
		s.keys("type:stop()", "enter")
		s.has("▸  57 │")
		s.lacks("── 7 symbols ")
		s.keys("O", "type:nothing like it", "enter")
		s.has("no symbol matches")
		s.keys("esc", "H", "O")
		s.has("the hex view has no lines")
	},
	keymap.AnchorSymbol: func(s *screen) {
		s.keys("O", "type:stop", "ctrl+o")
		s.later()
		s.has("codex · block · anchor_line 5", "whole")
	},
	keymap.TakeSymbol: func(s *screen) {
		s.keys("O", "type:handle(", "ctrl+t")
		s.has("41 of 59 lines not sent", "codex · slice · from 37 · limit 18")
		s.lacks("── reads that give", "── symbols")
	},
	keymap.NextLacking: func(s *screen) {
		s.keys("4", "0", "G", "a", "O", "home", "alt+n")
		s.has("▸ · type Hook", "not sent")
	},
	keymap.PrevLacking: func(s *screen) {
		s.keys("4", "0", "G", "a", "O", "end", "alt+p")
		s.has("▸ ", "cut")
	},
	keymap.TakeRow: func(s *screen) {
		s.keys("tab", "4", "9", "G", "I", "k", "k", "enter")
		s.has("levels 2", "L39–L53")
		s.lacks("── blocks of anchor 49")
		s.keys("z")
		s.has("all levels", "L37–L54")
		s.keys("3", "8", "G", "V", "5", "4", "G", "S", "enter")
		s.has("· L38–L54", "A lets it follow")
		s.lacks("follows", "── reads that give")
	},
	keymap.CloseMenu: func(s *screen) {
		s.keys("tab", "4", "9", "G", "I", "k", "k")
		s.has("levels 2", "L39–L53")
		s.keys("esc")
		s.has("all levels", "L37–L54")
		s.lacks("── blocks of anchor 49", "nothing to undo")
		s.keys("V", "S", "q")
		s.lacks("── reads that give")
		s.has("1 line marked")
	},
	keymap.LineDown: func(s *screen) {
		s.keys("j", "down", "enter", "3", "j")
		s.has("▸   7 │")
		s.keys("9", "9", "j", "j")
		s.has("▸  59 │", " end ")
	},
	keymap.LineUp: func(s *screen) {
		s.keys("9", "j", "k", "up")
		s.has("▸   8 │")
		s.keys("9", "9", "k", "k")
		s.has("▸   1 │", "beginning")
	},
	keymap.PageDown: func(s *screen) {
		s.keys("pgdown")
		s.has("▸  22 │")
		s.keys(" ")
		s.has("▸  39 │") // the last screen stays full
		s.keys(" ")
		s.has("▸  59 │")
	},
	keymap.PageUp: func(s *screen) {
		s.keys("G", "b")
		s.has("▸  38 │")
	},
	keymap.HalfDown: func(s *screen) { s.keys("d"); s.has("▸  11 │") },
	keymap.HalfUp:   func(s *screen) { s.keys("d", "d", "u"); s.has("▸  11 │") },
	keymap.ScrollDown: func(s *screen) {
		s.keys("J", "2", "ctrl+e")
		s.has("▸   4 │")
		s.lacks("   3 │")
		s.keys("5", "j", "J", "J") // the cursor stays on its line
		s.has("▸   9 │", "   6 │")
		s.lacks("   5 │")
	},
	keymap.ScrollUp: func(s *screen) {
		s.keys("9", "J", "K")
		s.has("▸  10 │", "   9 │") // the cursor stays on the line that it was carried to
		s.lacks("   8 │")
		s.keys("G", "K", "K") // until that goes off the screen
		s.has("▸  57 │")
		s.lacks("  58 │")
	},
	keymap.Top: func(s *screen) {
		s.keys("G", "g")
		s.has("▸   1 │")
		s.keys("1", "2", "g")
		s.has("▸  12 │")
	},
	keymap.Bottom: func(s *screen) {
		s.keys("G")
		s.has("▸  59 │", "100%")
		s.keys("3", "0", "G")
		s.has("▸  30 │")
	},
	keymap.Left: func(s *screen) {
		s.keys("right", "left")
		s.has("│ // Package server")
	},
	keymap.Right: func(s *screen) {
		s.keys("3", "0", "G", "right", "2", "right")
		s.has("0123456789 0123456789")
		s.lacks("// Package server")
	},
	keymap.Command: func(s *screen) {
		s.keys(":", "type:33", "enter")
		s.has("▸  33 │")
		s.keys(":", "type:50%", "enter")
		s.has("▸  31 ┤")
		s.keys(":", "type:@0x10", "enter")
		s.has("▸   1 │")
		s.keys(":", "type:1000", "enter")
		s.has("▸  59 │", "the file has 59 lines")
		s.keys(":", "type:nonsense", "enter")
		s.has("type a line, N%")
		s.keys("esc", ":", "type:n", "enter")
		s.has("there is no other file; Ctrl-O lists those beside it")
		s.keys(":")
		s.has("e FILE opens another file")
	},
	keymap.Files: func(s *screen) {
		s.keys("ctrl+o")
		samples := filepath.FromSlash("testdata/samples ")
		s.has(samples, "../", "▸ ") // what follows depends on how long the path is
		s.keys("type:server.go", "enter")
		s.has(" server.go ", "▸   1 │")
		s.lacks(samples, "of 2)") // it is in the list already
	},
	keymap.SetMark: func(s *screen) {
		s.keys("5", "j", "m", "x", "G", "'", "x")
		s.has("▸   6 │")
	},
	keymap.GotoMark: func(s *screen) {
		s.keys("'", "q")
		s.has("no mark q")
		s.keys("2", "0", "G", "'", "'")
		s.has("▸   1 │")
		s.keys("'", "'")
		s.has("▸  20 │")
	},
	keymap.SearchDown: func(s *screen) {
		s.keys("/", "type:hooks", "enter")
		s.has("▸   1 │", "match 1 of 7")
		s.keys("/", "type:nothing like it", "enter")
		s.has("not found: nothing like it")
		s.keys("/", "type:!package", "enter")
		s.has("▸   3 │", "match 1 of 57")
		s.keys("n")
		s.has("▸   4 │")
		s.keys("&", "type:!hook", "enter", "n", "esc", "esc")
		s.keys("/", "type:(", "enter")
		s.has("a ( is not closed")
	},
	keymap.Help: func(s *screen) {
		s.keys("?", "type:undo")
		s.has("undo the last change", "now not: nothing to undo", "? undo▏")
		s.lacks("preview the next tool")
		s.keys("esc")
		s.has("│")
		for _, leave := range []string{"esc", "ctrl+c", "ctrl+g"} {
			s.keys("h")
			s.has("── actions", "read another way")
			s.keys(leave)
			s.has("▸   1 │")
		}
		s.keys("?", "type:whitespace", "enter")
		s.has("│ // Package", "invisible")
		s.keys("?")
		s.has("▸ i ") // done last
		s.keys("?")
		s.has("What the model gets", "read another way")
		s.keys("?")
		s.has("▸   1 │")
	},
	keymap.PrevTool: func(s *screen) {
		s.keys("t", "alt+t")
		s.has(" codex ")
		s.keys("alt+t")
		s.has("no tool;")
		s.keys("alt+t")
		s.has("byte_window · slice")
	},
	keymap.PrevTheme: func(s *screen) {
		was := s.m.theme.Name
		s.keys("T", "alt+T")
		if s.m.theme.Name != was {
			s.t.Errorf("the theme is %s, not %s", s.m.theme.Name, was)
		}
	},
	keymap.NextMatch: func(s *screen) {
		s.keys("n")
		s.has("no pattern yet")
		s.keys("/", "type:hooks", "enter", "2", "n")
		s.has("match 3 of 7")
		s.keys("5", "n")
		s.has("match 1 of 7", "from the top")
	},
	keymap.PrevMatch: func(s *screen) {
		s.keys("/", "type:hooks", "enter", "n", "n", "N")
		s.has("match 2 of 7")
		s.keys("2", "N")
		s.has("from the end", "match 7 of 7")
	},
	keymap.Copy: func(s *screen) {
		s.keys("tab", "1", "6", "G", "y")
		s.has("sent to the terminal: the output, 202 B, L15–L21, ≈64 tok")
		if len(s.copied) != 1 || !strings.HasPrefix(s.copied[0], "L") {
			s.t.Errorf("copied %q", s.copied)
		}
	},
	keymap.CopyRequest: func(s *screen) {
		s.keys("Y")
		s.has("sent to the terminal: the request")
		if !strings.HasPrefix(s.copied[0], `{"tool":"codex","arguments":{"file_path":"`) {
			s.t.Errorf("copied %q", s.copied)
		}
	},
	keymap.CopyCommand: func(s *screen) {
		s.keys("x")
		begins := `eyeline emit --tool codex --args '{"file_path":"`
		if runtime.GOOS == "windows" { // whose shells quote otherwise
			begins = `eyeline emit --tool codex --args "{\"file_path\":\"`
		}
		if !strings.HasPrefix(s.copied[0], begins) {
			s.t.Errorf("copied %q", s.copied)
		}
	},
	keymap.Write: func(s *screen) {
		path := filepath.Join(s.t.TempDir(), "out.txt")
		s.keys("e", "type:"+path, "enter")
		s.has("wrote ")
		first, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(first), "L1: // Package") {
			s.t.Fatalf("%q %v", first, err)
		}
		s.keys("-", "-", "e", "type:"+path, "enter")
		s.has("overwrite it?")
		s.keys("n")
		s.has("not written")
		s.keys("t", "e", "type:"+path, "enter", "y")
		s.has("wrote ")
		if again, _ := os.ReadFile(path); !strings.HasPrefix(string(again), "     1→// Package") {
			s.t.Errorf("%q", again)
		}
	},
	keymap.LeavePrint: func(s *screen) {
		s.keys("E")
		if !s.quit || s.m.leave.Print == nil || s.m.leave.Code != 0 {
			s.t.Fatalf("quit %v, outcome %+v", s.quit, s.m.leave)
		}
		var b strings.Builder
		if err := s.m.leave.Print(s.t.Context(), &b); err != nil || !strings.HasPrefix(b.String(), "L1: // Package") {
			s.t.Errorf("printed %q, %v", b.String(), err)
		}
	},
	keymap.Invisibles: func(s *screen) { s.keys("4", "0", "G", "i"); s.has("→   ") },
	keymap.Wrap: func(s *screen) {
		s.keys("3", "1", "G", "W")
		s.has("wrapped", `0123456789"`)
		s.keys("W")
		s.has("chopped")
		s.lacks(`0123456789"`)
	},
	keymap.LineStart: func(s *screen) {
		s.keys("3", "0", "G", "right", "0")
		s.has("// New makes a server")
	},
	keymap.LineEnd: func(s *screen) {
		s.keys("3", "1", "G", "$")
		s.has("0123456789\"\n")
	},
	keymap.Percent: func(s *screen) {
		s.keys("5", "0", "%")
		s.has("▸  31 ┤")
		s.keys("%")
		s.has("type a number before it")
	},
	keymap.Redraw:     func(s *screen) { s.keys("r"); s.has("   1 │") },
	keymap.Reload:     func(s *screen) { s.keys("R"); s.has("read again") },
	keymap.NextChange: func(s *screen) { withChanges(s); s.keys("2", "."); s.has("▸  20+│", "3~│") },
	keymap.PrevChange: func(s *screen) {
		withChanges(s)
		s.keys("G", ",")
		s.has("▸  20+│")
		s.keys(",", ",")
		s.has("▸   3~│", "no change before this line")
	},
	keymap.Revisions: func(s *screen) {
		l := &overlay.ListPanel{List: list.New("revisions of server.go", list.Config{Noun: "revision"})}
		s.m.overlays.Choose(l, "")
		commits := []revision.Commit{
			{ID: "abcdef", Short: "abc", Date: "2026-01-02", Author: "Ann", Title: "Take it away"},
			{ID: "123456", Short: "123", Date: "2026-01-01", Author: "Bo", Title: "Add it", Path: "server.go"},
		}
		s.send(jobs.Later(s.m.file.Text.Jobs, func() error { return nil }, func(err error) tea.Cmd {
			s.m.file.Files.FillRevisions(l, "", commits, err)
			return nil
		})())
		s.has("▸ abc", "2026-01-02  Take it away  (Ann)", "123", "Add it")
		s.keys("enter")
		s.has("this commit removed the file")
		s.keys("esc")
		s.m.opts.Secure = true
		s.keys("ctrl+r")
		s.has("opening other files is off")
	},
	keymap.Base: func(s *screen) {
		s.keys("D")
		s.has("change marks against the index")
		s.keys("D")
		s.has("change marks against HEAD")
	},
	keymap.Marks: func(s *screen) {
		withChanges(s)
		s.keys("g", "B")
		s.has("change marks are off", "3 │")
		s.keys("B")
		s.has("change marks against HEAD")
	},
	keymap.Facts: func(s *screen) {
		s.keys("5", "j", "=")
		s.has("── facts ", "1,915 bytes (1.9 KiB)", "lines        59", "cursor line  6", "cursor byte  94 (0x5e)", "modified", "root")
		s.keys("=")
		s.lacks("── facts")
		s.keys("=", "j") // any other key closes them and does what it does
		s.lacks("── facts")
		s.has("▸   7 │")
	},
	keymap.Filter: func(s *screen) {
		s.keys("&", "type:func", "enter")
		s.has("&func: 3 lines", "  33 │", "  57 │")
		s.lacks("package server")
		s.keys("j", "j", "j")
		s.has("▸  57 │")
		s.keys("&", "type:!s", "enter")
		s.has("&!s:")
		s.keys("&", "type:(", "enter")
		s.has("a ( is not closed")
		s.keys("esc", "&", "enter")
		s.lacks("&!s:")
	},
	keymap.Hex: func(s *screen) {
		s.keys("H")
		s.has("▸00000000  2f 2f 20 50", "│// Packa", "as the tools read them")
		s.keys("j", "tab", "tab", "a")
		s.has("byte_window · bytes · @16")
		s.keys("/", "type:package server", "enter")
		s.has("70 61 63 6b")
		s.keys(":", "type:@0x100", "enter")
		s.has("▸00000100")
		s.keys("G")
		s.has("▸00000770", "100%")
		s.keys("H")
		s.has("▸  58 │     s.stopped = true")
	},
	keymap.ShowAs: func(s *screen) {
		s.keys("U")
		s.has("read as Latin-1; the tools read UTF-8", "server.go  Go  Latin-1")
		s.keys("U")
		s.has("read as UTF-16LE")
		s.keys(":", "type:encoding utf8", "enter")
		s.has("read as UTF-8", "package server")
		s.lacks("unpacked")
		s.keys(":", "type:enc klingon", "enter")
		s.has(`"klingon" is no encoding`)
		s.keys("esc")
	},
	keymap.Theme: func(s *screen) {
		s.keys("T")
		s.has("theme modus-vivendi") // another dark one
	},
	keymap.Mouse: func(s *screen) {
		s.keys("M")
		s.has("the mouse scrolls")
		s.keys("M")
		s.has("select text with it")
	},
	keymap.Tail: func(s *screen) {
		s.keys("F")
		s.has("following the end", "▸  59 │")
		s.keys("F")
		s.has("no longer following")
	},
	keymap.Edit: func(s *screen) {
		s.t.Setenv("VISUAL", "ed --fast")
		s.keys("7", "j")
		if _, cmd := s.m.Update(key("v")); cmd == nil {
			s.t.Error("no editor")
		}
	},
	keymap.Cancel: func(s *screen) {
		s.keys("/", "type:hooks", "enter", "o", "esc")
		s.lacks("codex options")
		s.has("match 1 of 7")
		s.keys("esc")
		s.lacks("match 1 of 7")
		s.keys("1", "2", "esc", "j")
		s.has("▸   2 │")
	},
	keymap.Quit: func(s *screen) {
		s.keys("q")
		if !s.quit || s.m.leave.Print != nil {
			s.t.Errorf("quit %v", s.quit)
		}
	},
	keymap.Interrupt: func(s *screen) {
		s.keys("ctrl+c")
		if !s.quit {
			s.t.Error("did not quit")
		}
	},
	keymap.Suspend: func(s *screen) {
		_, cmd := s.m.Update(key("ctrl+z"))
		if msg := fmt.Sprintf("%T", cmd()); msg != "tea.execMsg" {
			s.t.Errorf("did not give the terminal up, but sent %s", msg)
		}
	},
}

// TestEveryActionHasARowAndAScript: each action of the file has exactly one row that does it. The rows of other actions
// say only why these may do nothing.
func TestEveryActionHasARowAndAScript(t *testing.T) {
	t.Parallel()
	rows := map[keymap.Action]bool{} // whether a row does it
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		for _, a := range s.m.file.ActionRows() {
			if _, twice := rows[a.Name]; twice {
				t.Errorf("%s has two rows", a.Name)
			}
			rows[a.Name] = a.Do != nil
			if a.Do == nil && len(a.Why) == 0 {
				t.Errorf("the row of %s says nothing", a.Name)
			}
		}
	})
	for _, b := range keymap.Default().Bindings() {
		does := rows[b.Action]
		if does != (b.Context == keymap.InFile || b.Context == keymap.InPager || b.Context == keymap.InRecorded) {
			t.Errorf("%s of context %d: a row does it: %v", b.Action, b.Context, does)
		}
		if scripts[b.Action] == nil {
			t.Errorf("%s has no key script", b.Action)
		}
	}
	for name := range rows {
		if _, ok := keymap.Default().Binding(name); !ok {
			t.Errorf("there is a row of %q, which is no action", name)
		}
	}
}

func TestKeyScripts(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	for action, script := range scripts {
		t.Run(string(action), func(t *testing.T) {
			onScreen(t, sample(t), 80, 24, nil, script)
		})
	}
}

// TestEveryKeyReachesItsAction checks that each key of the table is one that the terminal can send, and leads to its
// row.
func TestEveryKeyReachesItsAction(t *testing.T) {
	t.Parallel()
	m := keymap.Default()
	for _, b := range m.Bindings() {
		for _, k := range b.Keys {
			msg := key(k)
			if msg.String() != k {
				t.Errorf("%s: no key is sent as %q but %q", b.Action, k, msg.String())
			}
			if a, ok := m.Lookup(b.Context, msg.String()); !ok || a != b.Action {
				t.Errorf("%q leads to %q, not to %q", k, a, b.Action)
			}
		}
	}
}

func TestMouse(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, func(o *Options) { o.Terminal.Mouse = true }, func(s *screen) {
		s.send(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionPress, X: 20, Y: 5})
		s.settle()
		s.has("▸   5 │")
		for range 3 {
			s.send(tea.MouseMsg{Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
		}
		s.settle()
		s.has("▸  10 │") // the cursor's line went off the screen
		s.lacks("   9 │")
		s.send(tea.MouseMsg{Button: tea.MouseButtonWheelUp, Action: tea.MouseActionPress})
		s.settle()
		s.has("   7 │", "▸  10 │")
	})
}

func TestKeysOfTheSettings(t *testing.T) {
	t.Parallel()
	m, err := keymap.New(map[keymap.Action][]string{keymap.NextMode: {"B"}, keymap.Quit: {"ctrl+q"}})
	if err != nil {
		t.Fatal(err)
	}
	onScreen(t, sample(t), 80, 24, func(o *Options) { o.Keys = m }, func(s *screen) {
		s.has("B mode")
		s.keys("tab")
		s.has("no action on Tab")
		s.keys("B")
		s.has("codex · block")
		s.keys("q")
		if s.quit {
			s.t.Error("q still quits")
		}
		s.keys("ctrl+q")
		if !s.quit {
			s.t.Error("Ctrl-Q does not quit")
		}
	})
}

// TestIndentationOfTheModelsTextReadsAsItIs shows lines of which one has a longer number than the one before: the tabs
// of both indent by as much, counted from the end of what the tool puts before a line.
func TestIndentationOfTheModelsTextReadsAsItIs(t *testing.T) {
	t.Parallel()
	path := written(t, "tabs.txt", strings.Repeat("\tone\n\t\ttwo\n", 6))
	onScreen(t, path, 80, 24, nil, func(s *screen) {
		s.keys("p")
		s.has("L9:     one\n", "L10:         two\n", "L11:     one\n")
		s.keys("W")
		s.has("L9:     one\n", "L10:         two\n", "L11:     one\n")
		s.keys("W", "t")
		s.has("→    one\n", "→        two\n")
	})
}

// TestATypedSearchSaysThatItWrapped: also where its match was shown before Enter.
func TestATypedSearchSaysThatItWrapped(t *testing.T) {
	t.Parallel()
	path := written(t, "f.txt", "needle\n"+strings.Repeat("hay\n", 90)+"last needle\nend\n")
	onScreen(t, path, 120, 10, nil, func(s *screen) {
		s.keys("G", "/", "type:needle")
		s.lacks("went on")
		s.keys("enter")
		s.has("▸   1 │ needle", "match 1 of 2", "search went on from the top")
		s.keys("/", "type:last", "enter")
		s.has("match 1 of 1")
		s.lacks("went on")
		s.keys("ctrl+t", "g", "?", "type:needle", "enter")
		s.has("search went on from the end", "match 2 of 2")
	})
}

// TestMatchDeepInAWrappedLine searches for what is many screens into a line, and for what is further on in it.
func TestMatchDeepInAWrappedLine(t *testing.T) {
	t.Parallel()
	path := written(t, "long.txt", "first\n"+strings.Repeat("word ", 5000)+"needle1 "+strings.Repeat("more ", 9000)+"needle2\nlast\n")
	onScreen(t, path, 60, 10, nil, func(s *screen) {
		s.keys("W", "/", "type:needle", "enter")
		s.has("needle1")
		s.keys("n")
		s.has("needle2")
		s.keys("n")
		s.has("needle1", "search went on from the top")
		s.keys("W", "n") // chopped
		s.has("needle2")
	})
}

// TestKeysForBothEndsOfALine goes to the ends of a line that is longer than the screen, in both panes.
func TestKeysForBothEndsOfALine(t *testing.T) {
	t.Parallel()
	path := written(t, "long.txt", "first\n<"+strings.Repeat("0123456789", 5000)+">\nlast\n")
	onScreen(t, path, 60, 10, nil, func(s *screen) {
		s.keys("j", "$")
		s.has("789>")
		s.keys("0")
		s.has("┤ <0123", "first")
		s.keys(":", "type:@12000", "enter", "$") // from where as much of the line is loaded as from its start
		s.has("789>")
		s.keys("0")
		s.keys("W", "$")
		s.has("789>")
		s.keys("^")
		s.has("┤ <0123")
		s.keys("1", "0", "j") // a count is typed still
		s.has("last")
		s.keys("g", "H", "$")
		s.has("the hex view shows all of its bytes")
		s.keys("H", "W", "t", "t", "p", "j", "$")
		s.has("789>")
	})
}

// TestFirstBlockIsOnTheScreenAsAWhole opens files in block mode at a line: where the block fits, all of it is on the
// screen, also when most of it is above the line.
func TestFirstBlockIsOnTheScreenAsAWhole(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 200 {
		fmt.Fprintf(&b, "func f%d() {\n%s}\n\n", i, strings.Repeat("\tstep()\n", 14))
	}
	path := written(t, "f.go", b.String()) // f50 is L851–L866
	for _, c := range []struct {
		line, height int
		has          []string
	}{
		{858, 24, []string{"851 │ func f50()", "866 │ }"}},
		{865, 24, []string{"851 │ func f50()", "▸ 865 │", "866 │ }"}},
		{852, 24, []string{"851 │ func f50()", "▸ 852 │", "866 │ }"}},
		{858, 12, []string{"▸ 858 │", "854 │", "861 │"}}, // it does not fit: the line is in the middle
	} {
		onScreen(t, path, 80, c.height, func(o *Options) {
			o.Request = o.Request.WithMode(tools.ModeBlock)
			o.Start.Line = int64(c.line)
		}, func(s *screen) { s.has(c.has...) })
	}
}

// classes is a file of 5,000 lines of which every hundredth, from line 50 on, is a class, and every seventh has a
// method.
func classes(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for i := 1; i <= 5000; i++ {
		switch {
		case i%100 == 50:
			fmt.Fprintf(&b, "class C%d: method inside\n", i)
		case i%7 == 0:
			fmt.Fprintf(&b, "  def method_%d\n", i)
		default:
			fmt.Fprintf(&b, "  text %d\n", i)
		}
	}
	return written(t, "classes.txt", b.String())
}

// TestFilterKeepsThePlace filters from the middle of a file: the cursor goes to the next line that is let through, and
// back to where it was when the filter is taken away, unless it was moved meanwhile.
func TestFilterKeepsThePlace(t *testing.T) {
	t.Parallel()
	onScreen(t, classes(t), 80, 24, nil, func(s *screen) {
		s.keys("2", "5", "0", "1", "G", "&", "type:class", "enter")
		s.has("▸2550 │ class C2550", "2450 │ class C2450", "50 lines")
		s.keys("&", "type:def method", "enter") // another filter begins where the first did
		s.has("▸2506 │")
		s.keys("&", "enter")
		s.has("▸2501 │   text 2501")
		s.keys("&", "type:class", "enter", "j")
		s.has("▸2650 │ class C2650")
		s.keys("esc") // there is nothing else to take away
		s.has("▸2650 │ class C2650", "2649 │   text")
		s.lacks("50 lines")
		s.keys("&", "type:no such line", "enter")
		s.has("no line matches the filter")
		s.lacks("so far")
		s.keys("esc")
		s.has("▸2650 │ class C2650")
		s.keys("G", "&", "type:class", "enter") // none after it: the last one
		s.has("▸4950 │ class C4950")
	})
}

// TestSearchInsideAFilter finds only what is in lines that are shown, in both directions and round the ends.
func TestSearchInsideAFilter(t *testing.T) {
	t.Parallel()
	onScreen(t, classes(t), 80, 24, nil, func(s *screen) {
		s.keys("2", "5", "0", "1", "G", "&", "type:class C2[0-9]50", "enter", "/", "type:method", "enter")
		s.has("▸2550 │ class C2550", "in all lines")
		s.keys("n")
		s.has("▸2650 │ class C2650")
		s.keys("N", "N")
		s.has("▸2450 │ class C2450")
		s.keys("7", "n") // 2550 … 2950, then round to 2050 and 2150
		s.has("▸2150 │ class C2150", "search went on from the top")
		s.keys("2", "N")
		s.has("▸2950 │ class C2950", "search went on from the end")
		s.keys("/", "type:text", "enter")
		s.has("not found in the lines that the filter shows: text", "▸2950 │")
		s.keys("esc", "esc", "n") // the highlight, then the filter
		s.has("▸2951 │   text 2951")
		s.lacks("in all lines")
	})
}
