package source

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"eyeline/reader/source/sourcetest"
)

func tempFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, text)
	return path
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, path string) *File {
	t.Helper()
	s, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s.(*File)
}

func refresh(t *testing.T, s *File) Snapshot {
	t.Helper()
	snap, err := s.Refresh(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return snap
}

func all(t *testing.T, s Source) string {
	t.Helper()
	p, err := io.ReadAll(io.NewSectionReader(s, 0, s.Snapshot().Size))
	if err != nil {
		t.Fatal(err)
	}
	return string(p)
}

// later gives a file another time of change, as the clock may not have moved on.
func later(t *testing.T, path string, by time.Duration) {
	t.Helper()
	at := time.Now().Add(by)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

func TestGrowthKeepsTheGeneration(t *testing.T) {
	path := tempFile(t, "one\n")
	s := open(t, path)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if _, err := f.WriteString("two\n"); err != nil {
		t.Fatal(err)
	}
	later(t, path, time.Hour)
	if snap := refresh(t, s); snap.Generation != 1 || snap.Size != 8 || snap.State != Present {
		t.Errorf("%+v", snap)
	}
	if got := all(t, s); got != "one\ntwo\n" {
		t.Errorf("%q", got)
	}
	select {
	case <-s.Wake():
	default:
		t.Error("no wake-up")
	}
	if snap := refresh(t, s); snap.Size != 8 {
		t.Errorf("%+v", snap)
	}
	select {
	case <-s.Wake():
		t.Error("a wake-up without a change")
	default:
	}
}

func TestTruncationAndRewriteBeginAGeneration(t *testing.T) {
	path := tempFile(t, "some text\n")
	s := open(t, path)
	old := s.At(s.Snapshot())
	write(t, path, "x\n")
	if snap := refresh(t, s); snap.Generation != 2 || snap.State != Truncated || snap.Size != 2 {
		t.Errorf("shorter: %+v", snap)
	}
	if _, err := old.ReadAt(make([]byte, 1), 0); !errors.Is(err, ErrStale) {
		t.Errorf("a read of the old generation: %v", err)
	}
	write(t, path, "y\n")
	later(t, path, time.Hour)
	if snap := refresh(t, s); snap.Generation != 3 || snap.State != Truncated {
		t.Errorf("rewritten at the same size: %+v", snap)
	}
	write(t, path, "other and longer\n")
	later(t, path, 2*time.Hour)
	if snap := refresh(t, s); snap.Generation != 4 || all(t, s) != "other and longer\n" {
		t.Errorf("rewritten longer: %+v", snap)
	}
}

func TestReplacedAndVanished(t *testing.T) {
	path := tempFile(t, "old\n")
	s := open(t, path)
	if err := sourcetest.Vanish(path); err != nil {
		t.Fatal(err)
	}
	if snap := refresh(t, s); snap.State != Vanished || snap.Generation != 1 {
		t.Errorf("vanished: %+v", snap)
	}
	if got := all(t, s); got != "old\n" {
		t.Errorf("the open file reads %q", got)
	}
	next := filepath.Join(filepath.Dir(path), "next")
	write(t, next, "new file\n")
	if err := sourcetest.Replace(next, path); err != nil {
		t.Fatal(err)
	}
	if snap := refresh(t, s); snap.State != Replaced || snap.Generation != 2 || all(t, s) != "new file\n" {
		t.Errorf("replaced: %+v", snap)
	}
	if err := sourcetest.Vanish(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Refresh(context.Background()); err == nil {
		t.Error("a directory in its place is no error")
	}
	if got := all(t, s); got != "new file\n" {
		t.Errorf("then it reads %q", got)
	}
}

func TestClosed(t *testing.T) {
	s := open(t, tempFile(t, "x"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.ReadAt(make([]byte, 1), 0); !errors.Is(err, os.ErrClosed) {
		t.Errorf("read: %v", err)
	}
	if _, err := s.Refresh(context.Background()); !errors.Is(err, os.ErrClosed) {
		t.Errorf("refresh: %v", err)
	}
}

func TestWhatIsNoFileIsRefused(t *testing.T) {
	var kind *KindError
	if _, err := OpenFile(t.TempDir()); !errors.As(err, &kind) || !strings.HasSuffix(err.Error(), " is a directory") {
		t.Errorf("directory: %v", err)
	}
	if _, err := OpenFile(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}

func TestStreamIsReadableWhileItArrives(t *testing.T) {
	r, w := io.Pipe()
	s, err := Spool("-", r, SpoolOptions{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if _, err := io.WriteString(w, "first "); err != nil {
		t.Fatal(err)
	}
	<-s.Wake()
	if snap := s.Snapshot(); snap.Complete || snap.Size != 6 || all(t, s) != "first " {
		t.Errorf("%+v", snap)
	}
	if n, err := s.ReadAt(make([]byte, 10), 3); n != 3 || err != io.EOF {
		t.Errorf("%d %v", n, err)
	}
	if _, err := io.WriteString(w, "second"); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	if err := s.Wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	if snap := s.Snapshot(); !snap.Complete || snap.Err != nil || all(t, s) != "first second" {
		t.Errorf("%+v", snap)
	}
}

func TestStreamLimitAndErrors(t *testing.T) {
	s, err := Spool("-", bytes.NewReader(make([]byte, 1<<20)), SpoolOptions{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	_ = s.Wait(context.Background())
	if snap := s.Snapshot(); snap.Size != 1000 || !errors.Is(snap.Err, ErrSpoolLimit) || !snap.Complete {
		t.Errorf("%+v", snap)
	}
	bad, err := Spool("-", io.MultiReader(strings.NewReader("some"), iotest.ErrReader(iotest.ErrTimeout)), SpoolOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = bad.Close() }()
	_ = bad.Wait(context.Background())
	if snap := bad.Snapshot(); snap.Size != 4 || !errors.Is(snap.Err, iotest.ErrTimeout) {
		t.Errorf("%+v", snap)
	}
	if _, err := Spool("-", nil, SpoolOptions{Dir: filepath.Join(t.TempDir(), "none")}); err == nil {
		t.Error("no error for a directory that is not there")
	}
}

// TestCloseEndsAStreamThatWaits also checks that the temporary file is gone.
func TestCloseEndsAStreamThatWaits(t *testing.T) {
	dir := t.TempDir()
	r, w := io.Pipe()
	defer func() { _ = w.Close() }()
	s, err := Spool("-", r, SpoolOptions{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A look that costs little tells of growth, a rewrite, another file and none, and of nothing where there was nothing.
func TestTouched(t *testing.T) {
	path := tempFile(t, "one\n")
	later(t, path, -time.Hour)
	s := open(t, path)
	untouched := func(after string) {
		t.Helper()
		later(t, path, -time.Hour) // long ago, so that the next change has another time
		refresh(t, s)
		if s.MayHaveChanged() {
			t.Error("touched, though nothing has happened since the look after", after)
		}
	}
	for _, c := range []struct {
		what string
		do   func()
	}{
		{"growth", func() { write(t, path, "one\ntwo\n") }},
		{"a rewrite of the same size", func() { write(t, path, "one\nsix\n") }},
		{"another file", func() {
			next := tempFile(t, "one\nten\n")
			if err := sourcetest.Replace(next, path); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		untouched("what was before " + c.what)
		if c.do(); !s.MayHaveChanged() {
			t.Error("not touched by", c.what)
		}
	}
	if err := sourcetest.Vanish(path); err != nil {
		t.Fatal(err)
	}
	if !s.MayHaveChanged() {
		t.Error("not touched by the end of the file")
	}
	if refresh(t, s); s.MayHaveChanged() {
		t.Error("touched, though it was gone before")
	}
}
