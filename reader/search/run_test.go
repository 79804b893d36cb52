package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
)

// readerFunc is an io.ReaderAt.
type readerFunc func(p []byte, off int64) (int, error)

func (f readerFunc) ReadAt(p []byte, off int64) (int, error) { return f(p, off) }

func mustCompile(t testing.TB, pattern string, opt Options) *Pattern {
	t.Helper()
	p, err := Compile(pattern, opt)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var smallSizes = sizes{block: 16, line: 64, overlap: 8, step: 4}

// engines run each of the three searches over all of b.
var engines = map[string]func(ctx context.Context, p *Pattern, b source.Bytes) error{
	"find": func(ctx context.Context, p *Pattern, b source.Bytes) error {
		_, _, err := testFinder(p, smallSizes, 2).Find(ctx, b, 0, Forward)
		return err
	},
	"back": func(ctx context.Context, p *Pattern, b source.Bytes) error {
		_, _, err := testFinder(p, smallSizes, 2).Find(ctx, b, b.Size(), Backward)
		return err
	},
	"count": func(ctx context.Context, p *Pattern, b source.Bytes) error {
		return testCounter(p, smallSizes, 2).Run(ctx, b)
	},
	"filter": func(ctx context.Context, p *Pattern, b source.Bytes) error {
		return testFilter(smallSizes, 8, 2, Term{Pattern: p}).Run(ctx, b)
	},
}

func TestShortReads(t *testing.T) {
	text := bytes.Repeat([]byte("one two\nthree\n\nfour five six\n"), 20)
	var calls atomic.Int64
	short := readerFunc(func(p []byte, off int64) (int, error) {
		if calls.Add(1)%3 == 0 {
			return 0, nil
		}
		return bytes.NewReader(text).ReadAt(p[:min(len(p), 3)], off)
	})
	b := source.View(short, int64(len(text)))
	p := mustCompile(t, `f\w+`, Options{})
	c := testCounter(p, smallSizes, 2)
	if err := c.Run(context.Background(), b); err != nil || c.Snapshot().Matches != 40 {
		t.Errorf("counted %+v, %v", c.Snapshot(), err)
	}
	m, ok, err := testFinder(p, smallSizes, 2).Find(context.Background(), b, 25, Forward)
	if want := (Match{44, 48, 44}); m != want || !ok || err != nil {
		t.Errorf("found %v %v %v, want %v", m, ok, err, want)
	}
}

func TestReaderThatDoesNothing(t *testing.T) {
	b := source.View(readerFunc(func([]byte, int64) (int, error) { return 0, nil }), 1000)
	for name, run := range engines {
		if err := run(context.Background(), mustCompile(t, "a", Options{}), b); !errors.Is(err, io.ErrNoProgress) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestErrorsAndTruncation(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789\n"), 40)
	bad := errors.New("bad sector")
	for name, run := range engines {
		for _, pattern := range []string{"x", "xx", `x\d`, `\Dx`} {
			p := mustCompile(t, pattern, Options{})
			broken := source.View(readerFunc(func(p []byte, off int64) (int, error) {
				if off+int64(len(p)) > 200 && off < 210 {
					return 0, bad
				}
				return bytes.NewReader(text).ReadAt(p, off)
			}), int64(len(text)))
			if err := run(context.Background(), p, broken); !errors.Is(err, bad) {
				t.Errorf("%s %q: %v, want the reader's error", name, p, err)
			}
			shorter := source.View(bytes.NewReader(text[:300]), int64(len(text)))
			if err := run(context.Background(), p, shorter); !errors.Is(err, ErrTruncated) {
				t.Errorf("%s %q: %v, want ErrTruncated", name, p, err)
			}
		}
	}
	// What is nearer than the bad place is found, and what was counted before it counts.
	shorter := source.View(bytes.NewReader(text[:300]), int64(len(text)))
	p := mustCompile(t, "5", Options{})
	m, ok, err := testFinder(p, smallSizes, 2).Find(context.Background(), shorter, 200, Forward)
	if want := (Match{203, 204, 198}); m != want || !ok || err != nil {
		t.Errorf("found %v %v %v, want %v", m, ok, err, want)
	}
	c := testCounter(p, smallSizes, 2)
	if err := c.Run(context.Background(), shorter); !errors.Is(err, ErrTruncated) {
		t.Error(err)
	}
	s := c.Snapshot()
	if s.Complete || s.Scanned < 200 || s.Scanned > 300 || s.Matches != (s.Scanned+5)/11 {
		t.Errorf("counted %+v", s)
	}
	if _, ok, err := s.Rank(context.Background(), shorter, 299); ok || err != nil {
		t.Errorf("rank of what is not counted: %v %v", ok, err)
	}
}

// TestCancel counts what is still read after the context is done.
func TestCancel(t *testing.T) {
	const size = 1 << 20
	for name, run := range engines {
		for _, pattern := range []string{"x", `\d`} {
			ctx, cancel := context.WithCancel(context.Background())
			var reads, after atomic.Int64
			b := source.View(readerFunc(func(p []byte, _ int64) (int, error) {
				if reads.Add(1) == 50 {
					cancel()
				}
				if ctx.Err() != nil {
					after.Add(int64(len(p)))
				}
				for i := range p {
					p[i] = 'a'
					if i%8 == 0 {
						p[i] = '\n'
					}
				}
				return len(p), nil
			}), size)
			before := runtime.NumGoroutine()
			if err := run(ctx, mustCompile(t, pattern, Options{}), b); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", name, err)
			}
			if n := after.Load(); n > 1000 {
				t.Errorf("%s: %d bytes read after the end", name, n)
			}
			for wait := 0; runtime.NumGoroutine() > before; wait++ { // one that is done counts until it has ended
				if wait == 1000 {
					t.Errorf("%s: %d goroutines left", name, runtime.NumGoroutine()-before)
					break
				}
				time.Sleep(time.Millisecond)
			}
			cancel()
		}
	}
}

// TestStopsInsideABlock cancels from within one block, whose lines are many.
func TestStopsInsideABlock(t *testing.T) {
	data := bytes.Repeat([]byte("abc\n"), 1<<18)
	p := mustCompile(t, "[a-c]+", Options{})
	ctx, cancel := context.WithCancel(context.Background())
	seen := 0
	f := &frame{src: view(data)}
	err := p.inBlock(ctx, f, 0, 0, int64(len(data)), defaultSizes, func(int64, int64) bool {
		if seen++; seen == 10 {
			cancel()
		}
		return true
	})
	if !errors.Is(err, context.Canceled) || seen > stopEvery {
		t.Errorf("%v after %d matches", err, seen)
	}
}

// TestStopsInsideALine does so in one line with many matches, and in a filter's block.
func TestStopsInsideALine(t *testing.T) {
	p := mustCompile(t, "a|b.?", Options{})
	asked, seen := 0, 0
	stop := func() bool { asked++; return asked >= 2 }
	s := scan{
		p: p, in: stretch{data: bytes.Repeat([]byte("a"), 4*stopEvery)}, hi: 4 * stopEvery, stop: stop,
		yield: func(hit) bool { seen++; return true },
	}
	if s.run(); asked != 2 || seen > 3*stopEvery {
		t.Errorf("asked %d times, %d matches", asked, seen)
	}
	for _, pattern := range []string{"[v-z].?", "[a-d].?"} {
		asked = 0
		f := NewFilter(Term{Pattern: mustCompile(t, pattern, Options{})})
		lines := bytes.Repeat([]byte("a\n"), 2*stopEvery)
		if kept := f.selectLines(stretch{data: lines}, 0, stop); asked > 3 || len(kept) > stopEvery+1 {
			t.Errorf("%q: asked %d times, %d lines kept", pattern, asked, len(kept))
		}
	}
}

// TestNearMatchReadsLittle checks that a match in the first block costs that block.
func TestNearMatchReadsLittle(t *testing.T) {
	data := bytes.Repeat([]byte("a needle in each line\n"), 1<<20)
	for _, pattern := range []string{"needle", "need.e"} {
		for _, dir := range []Direction{Forward, Backward} {
			var read atomic.Int64
			b := source.View(readerFunc(func(p []byte, off int64) (int, error) {
				read.Add(int64(len(p)))
				return bytes.NewReader(data).ReadAt(p, off)
			}), int64(len(data)))
			m, ok, err := NewFinder(mustCompile(t, pattern, Options{})).Find(context.Background(), b, 11<<20+5, dir)
			if !ok || err != nil || m.End-m.Start != 6 || m.LineStart%22 != 0 {
				t.Fatalf("%v %v %v", m, ok, err)
			}
			if n := read.Load(); n > 1<<20+32<<10 {
				t.Errorf("%q: %d KiB read", pattern, n>>10)
			}
		}
	}
}

// TestResume cancels again and again, and runs on.
func TestResume(t *testing.T) {
	text := bytes.Repeat([]byte("ab a\nb\n"), 100)
	p := mustCompile(t, "a", Options{})
	c := testCounter(p, smallSizes, 2)
	f := testFilter(smallSizes, 8, 2, Term{Pattern: p})
	runs := 0
	for run, complete := range map[string]func() (func(context.Context, source.Bytes) error, bool){
		"count":  func() (func(context.Context, source.Bytes) error, bool) { return c.Run, c.Snapshot().Complete },
		"filter": func() (func(context.Context, source.Bytes) error, bool) { return f.Run, f.Snapshot().Complete },
	} {
		for {
			step, done := complete()
			if done {
				break
			}
			if runs++; runs > 1000 {
				t.Fatalf("%s does not get on", run)
			}
			ctx, cancel := context.WithCancel(context.Background())
			reads := 0
			b := source.View(readerFunc(func(p []byte, off int64) (int, error) {
				if reads++; reads == 4 {
					cancel()
				}
				return bytes.NewReader(text).ReadAt(p, off)
			}), int64(len(text)))
			c.frames, f.frames = c.frames[:1], f.frames[:1] // reads from one goroutine, beside the first block
			_ = step(ctx, b)
			cancel()
		}
	}
	if got := c.Snapshot(); got.Matches != 200 {
		t.Errorf("counted %+v", got)
	}
	if got := f.Snapshot(); got.Len() != 100 || got.At(99) != 99*7 {
		t.Errorf("kept %d", got.Len())
	}
}

// TestGrowth lets a file grow step by step, and compares with a fresh start each time.
func TestGrowth(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 4))
	ctx := context.Background()
	for range 60 {
		for _, pattern := range []string{"a", "ab", "aa", "a$", "^", "$", "a*", `\bk`, "sk", `a\r`, "[ab]+"} {
			p := mustCompile(t, pattern, Options{})
			data := randomText(r, 60)
			sz := randomSizes(r)
			unit := 1 + r.Int64N(20)
			terms := []Term{{Pattern: p, Invert: r.IntN(2) == 0}}
			c, f := testCounter(p, sz, 2), testFilter(sz, unit, 2, terms...)
			var scanned int64
			var before []*Counts
			var marks [][]int64
			for n := r.IntN(10); ; n += 1 + r.IntN(30) {
				n = min(n, len(data))
				b := view(data[:n])
				if r.IntN(4) == 0 { // stopped half-way
					stopped, cancel := context.WithCancel(ctx)
					reads := atomic.Int64{}
					stop := source.View(readerFunc(func(p []byte, off int64) (int, error) {
						if reads.Add(1) == 5 {
							cancel()
						}
						return bytes.NewReader(data[:n]).ReadAt(p, off)
					}), int64(n))
					_ = c.Run(stopped, stop)
					_ = f.Run(stopped, stop)
					cancel()
					if n < len(data) && r.IntN(2) == 0 {
						continue
					}
				}
				if err := errors.Join(c.Run(ctx, b), f.Run(ctx, b)); err != nil {
					t.Fatal(err)
				}
				fresh, freshFilter := testCounter(p, sz, 1), testFilter(sz, unit, 1, terms...)
				if err := errors.Join(fresh.Run(ctx, b), freshFilter.Run(ctx, b)); err != nil {
					t.Fatal(err)
				}
				got, want := c.Snapshot(), fresh.Snapshot()
				if got.Scanned < scanned {
					t.Fatalf("went back from %d to %d", scanned, got.Scanned)
				}
				scanned = got.Scanned
				before, marks = append(before, got), append(marks, slices.Clone(got.checkpoints))
				if fmt.Sprint(got.Size, got.Matches, got.checkpoints, got.Complete) !=
					fmt.Sprint(want.Size, want.Matches, want.checkpoints, want.Complete) {
					t.Fatalf("%q in %q %+v: %+v, want %+v", p, data[:n], sz, got, want)
				}
				kept, wantKept := f.Snapshot(), freshFilter.Snapshot()
				same := kept.Len() == wantKept.Len() && kept.Complete && wantKept.Complete
				for i := int64(0); same && i < kept.Len(); i++ {
					same = kept.At(i) == wantKept.At(i)
				}
				if !same {
					t.Fatalf("%+v in %q %+v: kept %+v, want %+v", terms, data[:n], sz, kept, wantKept)
				}
				if n == len(data) {
					break
				}
			}
			for i, s := range before {
				if !slices.Equal(s.checkpoints, marks[i]) {
					t.Fatalf("%q in %q %+v: a snapshot has changed", p, data, sz)
				}
			}
			if err := c.Run(ctx, view(data[:len(data)/2])); len(data) > 1 && !errors.Is(err, ErrTruncated) {
				t.Fatalf("a smaller view: %v", err)
			}
			if err := f.Run(ctx, view(data[:len(data)/2])); len(data) > 1 && !errors.Is(err, ErrTruncated) {
				t.Fatalf("a smaller view: %v", err)
			}
		}
	}
}

