package tui

import (
	"path/filepath"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// A file that cannot be opened is skipped by the next step and never named as the one shown.
func TestAMissingFileIsSkipped(t *testing.T) {
	t.Parallel()
	first, last := written(t, "first.txt", "one\n"), written(t, "last.txt", "three\n")
	missing := filepath.Join(t.TempDir(), "missing.txt")
	onScreen(t, first, 80, 10, func(o *Options) { o.Paths = []string{first, missing, last} }, func(s *screen) {
		s.has("first.txt (1 of 3)")
		s.keys(":", "type:n", "enter")
		s.has("missing.txt: no such file", "first.txt (1 of 3)")
		s.keys(":", "type:n", "enter")
		s.has("last.txt (3 of 3)", "three")
		s.keys(":", "type:p", "enter")
		s.has("missing.txt: no such file", "last.txt (3 of 3)")
		s.keys(":", "type:p", "enter")
		s.has("first.txt (1 of 3)", "one")
	})
}

// A path that cannot be opened does not come into the list of files.
func TestAMistypedPathIsForgotten(t *testing.T) {
	t.Parallel()
	first, second := written(t, "first.txt", "one\n"), written(t, "second.txt", "two\n")
	onScreen(t, first, 120, 10, nil, func(s *screen) {
		s.run(s.m.file.Files.OpenPath(first + ".no"))
		s.settle()
		s.has("no such file")
		s.lacks("of 2")
		s.run(s.m.file.Files.OpenPath(second))
		s.settle()
		s.has("second.txt (2 of 2)", "two")
	})
}

// What was read of one file does not stay open over the next.
func TestAnotherFileClosesWhatWasReadOfTheLast(t *testing.T) {
	t.Parallel()
	first, last := written(t, "first.txt", numbered(30)), written(t, "last.txt", numbered(30))
	onScreen(t, first, 100, 24, func(o *Options) { o.Paths = []string{first, last} }, func(s *screen) {
		s.keys("V", "j", "S")
		s.has("reads that give L1–L2")
		s.run(s.m.file.Files.OtherFile(1))
		s.settle()
		s.has("last.txt (2 of 2)")
		s.lacks("reads that give", "take  ")
		if s.m.overlays.Any() {
			t.Errorf("%T is still open", s.m.overlays.Top())
		}
		s.keys("O")
		s.has("symbols")
		s.run(s.m.file.Files.OtherFile(-1))
		s.settle()
		s.has("first.txt (1 of 2)")
		s.lacks("symbols")
	})
}

// TestReadOfSeveralFiles: the other files of which a command prints lines come into the list, each with its own lines,
// and the remark names them.
func TestReadOfSeveralFiles(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	withEveryTool(t)
	first, other := written(t, "first.txt", numbered(30)), written(t, "other.txt", numbered(30))
	command := "sed -n 1,5p " + first + "; sed -n 7,8p " + other
	onScreen(t, first, 120, 24, func(o *Options) {
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "codex_exec").With("cmd", command)
	}, func(s *screen) {
		s.has("first.txt (1 of 2)", "L1–L5")
		s.keys("p")
		s.has("the answer also has lines 7 to 8 of " + other)
		s.keys("p", "p")
		s.run(s.m.file.Files.OtherFile(1))
		s.settle()
		s.has("other.txt (2 of 2)", "L7–L8")
		s.run(s.m.file.Files.OtherFile(-1))
		s.settle()
		s.has("first.txt (1 of 2)", "L1–L5")
	})
}

// TestAnotherFileBeginsAtTheFirstCall: the place of a read stays with its file; what a person has set goes on to the
// next one.
func TestAnotherFileBeginsAtTheFirstCall(t *testing.T) {
	longtest.SkipUnlessLong(t)
	withEveryTool(t)
	first, last := written(t, "first.txt", numbered(9000)), written(t, "last.txt", numbered(9000))
	two := func(o *Options) { o.Paths = []string{first, last} }
	other := func(s *screen, step int) {
		t.Helper()
		s.run(s.m.file.Files.OtherFile(step))
		s.settle()
	}
	for _, tool := range []string{"codex", "claude_code", "gemini_cli", "codex_exec"} {
		onScreen(t, first, 120, 12, func(o *Options) {
			two(o)
			o.Request = o.Request.WithModeTool(tools.ModeSlice, tool)
		}, func(s *screen) {
			before := s.m.file.Preview.Request
			s.keys("]", "]")
			s.has("call 3 of ")
			other(s, 1)
			s.has("last.txt (2 of 2)", "▸   1", "call 1 of ")
			if now := s.m.file.Preview.Request; string(now.Args("f")) != string(before.Args("f")) {
				t.Errorf("%s: another file is read by %s, not %s", tool, now.Args("f"), before.Args("f"))
			}
		})
	}
	onScreen(t, first, 120, 12, func(o *Options) {
		two(o)
		o.Request = o.Request.WithModeTool(tools.ModeSlice, "open_file").At(101).Sized(50)
	}, func(s *screen) {
		s.has("from 101", "50 lines", "L101–L150")
		other(s, 1)
		s.has("from 1 ", "50 lines", "L1–L50")
	})
	onScreen(t, first, 120, 12, func(o *Options) {
		two(o)
		o.Request = o.Request.WithMode(tools.ModeBytes).Sized(2048)
	}, func(s *screen) {
		s.keys("]", "tab")
		other(s, 1)
		s.keys("shift+tab")
		s.has("last.txt", "@0", "2.0 KiB")
	})
}

// TestAListedFileIsGoneTo: a file that is opened by its name and is in the list already does not come into it again.
func TestAListedFileIsGoneTo(t *testing.T) {
	t.Parallel()
	first, last := written(t, "first.txt", "one\n"), written(t, "last.txt", "three\n")
	onScreen(t, first, 120, 10, func(o *Options) { o.Paths = []string{first, last} }, func(s *screen) {
		s.keys(":", "type:e "+last, "enter")
		s.has("last.txt (2 of 2)", "three")
		s.keys(":", "type:e "+filepath.Dir(first)+"/./first.txt", "enter")
		s.has("first.txt (1 of 2)", "one")
		s.keys(":", "type:e "+first, "enter")
		s.has("first.txt (1 of 2)", "one")
		s.keys("tab", ":", "type:e "+filepath.Base(first), "enter") // also where the tool takes absolute paths alone
		s.lacks("no such file")
	})
}
