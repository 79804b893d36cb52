package tui

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/reader/search"
	"eyeline/tui/find"
	"eyeline/tui/jobs"
)

// TestOneSearchReadsAtATime: the matches are counted once the search has ended, and a search begins once the one before
// it has.
func TestOneSearchReadsAtATime(t *testing.T) {
	path := written(t, "f.txt", strings.Repeat("some text\n", 1000))
	onScreen(t, path, 100, 20, nil, func(s *screen) {
		p, err := s.m.file.Text.Compile("text")
		if err != nil {
			t.Fatal(err)
		}
		s.m.file.Text.Search.SetPattern(p, search.Forward)
		first := s.m.file.Text.Search.Find(0, search.Forward, 1)
		second := s.m.file.Text.Search.Find(0, search.Forward, 2)
		count := s.m.file.Text.Search.CountMatches()().(tea.BatchMsg)[0]

		found, counted := make(chan find.Result, 1), make(chan error, 1)
		go func() { counted <- answered[error](t, count()) }()
		go func() { found <- answered[find.Result](t, second()) }()
		synctest.Wait()
		if len(counted) != 0 || len(found) != 0 {
			t.Fatal("it did not wait for the first search")
		}
		if msg := answered[find.Result](t, first()); msg.Err == nil {
			t.Error("the first search was not stopped by the second")
		}
		if msg := <-found; !msg.OK || msg.Match.LineStart != 10 {
			t.Errorf("found %+v", msg)
		}
		if err := <-counted; err != nil || s.m.file.Text.Search.Counter.Snapshot().Matches != 1000 {
			t.Errorf("counted %d, %v", s.m.file.Text.Search.Counter.Snapshot().Matches, err)
		}
	})
}

// TestStoppedCountDoesNotWait for a search that goes on.
func TestStoppedCountDoesNotWait(t *testing.T) {
	path := written(t, "f.txt", "some text\n")
	onScreen(t, path, 100, 20, nil, func(s *screen) {
		p, err := s.m.file.Text.Compile("text")
		if err != nil {
			t.Fatal(err)
		}
		s.m.file.Text.Search.SetPattern(p, search.Forward)
		search := s.m.file.Text.Search.Find(0, search.Forward, 1)
		count := s.m.file.Text.Search.CountMatches()().(tea.BatchMsg)[0]
		s.m.file.Text.Jobs.End(jobs.Count)
		if err := answered[error](t, count()); !errors.Is(err, context.Canceled) {
			t.Errorf("counted: %v", err)
		}
		s.run(search)
		s.settle()
	})
}

// TestASearchGoesThroughTheFileOnce: going round the end of the file, it ends where it began.
func TestASearchGoesThroughTheFileOnce(t *testing.T) {
	text := strings.Repeat("some text\n", 1000)
	onScreen(t, written(t, "f.txt", text), 100, 20, nil, func(s *screen) {
		for _, from := range []int64{0, 1, 4321, int64(len(text))} {
			for _, dir := range []search.Direction{search.Forward, search.Backward} {
				p, err := s.m.file.Text.Compile("absent")
				if err != nil {
					t.Fatal(err)
				}
				s.m.file.Text.Search.SetPattern(p, dir)
				answer := s.m.file.Text.Search.Find(from, dir, 1)()
				msg := answered[find.Result](t, answer)
				if read := s.m.file.Text.Search.Finder.Searched(); msg.OK || msg.Err != nil || read < int64(len(text)) || read > int64(len(text))+1 {
					t.Errorf("from %d, direction %d: %v, went through %d of %d bytes", from, dir, msg, read, len(text))
				}
				s.run(func() tea.Msg { return answer })
				s.settle()
				s.has("not found: absent")
			}
		}
	})
}

// TestAPatternThatIsMendedIsFound: one that cannot be read is refused, and the file still answers when it can.
func TestAPatternThatIsMendedIsFound(t *testing.T) {
	text := strings.Repeat("a line of many\n", 100_000) + "a needle\n" // far from where the search begins
	onScreen(t, written(t, "long.txt", text), 80, 24, nil, func(s *screen) {
		s.keys("/", "type:needle", "type:(", "enter")
		s.has("bad pattern")
		s.keys("backspace", "enter")
		s.later()
		s.lacks("waiting for the file", "bad pattern")
		s.has("a needle")
		s.keys("g", "/", "type:needle", "type:(", "enter", "esc")
		s.later()
		s.lacks("waiting for the file")
	})
}