// TestSnapshotsWhileRunning reads snapshots, ranks and kept lines while they are made.
func TestSnapshotsWhileRunning(t *testing.T) {
	line := []byte("find this line\nand not that\n")
	text := bytes.Repeat(line, 20000)
	b := view(text)
	p := mustCompile(t, "this", Options{})
	sz := smallSizes
	sz.block = 1 << 10
	c, f := testCounter(p, sz, 2), testFilter(sz, 1<<10, 2, Term{Pattern: p})
	done := make(chan error, 2)
	go func() { done <- c.Run(context.Background(), b) }()
	go func() { done <- f.Run(context.Background(), b) }()
	for running := 2; running > 0; {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			running--
		default:
		}
		counts, lines := c.Snapshot(), f.Snapshot()
		if want := (counts.Scanned + int64(len(line)) - 6) / int64(len(line)); counts.Matches != want {
			t.Fatalf("counted %+v, want %d", counts, want)
		}
		if n := counts.Matches; n > 0 {
			if rank, ok, err := counts.Rank(context.Background(), b, (n-1)*int64(len(line))+5); rank != n || !ok ||
				err != nil {
				t.Fatalf("rank %d %v %v, want %d", rank, ok, err, n)
			}
		}
		if n := lines.Len(); n > 0 {
			if off := lines.At(n - 1); off != (n-1)*int64(len(line)) || lines.Search(off) != n-1 {
				t.Fatalf("line %d is at %d", n-1, off)
			}
		}
	}
	for _, wake := range []<-chan struct{}{c.Wake(), f.Wake()} {
		select {
		case <-wake:
		default:
			t.Error("no wake-up after the end")
		}
	}
	if !c.Snapshot().Complete || !f.Snapshot().Complete || f.Snapshot().Len() != 20000 {
		t.Errorf("%+v %+v", c.Snapshot(), f.Snapshot())
	}
}

