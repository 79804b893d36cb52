package lineindex

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
)

// growing is a source in memory that tests change under the index.
type growing struct {
	mu   sync.Mutex
	data []byte
	snap source.Snapshot
	fail error
	step int // bytes a read gives at most
}

func newGrowing(data []byte) *growing {
	return &growing{data: data, snap: source.Snapshot{Size: int64(len(data)), Generation: 1, Complete: true}}
}

func (g *growing) set(data []byte, change func(*source.Snapshot)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.data = data
	g.snap.Size = int64(len(data))
	if change != nil {
		change(&g.snap)
	}
}

func (g *growing) ReadAt(p []byte, off int64) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.fail != nil {
		return 0, g.fail
	}
	if off >= int64(len(g.data)) {
		return 0, io.EOF
	}
	if g.step > 0 && len(p) > g.step {
		p = p[:g.step]
	}
	return copy(p, g.data[off:]), nil
}

func (g *growing) Close() error                                     { return nil }
func (g *growing) Name() string                                     { return "memory" }
func (g *growing) Wake() <-chan struct{}                            { return nil }
func (g *growing) Refresh(context.Context) (source.Snapshot, error) { return g.Snapshot(), nil }
func (g *growing) Snapshot() source.Snapshot                        { g.mu.Lock(); defer g.mu.Unlock(); return g.snap }

func (g *growing) view() source.Bytes { return source.View(g, g.Snapshot().Size) }

func waitFor(t *testing.T, x *Index, until func(*Snapshot) bool) *Snapshot {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		if s := x.Snapshot(); until(s) {
			return s
		}
		select {
		case <-x.Wake():
		case <-deadline:
			t.Fatalf("the index stands at %+v", x.Snapshot())
		}
	}
}

func complete(s *Snapshot) bool { return s.Complete() }

