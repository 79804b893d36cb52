package lineindex

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"eyeline/reader/source"
	"eyeline/reader/source/sourcetest"
)

// noGoroutineLeft fails when the test leaves goroutines behind.
func noGoroutineLeft(t *testing.T) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		t.Helper()
		for range 500 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
	})
}

// endless is a stream that is longer each time someone looks.
type endless struct {
	source.Source
	size atomic.Int64
}

func (e *endless) Snapshot() source.Snapshot {
	return source.Snapshot{Size: e.size.Add(3), Generation: 1}
}

func (e *endless) ReadAt(p []byte, off int64) (int, error) {
	sourcetest.Repeat(p, off, "ab\n")
	return len(p), nil
}

// TestAStreamThatNeverPausesIsPublished has more to count whenever all is counted.
func TestAStreamThatNeverPausesIsPublished(t *testing.T) {
	noGoroutineLeft(t)
	x := New(&endless{})
	x.Start(context.Background())
	defer x.Close()
	for want := int64(0); want < 1000; {
		s := waitFor(t, x, func(s *Snapshot) bool { return s.Newlines() > want })
		if s.Covered() != 3*s.Newlines() || s.Complete() {
			t.Fatalf("%d newlines in %d bytes, complete %v", s.Newlines(), s.Covered(), s.Complete())
		}
		want = s.Newlines() + 100
	}
}

// failing gives data, but an error from an offset on, or for a length.
type failing struct {
	data   []byte
	from   int64 // no read that touches this offset or a later one works
	length int   // no read of this length works; 0: none of these
}

func (f failing) Size() int64 { return int64(len(f.data)) }

func (f failing) ReadAt(p []byte, off int64) (int, error) {
	if len(p) == f.length {
		return 0, iotest.ErrTimeout
	}
	if n := f.from - off; n < int64(len(p)) {
		return copy(p[:max(n, 0)], f.data[min(off, f.from):]), iotest.ErrTimeout
	}
	return copy(p, f.data[off:]), nil
}

// TestErrorsStandWhereTheyHappen checks that what is counted before an error counts, for errors in each block.
func TestErrorsStandWhereTheyHappen(t *testing.T) {
	const size = 3*segment + 5*BlockSize + 77
	data := bytes.Repeat([]byte("0123456789abcd\n"), size/15+1)[:size]
	for _, from := range []int64{0, 1, BlockSize - 1, BlockSize, BlockSize + 1, segment - 1, segment, 2*segment + 3*BlockSize + 5, size - 1} {
		for range 5 { // the goroutines race differently
			var counts []int64
			err := countSegments(context.Background(), failing{data: data, from: from}, 0, size, workers, func(c counted) bool {
				counts = append(counts, c.blocks...)
				return true
			})
			if !errors.Is(err, iotest.ErrTimeout) || int64(len(counts)) != from/BlockSize {
				t.Fatalf("an error at %d: %d blocks, %v", from, len(counts), err)
			}
			for i, c := range counts {
				if want := bytes.Count(data[i*BlockSize:(i+1)*BlockSize], newline); c != int64(want) {
					t.Fatalf("block %d: %d, want %d", i, c, want)
				}
			}
		}
		n, err := CountLines(context.Background(), failing{data: data, from: from})
		if want := bytes.Count(data[:from/segment*segment], newline); !errors.Is(err, iotest.ErrTimeout) || n != int64(want) {
			t.Errorf("CountLines with an error at %d: %d %v, want %d", from, n, err, want)
		}
		total := int64(bytes.Count(data, newline))
		if _, _, found, err := FindLine(context.Background(), failing{data: data, from: from}, nil, total); !errors.Is(err, iotest.ErrTimeout) || found {
			t.Errorf("FindLine with an error at %d: %v %v", from, found, err)
		}
	}
}

// TestTheLastByteCannotBeRead lets only the look at the last byte fail.
func TestTheLastByteCannotBeRead(t *testing.T) {
	v := failing{data: []byte("one\ntwo"), from: math.MaxInt64, length: 1}
	if n, err := CountLines(context.Background(), v); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("CountLines: %d %v", n, err)
	}
	for line := range int64(4) {
		if _, _, found, err := FindLine(context.Background(), v, nil, line); !errors.Is(err, iotest.ErrTimeout) || found {
			t.Errorf("FindLine(%d): %v %v", line, found, err)
		}
	}
}

