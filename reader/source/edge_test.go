package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/source/sourcetest"
)

// woken reports whether a wake-up is waiting, and takes it.
func woken(s Source) bool {
	select {
	case <-s.Wake():
		return true
	default:
		return false
	}
}

// TestRewriteInTheMiddleBeginsAGeneration changes one byte far from the file's start and end, as a program does that
// saves in place.
func TestRewriteInTheMiddleBeginsAGeneration(t *testing.T) {
	text := strings.Repeat("0123456789abcde\n", 2000)
	path := tempFile(t, text)
	s := open(t, path)
	view := s.At(s.Snapshot())
	changed := []byte(text)
	changed[len(text)/2] = '\n'
	write(t, path, string(changed))
	later(t, path, time.Hour)
	if snap := refresh(t, s); snap.Generation != 2 || snap.State != Truncated || all(t, s) != string(changed) {
		t.Errorf("%+v", snap)
	}
	if _, err := view.ReadAt(make([]byte, 1), 0); !errors.Is(err, ErrStale) {
		t.Errorf("a read of the bytes that were: %v", err)
	}
	if !woken(s) {
		t.Error("no wake-up")
	}
}

// TestGrowthAfterGrowth appends in steps around the size of the blocks, and rewrites between them.
func TestGrowthAfterGrowth(t *testing.T) {
	path := tempFile(t, "")
	s := open(t, path)
	text := ""
	hour := time.Hour
	for _, n := range []int{1, 10, sumBlock - 11, 1, sumBlock, 3*sumBlock + 5, 2} {
		text += strings.Repeat("abcdefghijklmnopqrstuvw", n/23+1)[:n]
		write(t, path, text) // the same bytes and more: no one can tell it from an append
		later(t, path, hour)
		hour += time.Hour
		if snap := refresh(t, s); snap.Generation != 1 || snap.State != Present || all(t, s) != text {
			t.Fatalf("%d bytes: %+v", len(text), snap)
		}
	}
	for i, at := range []int{0, len(text) - 1} { // longer, but not the same up to there
		other := []byte(text)
		other[at] = '!'
		text = string(other) + "more"
		write(t, path, text)
		later(t, path, hour)
		hour += time.Hour
		if snap := refresh(t, s); snap.Generation != uint64(2+i) || snap.State != Truncated {
			t.Fatalf("byte %d changed: %+v", at, snap)
		}
	}
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	if snap := refresh(t, s); snap.Generation != 4 || snap.Size != 0 {
		t.Errorf("emptied: %+v", snap)
	}
	if n, err := s.ReadAt(make([]byte, 1), 0); n != 0 || err != io.EOF {
		t.Errorf("a read of nothing: %d %v", n, err)
	}
}

// TestTheSameFileComesBack renames a file away and back.
func TestTheSameFileComesBack(t *testing.T) {
	path := tempFile(t, "text\n")
	s := open(t, path)
	away := path + ".away"
	if err := os.Rename(path, away); err != nil {
		t.Fatal(err)
	}
	if snap := refresh(t, s); snap.State != Vanished {
		t.Fatalf("%+v", snap)
	}
	if f, err := os.OpenFile(away, os.O_APPEND|os.O_WRONLY, 0); err != nil {
		t.Fatal(err)
	} else if _, err := f.WriteString("more\n"); err != nil || f.Close() != nil {
		t.Fatal(err)
	}
	later(t, away, time.Hour)
	if snap := refresh(t, s); snap.State != Vanished || snap.Size != 10 || snap.Generation != 1 {
		t.Errorf("grown while it has no name: %+v", snap)
	}
	if err := os.Rename(away, path); err != nil {
		t.Fatal(err)
	}
	if snap := refresh(t, s); snap.State != Present || snap.Generation != 1 || all(t, s) != "text\nmore\n" {
		t.Errorf("back: %+v", snap)
	}
}