// randomText has lines around the edges of blocks.
func randomText(r *rand.Rand) []byte {
	var b bytes.Buffer
	target := []int{0, 1, 100, BlockSize - 1, BlockSize, BlockSize + 1, 3*BlockSize + 7, 5 * BlockSize}[r.IntN(8)]
	for b.Len() < target {
		n := r.IntN(200)
		switch r.IntN(40) {
		case 0:
			n = r.IntN(2 * BlockSize)
		case 1:
			n = 0
		}
		b.Write(bytes.Repeat([]byte{'x'}, min(n, target-b.Len())))
		if b.Len() < target {
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}

// check compares every answer with counting by hand.
func check(t *testing.T, s *Snapshot, b source.Bytes, data []byte) {
	t.Helper()
	ctx := context.Background()
	starts := []int64{0}
	for i, c := range data {
		if c == '\n' && i+1 < len(data) {
			starts = append(starts, int64(i+1))
		}
	}
	if len(data) == 0 {
		starts = nil
	}
	lines := int64(len(starts))
	if n, known := s.Lines(); !known || n != lines {
		t.Fatalf("%d lines (%v), want %d", n, known, lines)
	}
	if n := int64(bytes.Count(data, []byte{'\n'})); s.Newlines() != n || s.Covered() != int64(len(data)) {
		t.Fatalf("%d newlines in %d bytes, want %d in %d", s.Newlines(), s.Covered(), n, len(data))
	}
	if n, err := CountLines(ctx, b); err != nil || n != lines {
		t.Fatalf("CountLines %d %v, want %d", n, err, lines)
	}
	step := max(lines/97, 1)
	for line := int64(1); line <= lines; line += step {
		want := starts[line-1]
		if off, err := s.Offset(ctx, b, line); err != nil || off != want {
			t.Fatalf("Offset(%d) = %d %v, want %d", line, off, err, want)
		}
		for _, index := range []LineSeeker{nil, s} {
			if off, n, found, err := FindLine(ctx, b, index, line); err != nil || !found || off != want || n != line {
				t.Fatalf("FindLine(%d) = %d %d %v %v, want %d", line, off, n, found, err, want)
			}
		}
		if n, err := s.LineAt(ctx, b, want); err != nil || n != line {
			t.Fatalf("LineAt(%d) = %d %v, want %d", want, n, err, line)
		}
		off, n := s.SeekLine(line)
		if off > want || n >= max(line, 1) || n != int64(bytes.Count(data[:off], []byte{'\n'})) {
			t.Fatalf("SeekLine(%d) = %d after %d newlines", line, off, n)
		}
	}
	if _, n, found, err := FindLine(ctx, b, nil, lines+1); err != nil || found || n != lines {
		t.Fatalf("past the end: %d %v %v, want %d", n, found, err, lines)
	}
	if _, err := s.Offset(ctx, b, lines+1); !errors.Is(err, ErrPastEnd) {
		t.Fatalf("Offset past the end: %v", err)
	}
	for off := int64(0); off < int64(len(data)); off += max(int64(len(data))/53, 1) {
		if to := s.SkipForward(off); to < off || bytes.IndexByte(data[off:min(to, int64(len(data)))], '\n') >= 0 {
			t.Fatalf("SkipForward(%d) = %d", off, to)
		}
		if to := s.SkipBackward(off); to > off || bytes.IndexByte(data[to:off], '\n') >= 0 {
			t.Fatalf("SkipBackward(%d) = %d", off, to)
		}
		if at, n := s.SeekOffset(off); at > off || n != int64(bytes.Count(data[:at], []byte{'\n'})) {
			t.Fatalf("SeekOffset(%d) = %d after %d", off, at, n)
		}
	}
}

// random is how many of n random files are tried: an eighth where the tests are to be short, as under the race
// detector.
func random(n uint64) uint64 {
	if !longtest.IsRequested() {
		return max(n/8, 5)
	}
	return n
}

func TestAgainstCounting(t *testing.T) {
	for seed := range random(120) {
		r := rand.New(rand.NewPCG(seed, 1))
		g := newGrowing(randomText(r))
		if seed%3 == 0 {
			g.step = 1 + r.IntN(5000) // short reads are not the end of the file
		}
		x := New(g)
		x.Start(context.Background())
		check(t, waitFor(t, x, complete), g.view(), g.data)
		x.Close()
	}
}

func TestGrowthAndNewGenerations(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	g := newGrowing(nil)
	x := New(g)
	x.Start(context.Background())
	defer x.Close()
	var data []byte
	for range 12 {
		data = append(bytes.Clone(data), randomText(r)...)
		data = append(data, "more\nand"...)
		g.set(data, nil)
		x.Extend()
		check(t, waitFor(t, x, func(s *Snapshot) bool { return s.Complete() && s.Covered() == int64(len(data)) }), g.view(), data)
	}
	data = []byte("another\nfile\n")
	g.set(data, func(s *source.Snapshot) { s.Generation = 2 })
	x.Extend()
	check(t, waitFor(t, x, func(s *Snapshot) bool { return s.Generation() == 2 && s.Complete() }), g.view(), data)
	// A stream that goes on is not complete, however much of it is counted.
	g.set(append(data, "x\n"...), func(s *source.Snapshot) { s.Complete = false })
	x.Extend()
	s := waitFor(t, x, func(s *Snapshot) bool { return s.Covered() == int64(len(data)+2) })
	if _, known := s.Lines(); known || s.Complete() {
		t.Error("a stream under way is complete")
	}
	if _, err := s.LineAt(context.Background(), g.view(), s.Covered()); !errors.Is(err, ErrNotCovered) {
		t.Errorf("beyond what is covered: %v", err)
	}
}

func TestSnapshotsDoNotChange(t *testing.T) {
	data := bytes.Repeat([]byte("line\n"), BlockSize)
	g := newGrowing(data)
	x := New(g)
	x.Start(context.Background())
	defer x.Close()
	s := waitFor(t, x, complete)
	more := append(bytes.Clone(data), bytes.Repeat([]byte("y\n"), BlockSize)...)
	g.set(more, nil)
	x.Extend()
	waitFor(t, x, func(s *Snapshot) bool { return s.Covered() == int64(len(more)) && s.Complete() })
	check(t, s, source.View(g, int64(len(data))), data)
}

func TestReadErrorsAndTruncation(t *testing.T) {
	g := newGrowing(bytes.Repeat([]byte("ab\n"), 100000))
	g.fail = iotest.ErrTimeout
	x := New(g)
	x.Start(context.Background())
	defer x.Close()
	s := waitFor(t, x, func(s *Snapshot) bool { return s.Err() != nil })
	if !errors.Is(s.Err(), iotest.ErrTimeout) || s.Complete() {
		t.Errorf("%v, complete %v", s.Err(), s.Complete())
	}
	g.mu.Lock()
	g.fail = nil
	g.mu.Unlock()
	x.Extend() // another try
	check(t, waitFor(t, x, complete), g.view(), g.data)

	if _, _, _, err := FindLine(context.Background(), source.View(iotestErr{}, 1<<20), nil, 5000); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("FindLine: %v", err)
	}
	// The file ends before its view does: what there is, is counted.
	short := source.View(bytes.NewReader([]byte("a\nb\nc")), 1<<20)
	if _, n, found, err := FindLine(context.Background(), short, nil, 50); !errors.Is(err, io.ErrUnexpectedEOF) || found || n > 3 {
		t.Errorf("truncated: %d %v %v", n, found, err)
	}
}

type iotestErr struct{}

func (iotestErr) ReadAt([]byte, int64) (int, error) { return 0, iotest.ErrTimeout }

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	v := source.View(bytes.NewReader(bytes.Repeat([]byte("x\n"), 1<<20)), 2<<20)
	if _, _, _, err := FindLine(ctx, v, nil, 1<<19); !errors.Is(err, context.Canceled) {
		t.Errorf("FindLine: %v", err)
	}
	if _, err := CountLines(ctx, v); !errors.Is(err, context.Canceled) {
		t.Errorf("CountLines: %v", err)
	}
	x := New(newGrowing([]byte("x")))
	x.Start(ctx)
	x.Close() // returns although nothing was counted
	x.Close()
}
