package source

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// fastWatch looks often, so that a test without the system's news is quick, too.
var fastWatch = WatchOptions{Fast: 20 * time.Millisecond, Slow: time.Hour}

// ticks waits for a tick after what is done.
func ticks(t *testing.T, w *Watcher, what string, do func() error) {
	t.Helper()
	if !w.Polling() {
		drain(w)
	}
	if err := do(); err != nil {
		t.Fatal(what, err)
	}
	select {
	case <-w.C():
	case <-time.After(20 * time.Second):
		t.Fatalf("no tick after: %s (polling %v)", what, w.Polling())
	}
}

// drain takes in the ticks of what was done before.
func drain(w *Watcher) {
	for range 50 {
		select {
		case <-w.C():
		case <-time.After(3 * settled):
			return
		}
	}
}

func TestWatch(t *testing.T) {
	for _, poll := range []bool{false, true} {
		dir := t.TempDir()
		path, other := filepath.Join(dir, "log"), filepath.Join(dir, "log.1")
		if err := os.WriteFile(path, []byte("a\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		opt := fastWatch
		opt.Poll = poll
		w := Watch(path, opt)
		if poll {
			ticks(t, w, "nothing", func() error { return nil })
			w.Close()
			continue
		}
		for range 500 {
			if !w.Polling() {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if w.Polling() {
			w.Close()
			t.Skip("the system tells nothing here")
		}
		write := func(text string) func() error {
			return func() error { return os.WriteFile(path, []byte(text), 0o644) }
		}
		ticks(t, w, "written", write("a\nb\n"))
		ticks(t, w, "truncated", func() error { return os.Truncate(path, 0) })
		ticks(t, w, "renamed away", func() error { return os.Rename(path, other) })
		ticks(t, w, "made again", write("new\n"))
		ticks(t, w, "written after that", write("new\nnew\n"))
		ticks(t, w, "replaced", func() error { return os.Rename(other, path) })
		ticks(t, w, "removed", func() error { return os.Remove(path) })
		ticks(t, w, "made again", write("again\n"))
		w.Close()
	}
}

// TestWatchIsQuietAboutOthers holds that a busy directory does not make work.
func TestWatchIsQuietAboutOthers(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "log")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	w := Watch(path, fastWatch)
	defer w.Close()
	for range 100 {
		if !w.Polling() {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if w.Polling() {
		t.Skip("the system tells nothing here")
	}
	drain(w)
	if err := os.WriteFile(filepath.Join(dir, "other"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	select {
	case <-w.C():
		t.Error("a tick for another file")
	case <-time.After(5 * settled):
	}
}

func TestWatchALink(t *testing.T) {
	dir, one, two := t.TempDir(), t.TempDir(), t.TempDir()
	link := filepath.Join(dir, "current")
	for _, d := range []string{one, two} {
		if err := os.WriteFile(filepath.Join(d, "log"), []byte("a\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(one, "log"), link); err != nil {
		t.Skip(err)
	}
	w := Watch(link, fastWatch)
	defer w.Close()
	ticks(t, w, "the target written", func() error { return os.WriteFile(filepath.Join(one, "log"), []byte("b\n"), 0o644) })
	ticks(t, w, "the link pointed elsewhere", func() error {
		next := link + ".new"
		if err := os.Symlink(filepath.Join(two, "log"), next); err != nil {
			return err
		}
		return os.Rename(next, link)
	})
	ticks(t, w, "the new target written", func() error { return os.WriteFile(filepath.Join(two, "log"), []byte("c\n"), 0o644) })
}

// TestWatchADirectoryThatGoes holds that the watching goes on when the directory is made again.
func TestWatchADirectoryThatGoes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs")
	path := filepath.Join(dir, "log")
	make := func() error {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, []byte("a\n"), 0o644)
	}
	if err := make(); err != nil {
		t.Fatal(err)
	}
	w := Watch(path, fastWatch)
	defer w.Close()
	ticks(t, w, "the directory removed", func() error { return os.RemoveAll(dir) })
	ticks(t, w, "made again", make)
	ticks(t, w, "written", func() error { return os.WriteFile(path, []byte("b\n"), 0o644) })
}

func TestWatchCloseLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	before := runtime.NumGoroutine()
	for range 20 {
		w := Watch(path, fastWatch)
		w.Close()
		w.Close()
	}
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