func TestFilterTerms(t *testing.T) {
	data := []byte("GET /a 200\nPOST /b 500\nGET /c 500\n\nGET /d 404\nGET /e 500")
	term := func(pattern string, invert bool) Term { return Term{mustCompile(t, pattern, Options{}), invert} }
	for _, c := range []struct {
		terms []Term
		want  []int64
	}{
		{nil, []int64{0, 11, 23, 34, 35, 46}},
		{[]Term{term("get", false)}, []int64{0, 23, 35, 46}},
		{[]Term{term("get", false), term("500$", false)}, []int64{23, 46}},
		{[]Term{term("500$", true), term("get", false)}, []int64{0, 35}},
		{[]Term{term("get", true), term(`^$`, true)}, []int64{11}},
		{[]Term{term("get", true), term("", false)}, []int64{11, 34}},
		{[]Term{term("nothing", false), term("get", false)}, nil},
	} {
		for _, sz := range []sizes{smallSizes, defaultSizes, {block: 3, line: 5, overlap: 5, step: 1}} {
			f := testFilter(sz, 7, 2, c.terms...)
			if err := f.Run(context.Background(), view(data)); err != nil {
				t.Fatal(err)
			}
			var got []int64
			for i := range f.Snapshot().Len() {
				got = append(got, f.Snapshot().At(i))
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("%v kept %v, want %v", c.terms, got, c.want)
			}
		}
	}
}

