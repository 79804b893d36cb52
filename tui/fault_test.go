package tui

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/reader/source"
	"eyeline/reader/source/sourcetest"
	"eyeline/themes"
	"eyeline/tui/file/document"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
)

// faultySource is a source that can be broken and mended while it is in use, from any goroutine. Until then it is the
// source that it wraps. Faults add up: a read stalls first, is then cut short, and then fails.
type faultySource struct {
	source.Source

	mu      sync.Mutex
	failAt  int64 // reads that reach this offset fail; -1: none do
	err     error
	stalled chan struct{} // closed when reads go on; nil when they do
	short   int           // most bytes of a read; 0: all
	waiting int
	closed  bool
}

// Fail makes reads that reach byte offset off (0-based) fail with err after the bytes before it; a nil err is EIO. A
// negative off makes all work again.
func (s *faultySource) Fail(off int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		err = syscall.EIO
	}
	s.failAt, s.err = off, err
}

// Stall makes reads that begin from now on wait until Release or Close.
func (s *faultySource) Stall() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stalled == nil && !s.closed {
		s.stalled = make(chan struct{})
	}
}

// Release lets stalled reads go on, with the other faults as they are then.
func (s *faultySource) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.release()
}

func (s *faultySource) release() {
	if s.stalled != nil {
		close(s.stalled)
		s.stalled = nil
	}
}

// Waiting is how many reads are stalled.
func (s *faultySource) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.waiting
}

// Short makes each read give n bytes at most, without an error where there are more, as io.ReaderAt does not allow but
// a network's does; 0 lifts that.
func (s *faultySource) Short(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.short = n
}

// Close ends stalled reads, with os.ErrClosed, and closes the wrapped source.
func (s *faultySource) Close() error {
	s.mu.Lock()
	s.closed = true
	s.release()
	s.mu.Unlock()
	return s.Source.Close()
}

// ReadAt implements io.ReaderAt, but for what Short does.
func (s *faultySource) ReadAt(p []byte, off int64) (int, error) {
	s.mu.Lock()
	for s.stalled != nil {
		stalled := s.stalled
		s.waiting++
		s.mu.Unlock()
		<-stalled
		s.mu.Lock()
		s.waiting--
	}
	closed, failAt, fault, short := s.closed, s.failAt, s.err, s.short
	s.mu.Unlock()
	if closed {
		return 0, os.ErrClosed
	}
	whole := len(p)
	if short > 0 {
		p = p[:min(len(p), short)]
	}
	if failAt >= 0 && off+int64(len(p)) > failAt {
		n := 0
		if off < failAt {
			var err error
			if n, err = s.Source.ReadAt(p[:failAt-off], off); err != nil {
				return n, err // there is less than that
			}
		}
		return n, fault
	}
	n, err := s.Source.ReadAt(p, off)
	if n > 0 && len(p) < whole && err == io.EOF {
		err = nil
	}
	return n, err
}

// onFaulty shows a file whose source the test breaks.
func onFaulty(t *testing.T, lines int, test func(*screen, *faultySource)) {
	t.Helper()
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "line %d of a file on a disk that is not well\n", i+1)
	}
	path := written(t, "sick.log", b.String())
	startClock()
	synctest.Test(t, func(t *testing.T) {
		src, err := source.OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bad := &faultySource{Source: src, failAt: -1}
		d, err := document.New(bad, path, document.Options{})
		if err != nil {
			t.Fatal(err)
		}
		theme, err := themes.New(themes.DefaultDark, themes.None)
		if err != nil {
			t.Fatal(err)
		}
		s := &screen{t: t, msgs: make(chan tea.Msg, 1024)}
		opts := Options{
			Request: toolrequest.New(),
			Panes:   "file", Drawing: cells.Drawing{TabWidth: 4}, Theme: theme,
			Keys: keymap.Default(),
		}
		s.m = newModel(opts, d)
		defer func() {
			bad.Release()
			s.m.close()
			time.Sleep(time.Minute)
			synctest.Wait()
		}()
		s.run(s.m.Init())
		test(s, bad)
	})
}

// TestReadErrors checks that a part that cannot be read is named, and that the rest stays usable.
func TestReadErrors(t *testing.T) {
	t.Parallel()
	onFaulty(t, 20_000, func(s *screen, bad *faultySource) {
		bad.Fail(500_000, nil)
		s.send(tea.WindowSizeMsg{Width: 80, Height: 12})
		s.settle()
		s.has("line 1 of a file")
		s.keys("G")
		s.has("cannot read: input/output error")
		s.keys("1", "0", "0", "G")
		s.has("▸  100 │ line 100 of")
		s.keys("/", "type:nowhere", "enter")
		s.has("input/output error")
		bad.Fail(-1, nil)
		s.keys("R", "G")
		s.has("line 20000 of")
	})
}