// TestAnErrorThatStaysWakesOnce puts a directory in a file's place.
func TestAnErrorThatStaysWakesOnce(t *testing.T) {
	path := tempFile(t, "text\n")
	s := open(t, path)
	if err := sourcetest.Vanish(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	var kind *KindError
	if snap, err := s.Refresh(context.Background()); !errors.As(err, &kind) || !errors.As(snap.Err, &kind) || snap.State != Vanished {
		t.Errorf("%+v %v", snap, err)
	}
	if !woken(s) {
		t.Error("no wake-up")
	}
	if _, err := s.Refresh(context.Background()); err == nil {
		t.Error("no error")
	}
	if woken(s) {
		t.Error("a wake-up without a change")
	}
	if err := sourcetest.Vanish(path); err != nil {
		t.Fatal(err)
	}
	if snap := refresh(t, s); snap.Err != nil || snap.State != Vanished {
		t.Errorf("nothing in its place: %+v", snap)
	}
	write(t, path, "new\n")
	if snap := refresh(t, s); snap.Generation != 2 || snap.State != Replaced || snap.Err != nil || !woken(s) {
		t.Errorf("a file again: %+v", snap)
	}
}

// TestRefreshesAtTheSameMoment appends while several goroutines look: an older look must not undo a newer one.
func TestRefreshesAtTheSameMoment(t *testing.T) {
	path := tempFile(t, "line\n")
	s := open(t, path)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var group sync.WaitGroup
	stop := make(chan struct{})
	for range 4 {
		group.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := s.Refresh(context.Background()); err != nil {
					t.Error(err)
					return
				}
				// A write over a page's edge may be seen when its first page is done.
				if n := s.Snapshot().Size; n%5 != 0 && n%4096 != 0 {
					t.Errorf("%d bytes", n)
				}
			}
		})
	}
	for range 2000 {
		if _, err := f.WriteString("line\n"); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	group.Wait()
	// A write changes the time before the size: a look that sees only the first waits for the second, but not for a
	// writer that the system delays for longer. That is rare; an older look that undoes a newer one is not.
	if snap := refresh(t, s); snap.Size != 5*2001 || snap.Generation > 3 {
		t.Errorf("%+v", snap)
	}
}