func TestFilterFull(t *testing.T) {
	data := bytes.Repeat([]byte("\n"), 100)
	f := testFilter(smallSizes, 8, 2)
	f.list.n = maxOffsets - 10 // as if so many were kept
	if err := f.Run(context.Background(), view(data)); err != nil {
		t.Fatal(err)
	}
	got := f.Snapshot()
	if !got.Full || got.Complete || got.Scanned != 10 || got.Len() != maxOffsets {
		t.Errorf("%+v", got)
	}
	if err := f.Run(context.Background(), view(append(data, "\n\n"...))); err != nil ||
		f.Snapshot().Len() != maxOffsets {
		t.Errorf("a full filter went on: %v", err)
	}
}

func TestEmptyFile(t *testing.T) {
	for name, run := range engines {
		for _, pattern := range []string{"", "a", "^$"} {
			if err := run(context.Background(), mustCompile(t, pattern, Options{}), view(nil)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	c, f := NewCounter(mustCompile(t, "", Options{})), NewFilter()
	if c.Snapshot().Complete || f.Snapshot().Complete {
		t.Error("complete before the start")
	}
	if err := errors.Join(c.Run(context.Background(), view(nil)), f.Run(context.Background(), view(nil))); err != nil {
		t.Fatal(err)
	}
	if s := c.Snapshot(); !s.Complete || s.Matches != 0 {
		t.Errorf("%+v", s)
	}
	if s := f.Snapshot(); !s.Complete || s.Len() != 0 || s.Search(5) != 0 || s.At(0) != -1 || s.At(-1) != -1 {
		t.Errorf("%+v", s)
	}
}

// TestHugeFile searches 10 GiB that are nowhere stored: lines of 256 MiB with one word each, at their middle. It
// bounds what is read and what is allocated.
func TestHugeFile(t *testing.T) {
	longtest.SkipUnlessLong(t)
	const size, line = 10 << 30, 256 << 20
	word := []byte("needle~")
	var read atomic.Int64
	b := source.View(readerFunc(func(p []byte, off int64) (int, error) {
		read.Add(int64(len(p)))
		clear(p)
		for at := off / line * line; at < off+int64(len(p)); at += line {
			for i, c := range word {
				if k := at + line/2 + int64(i) - off; k >= 0 && k < int64(len(p)) {
					p[k] = c
				}
			}
			if k := at + line - 1 - off; k >= 0 && k < int64(len(p)) {
				p[k] = '\n'
			}
		}
		return len(p), nil
	}), size)
	ctx := context.Background()
	for _, pattern := range []string{"needle~", `needle.$|needle~`} {
		p := mustCompile(t, pattern, Options{Case: MatchCase})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		read.Store(0)
		f := NewFinder(p)
		last := Match{size - line/2, size - line/2 + 7, size - line}
		if m, ok, err := f.Find(ctx, b, size, Backward); m != last || !ok || err != nil {
			t.Fatalf("%q backward: %v %v %v, want %v", p, m, ok, err, last)
		}
		// Half a line to the match, as much to its line's start, and for an expression the pieces' surroundings, which
		// are less than half of them.
		if n := read.Load(); n > 2*line*3/2 {
			t.Errorf("%q: %d MiB read to find", p, n>>20)
		}
		read.Store(0)
		if m, ok, err := f.Find(ctx, b, last.Start, Backward); !ok ||
			m != (Match{last.Start - line, last.End - line, last.LineStart - line}) ||
			err != nil {
			t.Fatalf("%q backward: %v %v %v", p, m, ok, err)
		}
		if m, ok, err := f.Find(ctx, b, last.Start-10, Forward); m != last || !ok || err != nil {
			t.Fatalf("%q forward: %v %v %v, want %v", p, m, ok, err, last)
		}
		if _, ok, err := f.Find(ctx, b, last.Start+1, Forward); ok || err != nil {
			t.Fatalf("%q forward behind the last: %v %v", p, ok, err)
		}
		if n := f.Searched(); n != size-last.Start-1 {
			t.Errorf("searched %d bytes, want %d", n, size-last.Start-1)
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 48<<20 {
			t.Errorf("%q: %d MiB allocated", p, n>>20)
		}
		for _, fr := range f.frames {
			if len(fr.buf) > 6<<20 {
				t.Errorf("%q: a worker holds %d MiB", p, len(fr.buf)>>20)
			}
		}
	}
}

// TestBuffersAreGivenBack: what is done holds none, also where it was stopped or could not read.
func TestBuffersAreGivenBack(t *testing.T) {
	b := view(bytes.Repeat([]byte("abc\n"), 1<<20))
	p := mustCompile(t, "nowhere", Options{})
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	finder, counter, filter := NewFinder(p), NewCounter(p), NewFilter(Term{Pattern: p})
	for _, ctx := range []context.Context{stopped, t.Context()} {
		_, _, _ = finder.Find(ctx, b, 0, Forward)
		_ = counter.Run(ctx, b)
		_ = filter.Run(ctx, b)
		for _, f := range slices.Concat(finder.frames, counter.frames, filter.frames) {
			if f.buf != nil || f.lent != nil {
				t.Errorf("a worker holds %d bytes", len(f.buf))
			}
		}
	}
	if !counter.Snapshot().Complete || !filter.Snapshot().Complete {
		t.Error("not complete")
	}
}
