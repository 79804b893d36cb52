package tui

import (
	"os"
	"path/filepath"
	"testing"

	"eyeline/reader/check"
	"eyeline/reader/check/blocks"
	"eyeline/reader/tools"
	"eyeline/tui/file/document"
	"eyeline/tui/options"
)

// TestTheReportOfBlocks: functions are listed, the worst first, with what two sets of options give; Enter opens one as
// the block of the set that gives less of it, the text has the sums, and the way back leads to the list.
func TestTheReportOfBlocks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "def long(\n    a,\n):\n    b()\n    c()\n\n\ndef short(a):\n    if a:\n        b()\n        c()\n    return 0\n"
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	codex, _ := tools.Lookup("codex")
	o := blocks.Options{Tree: check.Options{Paths: []string{dir}}, Sets: []blocks.Set{
		{Name: "codex", Tool: codex}, {Name: "codex --max-levels=1", Tool: codex, Values: tools.Values{"max-levels": int64(1)}},
	}}
	onDocument(t, func(Options) (*document.Document, error) { return nil, nil }, 100, 20, func(opts *Options) {
		opts.Instead.Blocks = &options.Blocks{Options: o, Where: dir}
	}, func(s *screen) {
		s.has("blocks of functions", "not whole 1: 1 · 2: 2, of 2 functions", "1 codex: 50% without head", "2 codex --max-levels=1: 100% without head",
			"▸       1        7       1        7  L1–L5 long   ", "lacks 1", "beyond 2", "at its L4: L2–L12, without head, 1 line missing")
		s.keys("down")
		s.has("▸       -        4       1        - L8–L12 short   ", "L4–L12, whole, 4 lines beyond", "without head, 1 line missing")
		s.keys("enter")
		s.has("a.py", "codex · block", "levels 1", "without its declaration (L8)", "set 2, short L8–L12: ", "1 line missing")
		s.keys("q")
		s.has("▸       -        4       1        - L8–L12 short   ")
		s.keys("ctrl+t")
		s.has("2 functions in 1 file", "without head")
		s.keys("q", "?")
		s.lacks("█ sent", "not sent")
		s.keys("esc", "type:lon")
		s.has("L1–L5 long")
		s.lacks("short ")
	})
	// A narrow screen has all sums and the end of the name, where the options are, and names the key that goes on.
	onDocument(t, func(Options) (*document.Document, error) { return nil, nil }, 40, 20, func(opts *Options) {
		opts.Instead.Blocks = &options.Blocks{Options: o, Where: dir}
	}, func(s *screen) {
		s.has(" codex: no head 50%, end 0%, beyond 11", "…ls=1: no head 100%, end 0%, beyond 7", "Enter open")
	})
}

// TestLongNamesOfBlocks: where a row has no room for all, the end of a function's name and of its path stay, which tell
// them from the others of their class and folder.
func TestLongNamesOfBlocks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "class AVeryLongNameOfAClassOfActions:\n    def take_the_first_of_them(self):\n        a()\n        b()\n"
	folder := filepath.Join(dir, "folder-of-sources")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "actions.py"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	codex, _ := tools.Lookup("codex")
	o := blocks.Options{Tree: check.Options{Paths: []string{dir}}, Sets: []blocks.Set{{Name: "codex", Tool: codex}}}
	for width, has := range map[int]string{
		120: "L2–L4 AVeryLongNameOfAClassOfActions.take_the_first_of_them              folder-of-sources/actions.py",
		80:  "L2–L4 …ctions.take_the_first_of_them …r-of-sources/actions.py",
		40:  "…ke_the_first_of_them",
	} {
		onDocument(t, func(Options) (*document.Document, error) { return nil, nil }, width, 20, func(opts *Options) {
			opts.Instead.Blocks = &options.Blocks{Options: o, Where: dir}
		}, func(s *screen) { s.has(has) })
	}
}