// TestTruncatedFiles compares FindLine on files that end before their size with one that knows where they end.
func TestTruncatedFiles(t *testing.T) {
	ctx := context.Background()
	for seed := range random(60) {
		r := rand.New(rand.NewPCG(seed, 9))
		data := randomText(r)
		if seed%4 == 0 {
			data = bytes.Repeat([]byte("a line\n"), int(seed)*60000)
		}
		size := int64(len(data))
		lines, _ := CountLines(ctx, source.View(bytes.NewReader(data), size))
		short := source.View(bytes.NewReader(data), size+1+r.Int64N(20<<20))
		for _, line := range []int64{1, 2, lines / 2, lines - 1, lines, lines + 1, lines + 2, 10 * lines, math.MaxInt64} {
			if line < 1 {
				continue
			}
			wantOff, wantLines, wantFound, _ := FindLine(ctx, source.View(bytes.NewReader(data), size), nil, line)
			off, n, found, err := FindLine(ctx, short, nil, line)
			if errors.Is(err, io.ErrUnexpectedEOF) == found || found != wantFound || n != wantLines || off != wantOff {
				t.Fatalf("line %d of %d in %d bytes: %d %d %v %v, want %d %d %v", line, lines, size, off, n, found, err, wantOff, wantLines, wantFound)
			}
		}
		n, err := CountLines(ctx, short)
		if !errors.Is(err, io.ErrUnexpectedEOF) || n > lines {
			t.Fatalf("CountLines: %d of %d, %v", n, lines, err)
		}
		// An index knows more than the file still has.
		x := New(newGrowing(append(bytes.Clone(data), bytes.Repeat([]byte("gone\n"), 1000)...)))
		x.Start(ctx)
		s := waitFor(t, x, complete)
		x.Close()
		if off, err := s.Offset(ctx, short, lines+900); !errors.Is(err, ErrPastEnd) {
			t.Fatalf("Offset of a line cut off: %d %v", off, err)
		}
		if _, err := s.LineAt(ctx, short, s.Covered()); size%BlockSize < BlockSize-5000 && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("LineAt of a byte cut off: %v", err)
		}
		if _, _, found, err := FindLine(ctx, short, s, lines+900); !errors.Is(err, io.ErrUnexpectedEOF) || found {
			t.Fatalf("FindLine of a line cut off: %v %v", found, err)
		}
	}
}

// TestEarlyEndIsCountedAgain truncates a file before the source has noticed.
func TestEarlyEndIsCountedAgain(t *testing.T) {
	data := bytes.Repeat([]byte("text\n"), 100000)
	g := newGrowing(data)
	g.data = data[:BlockSize+2000]
	x := New(g)
	x.Start(context.Background())
	defer x.Close()
	s := waitFor(t, x, func(s *Snapshot) bool { return s.Err() != nil })
	if !errors.Is(s.Err(), io.ErrUnexpectedEOF) || s.Complete() || s.Covered() != BlockSize {
		t.Errorf("%v, %d bytes", s.Err(), s.Covered())
	}
	g.set(g.data, func(s *source.Snapshot) { s.Generation++ })
	x.Extend()
	check(t, waitFor(t, x, complete), g.view(), g.data)
}

// TestALineThatArrives asks about the text after the last newline of a stream under way.
func TestALineThatArrives(t *testing.T) {
	ctx := context.Background()
	g := newGrowing(nil)
	g.snap.Complete = false
	x := New(g)
	if _, err := x.Snapshot().Offset(ctx, g.view(), 1); !errors.Is(err, ErrNotCovered) {
		t.Errorf("nothing has come: %v", err)
	}
	if n, err := x.Snapshot().LineAt(ctx, g.view(), 0); n != 1 || err != nil {
		t.Errorf("the first byte is in line %d, %v", n, err)
	}
	x.Start(ctx)
	defer x.Close()
	for _, c := range []struct {
		text  string
		known int64 // lines whose start is known
	}{{"one", 1}, {"one\n", 1}, {"one\ntw", 2}, {"one\ntwo\n\n", 3}, {"one\ntwo\n\nx", 4}} {
		g.set([]byte(c.text), nil)
		x.Extend()
		s := waitFor(t, x, func(s *Snapshot) bool { return s.Covered() == int64(len(c.text)) })
		for line := int64(1); line <= c.known; line++ {
			want := 0
			for range line - 1 {
				want += bytes.IndexByte([]byte(c.text[want:]), '\n') + 1
			}
			if off, err := s.Offset(ctx, g.view(), line); err != nil || off != int64(want) {
				t.Errorf("%q: Offset(%d) = %d %v, want %d", c.text, line, off, err, want)
			}
		}
		if _, err := s.Offset(ctx, g.view(), c.known+1); !errors.Is(err, ErrNotCovered) {
			t.Errorf("%q: Offset(%d): %v", c.text, c.known+1, err)
		}
		for _, off := range []int64{-1, s.Covered(), s.Covered() + 1} {
			if _, err := s.LineAt(ctx, g.view(), off); !errors.Is(err, ErrNotCovered) {
				t.Errorf("%q: LineAt(%d): %v", c.text, off, err)
			}
		}
	}
	g.set([]byte("one\n"), func(s *source.Snapshot) { s.Generation, s.Complete = 2, true })
	x.Extend()
	s := waitFor(t, x, complete)
	if n, err := s.LineAt(ctx, g.view(), 4); n != 1 || err != nil {
		t.Errorf("the size stands for line %d, %v", n, err)
	}
}

