package tui

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/preview"
	"eyeline/tui/kit/jobs"
)

// twoFiles are files to go through with :n and :p; the second has more lines than the first.
func twoFiles(t *testing.T) []string {
	t.Helper()
	return []string{
		written(t, "first.txt", strings.Repeat("a line of the first file\n", 30)),
		written(t, "second.txt", strings.Repeat("a line of the second file\n", 4000)),
	}
}

// withhold answers commands as settle does, but keeps back the messages that keep asks for and returns them.
func (s *screen) withhold(keep func(tea.Msg) bool) (kept []tea.Msg) {
	s.t.Helper()
	for quiet := 0; quiet < 2; quiet++ {
		time.Sleep(stillness / 2)
		synctest.Wait()
		for len(s.msgs) > 0 {
			quiet = 0
			msg := <-s.msgs
			if batch, ok := msg.(tea.BatchMsg); ok {
				s.send(batch)
			} else if keep(msg) {
				kept = append(kept, msg)
			} else {
				s.send(msg)
			}
			synctest.Wait()
		}
	}
	return kept
}

// answered is what the work of a job has returned.
func answered[T any](t *testing.T, msg tea.Msg) T {
	t.Helper()
	a, ok := msg.(jobs.Answer[T])
	if !ok {
		t.Errorf("the message is %T", msg)
	}
	return a.Value
}

// TestNothingOfTheLastFileIsOnTheNext opens another file and looks at the screen before the tool's answer for it has
// come: the last file's window, model line, search result and filter must be gone with its text.
func TestNothingOfTheLastFileIsOnTheNext(t *testing.T) {
	t.Parallel()
	paths := twoFiles(t)
	onScreen(t, paths[0], 100, 12, func(o *Options) { o.Paths = paths; o.Panes = "both" }, func(s *screen) {
		s.keys("/", "type:line", "enter", "&", "type:first", "enter", "j", "a", "H", "H")
		s.has("▌", "1 of 30 lines not sent · ≈", "30 matches", "&first: 30 lines")
		s.keys(":", "type:n")
		s.send(key("enter"))
		kept := s.withhold(func(msg tea.Msg) bool { _, ok := msg.(jobs.Answer[*preview.Reading]); return ok })
		if len(kept) == 0 {
			t.Fatal("the tool has not been asked for the new file")
		}
		s.has("second.txt (2 of 2)", "a line of the second file", "reading…")
		s.lacks("▌", "not sent", "first", "match ", "&first", "L1: ")
		for _, msg := range kept {
			s.send(msg)
		}
		s.settle()
		s.has("▌", "· L1–L2,000", "L1: a line of the second file")
	})
}

// TestUndoEndsWithTheFile checks that undo never asks for a request that was made for another file.
func TestUndoEndsWithTheFile(t *testing.T) {
	t.Parallel()
	paths := twoFiles(t)
	onScreen(t, paths[0], 100, 12, func(o *Options) { o.Paths = paths }, func(s *screen) {
		s.keys("9", "G", "a", ":", "type:n", "enter")
		s.has("second.txt", "from 1 ")
		s.keys("z")
		s.has("nothing to undo", "from 1 ")
	})
}

// TestChoicesGoOnToTheNextFile checks what a person has chosen for looking at files and finds in the next one.
func TestChoicesGoOnToTheNextFile(t *testing.T) {
	t.Parallel()
	paths := twoFiles(t)
	onScreen(t, paths[0], 120, 20, func(o *Options) { o.Paths = paths }, func(s *screen) {
		s.keys("W", "i", "/", "type:file", "enter", "C", "enter", ":", "type:n", "enter")
		s.has("second.txt", "─▸ codex · slice · L1–L2,000", "── sage · slice · L1–L2,000")
		s.keys("esc")
		s.keys("j", "n")
		s.has("▸   2 │")
		if !s.m.file.Text.Search.Found {
			t.Error("the pattern is not searched for in the next file")
		}
		if !s.m.file.Text.File.Wrap || !s.m.file.Preview.Output().Wrap || !s.m.file.Text.File.Options.Invisibles {
			t.Errorf("the next file is shown otherwise: %+v", s.m.file.Text.File.Options)
		}
	})
}

// TestManyFilesLeaveNothingOpen goes to and fro between files while reads, searches, filters and comparisons are under
// way, and counts goroutines and open files.
func TestManyFilesLeaveNothingOpen(t *testing.T) {
	paths := twoFiles(t)
	onScreen(t, paths[0], 100, 12, func(o *Options) { o.Paths = paths; o.Panes = "both" }, func(s *screen) {
		round := func() {
			for _, step := range []string{"n", "p"} {
				s.send(key("C"))
				for _, text := range []string{"/line", "&file", ":" + step} {
					s.send(key(text[:1]))
					s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text[1:])})
					s.send(key("enter"))
				}
				s.send(key("]"))
				s.settle()
			}
		}
		settled := func() (goroutines, files int, stacks string) {
			time.Sleep(time.Minute) // the highlighter's clock stops by itself
			s.settle()
			buf := make([]byte, 1<<20)
			stacks = string(buf[:runtime.Stack(buf, true)])
			// NumGoroutine would count one that has just ended, and those of other tests.
			return strings.Count(stacks, "synctest bubble"), openFiles(t), stacks
		}
		round()
		goroutines, files, _ := settled()
		for range 25 {
			round()
		}
		g, f, stacks := settled()
		if g > goroutines {
			t.Errorf("%d goroutines after 50 more files, %d before:\n%s", g, goroutines, stacks)
		}
		if f > files {
			t.Errorf("%d open files after 50 more files, %d before", f, files)
		}
	})
}

// openFiles is how many files this process has open; 0 where the system has no list of them. Wine has this list, but in
// it are also what it sends messages by, so that it is not counted on Windows: see TestWhatTheViewerHolds.
func openFiles(t *testing.T) int {
	t.Helper()
	if runtime.GOOS == "windows" {
		return 0
	}
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(list)
}
