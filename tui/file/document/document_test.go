package document_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"eyeline/reader/source"
	"eyeline/reader/source/sourcetest"
	"eyeline/reader/tools"
	"eyeline/tui/file/document"
)

// patience is how long a test waits for what other goroutines do.
const patience = 20 * time.Second

// written is the path of a file of a text, in a directory of its own.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// opened is an open document, which is closed with the test.
func opened(t *testing.T, path string, o document.Options) *document.Document {
	t.Helper()
	d, err := document.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// until refreshes a document until it is as a test wants it.
func until(t *testing.T, d *document.Document, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		if d.Refresh(); is() {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s: not in %v; raw %+v, shown %+v", what, patience, d.Raw().Snapshot(), d.Shown().Snapshot())
		}
	}
}

// text is what a side has, as of the last refresh.
func text(t *testing.T, s *document.Content) string {
	t.Helper()
	all, err := io.ReadAll(io.NewSectionReader(s.Bytes(), 0, s.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

func closed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// TestOpen: a file has its path, a root that has it inside, and its bytes on one side.
func TestOpen(t *testing.T) {
	path := written(t, "a.txt", "one\ntwo\n")
	dir := filepath.Dir(path)
	d := opened(t, path, document.Options{})
	if d.Path() != path || d.Name() != path || d.Root() != dir || d.IsStream() || d.Revision() != "" ||
		d.Info() == nil {
		t.Errorf("path %q, name %q, root %q, stream %v, revision %q, info %v", d.Path(), d.Name(), d.Root(),
			d.IsStream(), d.Revision(), d.Info())
	}
	if d.Decoded() || d.Raw() != d.Shown() || text(t, d.Shown()) != "one\ntwo\n" || !d.Shown().Complete() ||
		d.Shown().Err() != nil {
		t.Errorf("decoded %v, shown %q, %+v", d.Decoded(), text(t, d.Shown()), d.Shown().Snapshot())
	}
	if other := opened(t, path, document.Options{}); other.Raw().Number() == d.Raw().Number() ||
		other.Raw().Version() == d.Raw().Version() {
		t.Error("two sides have the same number")
	}

	t.Chdir(dir)
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("sub", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("sub", "b.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("sub", "b.txt")
	for root, want := range map[string]string{"": wd, "sub": filepath.Join(wd, "sub")} {
		if d := opened(t, name, document.Options{Root: root}); d.Root() != want || d.Name() != name ||
			d.Path() != filepath.Join(wd, name) {
			t.Errorf("root %q: %q, name %q, path %q", root, d.Root(), d.Name(), d.Path())
		}
	}
}

// TestRefused: what is no file is an error, which says why.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	if _, err := document.Open(filepath.Join(dir, "none"), document.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := document.Open(dir, document.Options{}); err == nil {
		t.Error("a directory is opened")
	}
}

// TestArgument: each kind of tool is told the path that it takes.
func TestArgument(t *testing.T) {
	path := written(t, "a.txt", "")
	d := opened(t, path, document.Options{})
	outside := opened(t, path, document.Options{Root: t.TempDir()})
	src, err := source.Spool("-", strings.NewReader(""), source.SpoolOptions{})
	if err != nil {
		t.Fatal(err)
	}
	input := document.FromInput(src, document.Options{})
	t.Cleanup(input.Close)
	for _, c := range []struct {
		what  string
		d     *document.Document
		paths tools.Paths
		want  string
	}{
		{"a file", d, tools.PathAny, path},
		{"a file", d, tools.PathAbsolute, path},
		{"a file", d, tools.PathConfined, "a.txt"},
		{"a file outside of the root", outside, tools.PathConfined, path},
		{"standard input", input, tools.PathAny, "stdin"},
		{"standard input", input, tools.PathConfined, "stdin"},
		{"standard input", input, tools.PathAbsolute, "/dev/stdin"},
	} {
		if got := c.d.Argument(&tools.Tool{Paths: c.paths}); got != c.want {
			t.Errorf("%s, kind %d: %q, want %q", c.what, c.paths, got, c.want)
		}
	}
}

// TestEnv: a tool gets the index of the lines only as long as the file that it opens is the one that was counted.
func TestEnv(t *testing.T) {
	path := written(t, "a.txt", strings.Repeat("a line\n", 1000))
	d := opened(t, path, document.Options{})
	d.Raw().Count()()
	if d.Raw().Count() != nil {
		t.Error("the lines are to be counted twice")
	}
	until(t, d, "counted", func() bool { n, known := d.Raw().TotalLines(); return known && n == 1000 })
	env := d.Env(true, map[string]int64{"limit": 7})
	if env.Root != d.Root() || !env.Explain || env.Settings["limit"] != 7 || env.Stream != nil {
		t.Errorf("%+v", env)
	}
	now := func() fs.FileInfo {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	if env.Index(nil) != nil {
		t.Error("an index of bytes that are no file's")
	}
	if x := env.Index(now()); x == nil {
		t.Error("no index of the file itself")
	} else if n, known := x.Lines(); n != 1000 || !known {
		t.Errorf("%d lines, known %v", n, known)
	}
	if err := os.WriteFile(path, []byte("shorter\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if env.Index(now()) != nil {
		t.Error("the index of a file that has changed since")
	}
}

// TestGrowing: what is added to a file is seen after Poll and Refresh, and no sooner; its lines are counted on.
func TestGrowing(t *testing.T) {
	path := written(t, "log", "one\n")
	d := opened(t, path, document.Options{})
	s := d.Raw()
	s.Count()()
	until(t, d, "one line", func() bool { n, known := s.TotalLines(); return known && n == 1 })
	version := s.Version()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("two\nthree\n"); err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	d.Poll()
	if text(t, s) != "one\n" || s.HasByte(4) || !s.HasByte(3) || s.HasLine(3) {
		t.Errorf("before it is refreshed the side has %q", text(t, s))
	}
	select {
	case <-s.Changed():
	case <-time.After(patience):
		t.Error("nothing says that the bytes have changed")
	}
	until(t, d, "three lines", func() bool { n, known := s.TotalLines(); return known && n == 3 })
	if text(t, s) != "one\ntwo\nthree\n" || s.Version() != version || !s.HasLine(3) || s.HasLine(5) {
		t.Errorf("%q, version %d before and %d now", text(t, s), version, s.Version())
	}
	n, err := s.Lines().LineAt(t.Context(), s.Bytes(), 8)
	if err != nil || n != 3 {
		t.Errorf("byte 8 is in line %d: %v", n, err)
	}
}

// TestReloadOfAPathThatCannotBeOpened: what is still open is not said to be read again.
func TestReloadOfAPathThatCannotBeOpened(t *testing.T) {
	path := written(t, "f", "one\n")
	d := opened(t, path, document.Options{})
	if err := d.Reload(); err != nil {
		t.Error(err)
	}
	if err := sourcetest.Vanish(path); err != nil {
		t.Skip(err) // a system where a file that is open cannot be removed
	}
	if err := d.Reload(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a file: %v", err)
	}
}

// TestTruncated: a file that is rewritten has other bytes, and its side another version.
func TestTruncated(t *testing.T) {
	path := written(t, "log", strings.Repeat("old line\n", 100))
	d := opened(t, path, document.Options{})
	s := d.Raw()
	s.Count()()
	until(t, d, "100 lines", func() bool { n, known := s.TotalLines(); return known && n == 100 })
	version := s.Version()
	if err := os.WriteFile(path, []byte("new\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := d.Reload(); err != nil {
		t.Fatal(err)
	}
	until(t, d, "one line", func() bool { n, known := s.TotalLines(); return known && n == 1 })
	if text(t, s) != "new\n" || s.Version() == version || s.Snapshot().State != source.Truncated {
		t.Errorf("%q, version %d before and %d now, %+v", text(t, s), version, s.Version(), s.Snapshot())
	}
	if err := sourcetest.Vanish(path); err != nil {
		t.Fatal(err)
	}
	d.Poll()
	if d.Refresh(); s.Snapshot().State != source.Vanished || text(t, s) != "new\n" {
		t.Errorf("of a file that is gone: %+v", s.Snapshot())
	}
}

// TestWatch: a change is found while the document is watched, and that ends when it is closed.
func TestWatch(t *testing.T) {
	path := written(t, "log", "one\n")
	d, err := document.Open(path, document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	watched := make(chan struct{})
	go func() { defer close(watched); d.Watch() }()
	if err := os.WriteFile(path, []byte("one\ntwo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	end := time.Now().Add(patience)
	for d.Raw().Snapshot().Size != 8 && time.Now().Before(end) {
		time.Sleep(time.Millisecond)
		d.Refresh()
	}
	if d.Raw().Snapshot().Size != 8 {
		t.Error("the change is not found")
	}
	if closed(d.Done()) || closed(d.Raw().Done()) {
		t.Error("done before it is closed")
	}
	d.Close()
	if !closed(d.Done()) || !closed(d.Raw().Done()) {
		t.Error("not done though it is closed")
	}
}

// stalling is a source whose reads wait until it is closed, once it stalls.
type stalling struct {
	source.Source
	closed  atomic.Pointer[chan struct{}] // nil: it does not stall
	waiting atomic.Int64
}

func (s *stalling) stall() {
	closed := make(chan struct{})
	s.closed.Store(&closed)
}

func (s *stalling) ReadAt(p []byte, off int64) (int, error) {
	if closed := s.closed.Load(); closed != nil {
		s.waiting.Add(1)
		<-*closed
		return 0, os.ErrClosed
	}
	return s.Source.ReadAt(p, off)
}

func (s *stalling) Close() error {
	if closed := s.closed.Load(); closed != nil {
		close(*closed)
	}
	return s.Source.Close()
}

// TestCloseEndsACountThatStalls: closing a document does not wait for a read of its index that only closing the source
// ends.
func TestCloseEndsACountThatStalls(t *testing.T) {
	file, err := source.OpenFile(written(t, "lines.txt", "one\ntwo\n"))
	if err != nil {
		t.Fatal(err)
	}
	bad := &stalling{Source: file}
	d, err := document.New(bad, "lines.txt", document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	bad.stall()
	d.Raw().Count()()
	for start := time.Now(); bad.waiting.Load() == 0; time.Sleep(time.Millisecond) {
		if time.Since(start) > patience {
			t.Fatal("nothing is counted")
		}
	}
	done := make(chan struct{})
	go func() { d.Close(); close(done) }()
	select {
	case <-done:
	case <-time.After(patience):
		t.Fatal("Close waits for the read")
	}
}

// TestCloseWhileRead: a document may be closed while its bytes are read, counted, looked at and decoded: reads end,
// with an error or without one, and nothing waits.
func TestCloseWhileRead(t *testing.T) {
	path := written(t, "big.txt", "\xff\xfe"+strings.Repeat("a\x00\n\x00", 200_000))
	for range 5 {
		file, err := source.OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bad := &stalling{Source: file}
		d, err := document.New(bad, path, document.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.DetectNow()
		if !d.Decoded() {
			t.Fatalf("the form is %+v", d.Form())
		}
		raw, shown := d.Raw(), d.Shown()
		bytes, version := raw.Bytes(), shown.Version()
		var all sync.WaitGroup
		stalled := make(chan struct{})
		run := func(f func()) { all.Go(f) }
		run(raw.Count())
		run(shown.Count())
		run(func() {
			buf := make([]byte, 4096)
			for off := int64(0); off < bytes.Size(); off += int64(len(buf)) {
				if _, err := bytes.ReadAt(buf, off); err != nil {
					return
				}
			}
		})
		run(func() { _, _ = io.Copy(io.Discard, shown.Reader(context.Background())) })
		run(func() {
			for !closed(d.Done()) {
				d.Poll()
				time.Sleep(time.Millisecond)
			}
		})
		run(func() {
			<-stalled
			if s, err := d.Decode(d.Form()); err == nil {
				s.Free()
			}
		})
		bad.stall()
		close(stalled)
		d.Close()
		done := make(chan struct{})
		go func() { all.Wait(); close(done) }()
		select {
		case <-done:
		case <-time.After(patience):
			t.Fatal("something still waits")
		}
		if !closed(raw.Done()) || !closed(shown.Done()) || shown.Version() != version {
			t.Error("a side is not done")
		}
	}
}