// TestNothingCanBeRead checks that even then the screen says why, and all keys are answered.
func TestNothingCanBeRead(t *testing.T) {
	t.Parallel()
	onFaulty(t, 100, func(s *screen, bad *faultySource) {
		bad.Fail(0, nil)
		s.send(tea.WindowSizeMsg{Width: 80, Height: 12})
		s.settle()
		s.has("cannot read: input/output error")
		s.keys("j", "G", " ", "n", "W", "H", "H", "=", "tab", "]", "p", "p", "p")
		s.has("input/output error")
		s.keys("q")
		if !s.quit {
			t.Error("does not quit")
		}
	})
}

// TestShortReads checks that reads that come in pieces change nothing.
func TestShortReads(t *testing.T) {
	t.Parallel()
	onFaulty(t, 500, func(s *screen, bad *faultySource) {
		bad.Short(7)
		s.send(tea.WindowSizeMsg{Width: 80, Height: 12})
		s.settle()
		s.has("line 1 of a file")
		s.keys("G")
		s.has("line 500 of a file", "500 lines")
	})
}

// TestStalledReads checks that a source that does not answer keeps no key from being answered, is named, and can be
// given up.
func TestStalledReads(t *testing.T) {
	t.Parallel()
	onFaulty(t, 20_000, func(s *screen, bad *faultySource) {
		s.send(tea.WindowSizeMsg{Width: 80, Height: 12})
		s.settle()
		bad.Stall()
		s.send(key("G"))
		s.pass(2 * time.Second)
		if bad.Waiting() == 0 {
			t.Fatal("no read waits")
		}
		s.has("waiting for the file", "Esc stops", "line 1 of a file")
		s.send(key("esc"))
		s.pass(time.Second)
		s.has("stopped")
		s.send(key("j"))
		s.has("▸    2 │ line 2")
		s.send(key("q"))
		s.pass(time.Second)
		if !s.quit {
			t.Error("does not quit")
		}
	})
}

// pass lets the bubble's time pass while some reads do not come back.
func (s *screen) pass(d time.Duration) {
	s.t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
		for len(s.msgs) > 0 {
			s.send(<-s.msgs)
		}
	}
}

// TestVanishedFile checks what is shown when the name is gone, and when it is back.
func TestVanishedFile(t *testing.T) {
	t.Parallel()
	path := written(t, "log", "one\ntwo\n")
	onScreen(t, path, 80, 8, nil, func(s *screen) {
		if err := sourcetest.Vanish(path); err != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("the file is gone; what is shown is the last of it", "two")
		if err := os.WriteFile(path, []byte("three\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("the file was replaced: this is the new one", "three")
		s.lacks("two")
	})
}

// TestRotation checks that following goes on in the file that takes the name.
func TestRotation(t *testing.T) {
	t.Parallel()
	path := written(t, "log", strings.Repeat("old line\n", 50))
	onScreen(t, path, 80, 8, func(o *Options) { o.Input.Follow = true }, func(s *screen) {
		s.has("▸  50 │ old line")
		if err := os.Rename(path, path+".1"); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Repeat("new line\n", 20)), 0o644); err != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("▸  20 │ new line", "the file was replaced: this is the new one")
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("newest line\n"); err != nil {
			t.Fatal(err)
		}
		_ = f.Close()
		s.later()
		s.has("▸  21 │ newest line")
	})
}

// TestMarksOfAFileThatChanged checks that a mark is kept as long as it says where it was set.
func TestMarksOfAFileThatChanged(t *testing.T) {
	t.Parallel()
	path := written(t, "log", strings.Repeat("old line\n", 50))
	onScreen(t, path, 80, 8, nil, func(s *screen) {
		s.keys("5", "G", "m", "a", "4", "0", "G", "m", "b", "g")
		if err := os.WriteFile(path, []byte(strings.Repeat("new line\n", 20)), 0o644); err != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("truncated or rewritten")
		s.keys("'", "b")
		s.has("no mark b")
		s.keys("'", "'") // the last jump began in line 40
		s.has("no mark '")
		s.keys("'", "a")
		s.has("▸   5 │ new line")
		if err := os.WriteFile(path+".new", []byte(strings.Repeat("other line\n", 60)), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := sourcetest.Replace(path+".new", path); err != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("the file was replaced: this is the new one")
		s.keys("'", "a")
		s.has("no mark a")
		s.keys("'", "'")
		s.has("no mark '")
	})
}