// TestReadsNeverMixFiles replaces a file again and again while it is read: a read of a snapshot gives bytes of that
// file, or ErrStale.
func TestReadsNeverMixFiles(t *testing.T) {
	longtest.SkipUnlessLong(t)
	const size = 64 << 10
	path := tempFile(t, strings.Repeat("a", size))
	s := open(t, path)
	var group sync.WaitGroup
	stop := make(chan struct{})
	for range 2 {
		group.Go(func() {
			p := make([]byte, size)
			for {
				select {
				case <-stop:
					return
				default:
				}
				snap := s.Snapshot()
				n, err := s.At(snap).ReadAt(p, 0)
				switch {
				case errors.Is(err, ErrStale):
					if n != 0 {
						t.Errorf("%d stale bytes", n)
					}
				case err != nil:
					t.Error(err)
					return
				default:
					want := byte('a' + (snap.Generation-1)%26)
					if n != size || strings.Trim(string(p), string(want)) != "" {
						t.Errorf("generation %d reads %q…", snap.Generation, p[:10])
					}
				}
				// As it is now, whatever that is, but never an error.
				if _, err := s.ReadAt(p, 0); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := 1; i < 200; i++ {
		next := path + ".next"
		write(t, next, strings.Repeat(string(rune('a'+i%26)), size))
		if err := sourcetest.Replace(next, path); err != nil {
			t.Fatal(err)
		}
		if snap := refresh(t, s); snap.Generation != uint64(i+1) {
			t.Fatalf("%d: %+v", i, snap)
		}
	}
	close(stop)
	group.Wait()
}

// TestCloseWhileOthersWork closes under reads and refreshes.
func TestCloseWhileOthersWork(t *testing.T) {
	longtest.SkipUnlessLong(t)
	for range 50 {
		s := open(t, tempFile(t, "text\n"))
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				for {
					if _, err := s.ReadAt(make([]byte, 5), 0); err != nil {
						if !errors.Is(err, os.ErrClosed) {
							t.Error(err)
						}
						return
					}
				}
			})
			group.Go(func() {
				for {
					if _, err := s.Refresh(context.Background()); err != nil {
						if !errors.Is(err, os.ErrClosed) {
							t.Error(err)
						}
						return
					}
				}
			})
		}
		time.Sleep(time.Millisecond)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		group.Wait()
		if s.Snapshot().Generation != 1 || s.Info() == nil || s.Name() == "" {
			t.Errorf("after Close: %+v", s.Snapshot())
		}
		if _, err := s.At(s.Snapshot()).ReadAt(make([]byte, 1), 0); !errors.Is(err, os.ErrClosed) {
			t.Errorf("a read of the closed file: %v", err)
		}
	}
}

func TestRefreshIsCancelled(t *testing.T) {
	s := open(t, tempFile(t, "x"))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Refresh(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestKindsOfFiles(t *testing.T) {
	for mode, want := range map[os.FileMode]string{
		os.ModeDir:                        "f is a directory",
		os.ModeNamedPipe:                  "f is a named pipe; read it as a stream: eyeline < f",
		os.ModeSocket:                     "f is a socket",
		os.ModeDevice:                     "f is a device",
		os.ModeDevice | os.ModeCharDevice: "f is a device",
		os.ModeIrregular:                  "f is not a regular file",
	} {
		if got := (&KindError{"f", mode}).Error(); got != want {
			t.Errorf("%v: %q, want %q", mode, got, want)
		}
	}
}

// silent is a reader that has neither bytes nor an error to give.
type silent struct{ reads atomic.Int64 }

func (r *silent) Read([]byte) (int, error) { r.reads.Add(1); return 0, nil }

func TestAReaderWithoutProgressIsGivenUp(t *testing.T) {
	r := &silent{}
	s, err := Spool("-", io.MultiReader(strings.NewReader("some"), r), SpoolOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := s.Wait(ctx); err != nil {
		t.Fatal(err)
	}
	if snap := s.Snapshot(); !errors.Is(snap.Err, io.ErrNoProgress) || !snap.Complete || snap.Size != 4 {
		t.Errorf("%+v", snap)
	}
	if n := r.reads.Load(); n > 1000 {
		t.Errorf("asked %d times", n)
	}
}

// stutter gives nothing now and then, and its bytes with its end.
type stutter struct {
	text string
	turn int
}

func (r *stutter) Read(p []byte) (int, error) {
	r.turn++
	if r.turn%3 != 0 {
		return 0, nil
	}
	n := copy(p[:min(len(p), 7)], r.text)
	r.text = r.text[n:]
	if r.text == "" {
		return n, io.EOF
	}
	return n, nil
}

func TestReadersOfAllManners(t *testing.T) {
	text := strings.Repeat("some text\n", 100)
	for name, r := range map[string]io.Reader{
		"stutter":     &stutter{text: text},
		"one byte":    iotest.OneByteReader(strings.NewReader(text)),
		"data+EOF":    iotest.DataErrReader(strings.NewReader(text)),
		"half":        iotest.HalfReader(strings.NewReader(text)),
		"exact limit": io.LimitReader(strings.NewReader(text+text), int64(len(text))),
	} {
		s, err := Spool(name, r, SpoolOptions{Limit: int64(len(text)), Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Wait(context.Background()); err != nil {
			t.Fatal(err)
		}
		if snap, err := s.Refresh(context.Background()); err != nil || snap.Err != nil || !snap.Complete || snap.Generation != 1 || all(t, s) != text {
			t.Errorf("%s: %+v %v", name, snap, err)
		}
		if s.Name() != name {
			t.Errorf("name %q", s.Name())
		}
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestStreamReads reads at the edges of what has arrived.
func TestStreamReads(t *testing.T) {
	s, err := Spool("-", strings.NewReader("0123456789"), SpoolOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		off  int64
		n    int
		want string
		err  error
	}{
		{0, 10, "0123456789", nil},
		{0, 11, "0123456789", io.EOF},
		{9, 1, "9", nil},
		{10, 1, "", io.EOF},
		{99, 1, "", io.EOF},
		{3, 0, "", nil},
	} {
		p := make([]byte, c.n)
		if n, err := s.ReadAt(p, c.off); err != c.err || string(p[:n]) != c.want {
			t.Errorf("%d bytes at %d: %q %v", c.n, c.off, p[:n], err)
		}
	}
	if _, err := s.ReadAt(make([]byte, 1), -1); err == nil || err == io.EOF {
		t.Errorf("a negative offset: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, off := range []int64{0, 99} {
		if _, err := s.ReadAt(make([]byte, 1), off); !errors.Is(err, os.ErrClosed) {
			t.Errorf("after Close, at %d: %v", off, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Errorf("a second Close: %v", err)
	}
}

// TestAFullDiskEndsAStream takes the temporary file away under the copying.
func TestAFullDiskEndsAStream(t *testing.T) {
	r, w := io.Pipe()
	s, err := Spool("-", r, SpoolOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if _, err := io.WriteString(w, "kept"); err != nil {
		t.Fatal(err)
	}
	<-s.Wake()
	_ = s.file.Close() // writes fail from now on
	if _, err := io.WriteString(w, "lost"); err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	if snap := s.Snapshot(); !snap.Complete || snap.Size != 4 || !errors.Is(snap.Err, os.ErrClosed) {
		t.Errorf("%+v", snap)
	}
}

// waiting is a reader that cannot be closed.
type waiting struct{ until chan struct{} }

func (r waiting) Read([]byte) (int, error) { <-r.until; return 0, io.EOF }

func TestCloseOfAReaderThatCannotBeClosed(t *testing.T) {
	r := waiting{make(chan struct{})}
	s, err := Spool("-", r, SpoolOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Wait(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("it still waits: %v", err)
	}
	close(r.until)
	if err := s.Wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	if snap := s.Snapshot(); !snap.Complete || snap.Err != nil {
		t.Errorf("%+v", snap)
	}
}

// TestStreamConcurrently reads all that has arrived while more does.
func TestStreamConcurrently(t *testing.T) {
	r, w := io.Pipe()
	s, err := Spool("-", r, SpoolOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	go func() {
		for i := range 3000 {
			if _, err := fmt.Fprintf(w, "%06d\n", i); err != nil {
				return
			}
		}
		_ = w.Close()
	}()
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for off := int64(0); ; {
				snap := s.Snapshot()
				for ; off+7 <= snap.Size; off += 7 {
					var p [7]byte
					if _, err := s.ReadAt(p[:], off); err != nil || string(p[:]) != fmt.Sprintf("%06d\n", off/7) {
						t.Errorf("at %d: %q %v", off, p, err)
						return
					}
				}
				if snap.Complete {
					if off != 3000*7 {
						t.Errorf("ended at %d", off)
					}
					return
				}
				time.Sleep(50 * time.Microsecond)
			}
		})
	}
	group.Wait()
}

func TestView(t *testing.T) {
	v := View(strings.NewReader("text"), 3)
	p := make([]byte, 3)
	if n, err := v.ReadAt(p, 0); n != 3 || err != nil || v.Size() != 3 || string(p) != "tex" {
		t.Errorf("%d %v %q", n, err, p)
	}
	s := open(t, filepath.Join(filepath.Dir(tempFile(t, "text")), "f"))
	if at := s.At(s.Snapshot()); at.Size() != 4 {
		t.Errorf("%d bytes", at.Size())
	}
}