// TestQuestionsOutOfRange asks for what no file has.
func TestQuestionsOutOfRange(t *testing.T) {
	ctx := context.Background()
	for _, text := range []string{"", "x", "x\n", "\n\n"} {
		g := newGrowing([]byte(text))
		x := New(g)
		x.Start(ctx)
		s := waitFor(t, x, complete)
		x.Close()
		lines, _ := s.Lines()
		for _, index := range []LineSeeker{nil, s} {
			for _, line := range []int64{math.MinInt64, -1, 0} {
				off, n, found, err := FindLine(ctx, g.view(), index, line)
				if off != 0 || n != min(lines, 1) || found != (lines > 0) || err != nil {
					t.Errorf("%q: FindLine(%d) = %d %d %v %v", text, line, off, n, found, err)
				}
			}
			if _, n, found, err := FindLine(ctx, g.view(), index, math.MaxInt64); n != lines || found || err != nil {
				t.Errorf("%q: FindLine(max) = %d %v %v", text, n, found, err)
			}
		}
		for _, off := range []int64{math.MinInt64, -1, int64(len(text)) + 1, math.MaxInt64} {
			if _, err := s.LineAt(ctx, g.view(), off); !errors.Is(err, ErrNotCovered) {
				t.Errorf("%q: LineAt(%d): %v", text, off, err)
			}
			if s.SkipForward(off) < off || s.SkipBackward(off) > off {
				t.Errorf("%q: at %d: forward %d, backward %d", text, off, s.SkipForward(off), s.SkipBackward(off))
			}
			if at, n := s.SeekOffset(off); at != 0 || n != 0 {
				t.Errorf("%q: SeekOffset(%d) = %d %d", text, off, at, n)
			}
		}
		for _, line := range []int64{math.MinInt64, 0, 1, math.MaxInt64} {
			if off, n := s.SeekLine(line); off != 0 || n != 0 {
				t.Errorf("%q: SeekLine(%d) = %d %d", text, line, off, n)
			}
			if _, err := s.Offset(ctx, g.view(), line); (err == nil) != (lines > 0 && line <= 1) {
				t.Errorf("%q: Offset(%d): %v", text, line, err)
			}
		}
	}
	var zero Snapshot
	if n, known := zero.Lines(); n != 0 || known || zero.Newlines() != 0 {
		t.Errorf("the zero value: %d lines, known %v", n, known)
	}
}

// TestSkipsAreAsFarAsTheyGo compares the skips over lines of many blocks with the blocks that have no newline.
func TestSkipsAreAsFarAsTheyGo(t *testing.T) {
	for seed := range random(40) {
		r := rand.New(rand.NewPCG(seed, 11))
		const blocks = 40
		data := bytes.Repeat([]byte{'x'}, blocks*BlockSize+r.IntN(2)*100)
		for range r.IntN(6) {
			data[r.IntN(len(data))] = '\n'
		}
		g := newGrowing(data)
		x := New(g)
		x.Start(context.Background())
		s := waitFor(t, x, complete)
		x.Close()
		check(t, s, g.view(), data)
		has := func(block int64) bool {
			return bytes.IndexByte(data[block*BlockSize:(block+1)*BlockSize], '\n') >= 0
		}
		for range 200 {
			off := r.Int64N(int64(len(data)) + 1)
			want := off
			for i := off / BlockSize; i < blocks && !has(i); i++ {
				want = (i + 1) * BlockSize
			}
			if got := s.SkipForward(off); got != want {
				t.Fatalf("SkipForward(%d) = %d, want %d", off, got, want)
			}
			want = off
			for i := (off - 1) / BlockSize; off > 0 && i < blocks && i >= 0 && !has(i); i-- {
				want = i * BlockSize
			}
			if got := s.SkipBackward(off); got != want {
				t.Fatalf("SkipBackward(%d) = %d, want %d", off, got, want)
			}
		}
	}
}

// counting counts the bytes read.
type counting struct {
	source.Bytes
	n atomic.Int64
}

func (c *counting) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.Bytes.ReadAt(p, off)
	c.n.Add(int64(n))
	return n, err
}

// TestLookUpsReadABlockOrTwo counts what the answers of an index read.
func TestLookUpsReadABlockOrTwo(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	data := bytes.Repeat([]byte("some text of a line\n"), 1<<18)
	g := newGrowing(data)
	x := New(g)
	x.Start(context.Background())
	s := waitFor(t, x, complete)
	x.Close()
	c := &counting{Bytes: g.view()}
	lines, _ := s.Lines()
	for range 300 {
		c.n.Store(0)
		if _, err := s.LineAt(context.Background(), c, r.Int64N(g.snap.Size)); err != nil || c.n.Load() > BlockSize {
			t.Fatalf("LineAt read %d bytes, %v", c.n.Load(), err)
		}
		c.n.Store(0)
		if _, err := s.Offset(context.Background(), c, 1+r.Int64N(lines)); err != nil || c.n.Load() > 2*BlockSize {
			t.Fatalf("Offset read %d bytes, %v", c.n.Load(), err)
		}
	}
	c.n.Store(0)
	if _, _, found, err := FindLine(context.Background(), c, nil, 100); err != nil || !found || c.n.Load() > 2*nearRead {
		t.Errorf("FindLine of a near line read %d bytes, %v", c.n.Load(), err)
	}
}

// TestBytesOfGenerations replaces a file while it is counted: no snapshot mixes counts of two files.
func TestBytesOfGenerations(t *testing.T) {
	noGoroutineLeft(t)
	path := filepath.Join(t.TempDir(), "f")
	const lines = 1 << 20
	put := func(lineSize int) { // generation n has lines of n bytes
		next := path + ".next"
		line := append(bytes.Repeat([]byte{'x'}, lineSize-1), '\n')
		if err := os.WriteFile(next, bytes.Repeat(line, lines), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := sourcetest.Replace(next, path); err != nil {
			t.Fatal(err)
		}
	}
	put(1)
	src, err := source.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = src.Close() }()
	x := New(src)
	x.Start(context.Background())
	defer x.Close()
	var group sync.WaitGroup
	stop := make(chan struct{})
	group.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-x.Wake():
				if s := x.Snapshot(); s.Newlines() != s.Covered()/int64(s.Generation()) {
					t.Errorf("generation %d: %d newlines in %d bytes", s.Generation(), s.Newlines(), s.Covered())
				}
			}
		}
	})
	for i := 2; i <= 8; i++ {
		put(i)
		if _, err := src.Refresh(context.Background()); err != nil {
			t.Fatal(err)
		}
		x.Extend()
		time.Sleep(time.Millisecond)
	}
	close(stop)
	group.Wait()
	x.Extend()
	s := waitFor(t, x, func(s *Snapshot) bool { return s.Generation() == 8 && s.Complete() })
	if n, _ := s.Lines(); n != lines {
		t.Errorf("%d lines", n)
	}
}

// TestCloseAndCancelLeaveNothing ends indexes at any moment of their work.
func TestCloseAndCancelLeaveNothing(t *testing.T) {
	noGoroutineLeft(t)
	g := newGrowing(bytes.Repeat([]byte("x\n"), 8<<20))
	for i := range 20 {
		ctx, cancel := context.WithCancel(context.Background())
		x := New(g)
		x.Start(ctx)
		x.Start(ctx) // does nothing
		time.Sleep(time.Duration(i) * 100 * time.Microsecond)
		if i%2 == 0 {
			cancel()
		}
		x.Extend()
		x.Extend()
		x.Close()
		s := x.Snapshot()
		if s.Covered() > 0 && s.Newlines() != s.Covered()/2 {
			t.Errorf("%d newlines in %d bytes", s.Newlines(), s.Covered())
		}
		x.Close()
		cancel()
	}
	x := New(g)
	x.Close()
	x.Start(context.Background()) // after Close it does not begin
	if x.Snapshot().Covered() != 0 {
		t.Error("a closed index counts")
	}
}

// FuzzIndex counts any text in reads of any size.
func FuzzIndex(f *testing.F) {
	f.Add([]byte("a\nb\n\nc"), uint8(3), uint8(200))
	f.Add([]byte{}, uint8(0), uint8(0))
	f.Fuzz(func(t *testing.T, piece []byte, step, times uint8) {
		data := bytes.Repeat(piece, 1+int(times)*8)
		if len(data) > 4*BlockSize {
			data = data[:4*BlockSize]
		}
		g := newGrowing(data)
		g.step = int(step) * 64
		x := New(g)
		x.Start(context.Background())
		defer x.Close()
		check(t, waitFor(t, x, complete), g.view(), data)
	})
}
