package window

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"eyeline/reader/source"
)

// reads is a source that counts its reads and lets each pass through a hook first.
type reads struct {
	source.Bytes
	n    int
	hook func(n int, p []byte, off int64) (got int, err error, done bool)
}

func (r *reads) ReadAt(p []byte, off int64) (int, error) {
	r.n++
	if r.hook != nil {
		if got, err, done := r.hook(r.n, p, off); done {
			return got, err
		}
	}
	return r.Bytes.ReadAt(p, off)
}

// selection is one call of a selector.
type selection struct {
	name string
	call func(ctx context.Context, b source.Bytes) (any, error)
}

// selections are calls of all selectors on a file of some lines, with random arguments.
func selections(r *rand.Rand, data []byte) []selection {
	first, count, start, length := 1+r.Int64N(32), 1+r.Int64N(32), r.Int64N(int64(len(data))+1), 1+r.Int64N(3000)
	opt := randomBlock(r)
	index := []Index{nil, blocks{data, 64}}[r.IntN(2)]
	dir := 1 - 2*r.IntN(2)
	hard := []int64{16, 5000, MaxByteWindow}[r.IntN(3)]
	return []selection{
		{
			"SliceOf",
			func(ctx context.Context, b source.Bytes) (any, error) { return SliceOf(ctx, b, index, first, count) },
		},
		{"BlockOf", func(ctx context.Context, b source.Bytes) (any, error) { return BlockOf(ctx, b, index, opt) }},
		{"byteRange", func(ctx context.Context, b source.Bytes) (any, error) {
			return ByteRangeOf(ctx, b, index, start, length, hard)
		}},
		{"FactsOf", func(ctx context.Context, b source.Bytes) (any, error) { return FactsOf(ctx, b, start) }},
		{"NextSiblingAnchor", func(ctx context.Context, b source.Bytes) (any, error) {
			line, ok, err := NextSiblingAnchor(ctx, b, index, Window{Anchor: opt.Anchor}, dir)
			return [2]any{line, ok}, err
		}},
	}
}

// each runs f on selections over random files, with what they return when nothing goes wrong and the reads that takes.
func each(t *testing.T, seeds uint64, f func(r *rand.Rand, data []byte, s selection, want any, reads int)) {
	t.Helper()
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 10))
		data := randomFile(r)
		for _, s := range selections(r, data) {
			b := &reads{Bytes: view(data)}
			want, err := s.call(context.Background(), b)
			if errors.Is(err, ErrPastEnd) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			f(r, data, s, want, b.n)
		}
	}
}

// TestShortReadsAreNotTheEnd reads in pieces of any size, with and without io.EOF at the end.
func TestShortReadsAreNotTheEnd(t *testing.T) {
	each(t, uint64(300/slower), func(r *rand.Rand, data []byte, s selection, want any, _ int) {
		most := 1 + r.IntN(200)
		b := &reads{Bytes: view(data), hook: func(_ int, p []byte, off int64) (int, error, bool) {
			if off >= int64(len(data)) {
				return 0, io.EOF, true
			}
			n := copy(p[:min(len(p), most)], data[off:])
			if off+int64(n) == int64(len(data)) && n%2 == 0 {
				return n, io.EOF, true
			}
			return n, nil, true
		}}
		if got, err := s.call(context.Background(), b); err != nil || !equal(got, want) {
			t.Fatalf("%s, %d bytes at a time, %q:\n got %+v %v\nwant %+v", s.name, most, clip(data), got, err, want)
		}
	})
}

func equal(a, b any) bool {
	if w, ok := a.(Window); ok {
		return same(w, b.(Window))
	}
	return a == b
}

// TestEachReadCanFail lets the first, the second, … read fail: the error comes out, and nothing else.
func TestEachReadCanFail(t *testing.T) {
	each(t, uint64(300/slower), func(_ *rand.Rand, data []byte, s selection, _ any, total int) {
		for k := 1; k <= total; k++ {
			b := &reads{Bytes: view(data), hook: func(n int, p []byte, off int64) (int, error, bool) {
				return 0, iotest.ErrTimeout, n >= k
			}}
			if got, err := s.call(context.Background(), b); !errors.Is(err, iotest.ErrTimeout) {
				t.Fatalf("%s, read %d of %d fails, %q: %+v %v", s.name, k, total, clip(data), got, err)
			}
		}
	})
}

// TestFilesThatShrink truncates the file before the first, the second, … read: the selector ends, with
// io.ErrUnexpectedEOF or with what it had read.
func TestFilesThatShrink(t *testing.T) {
	each(t, uint64(400/slower), func(r *rand.Rand, data []byte, s selection, want any, total int) {
		for k := 1; k <= total; k++ {
			left := bytes.Clone(data[:r.IntN(len(data)+1)])
			b := &reads{Bytes: view(data)}
			b.hook = func(n int, p []byte, off int64) (int, error, bool) {
				if n > 100*total+1000 {
					t.Fatalf("%s reads on for ever: %q cut to %d before read %d", s.name, clip(data), len(left), k)
				}
				if n < k {
					return 0, nil, false
				}
				if off >= int64(len(left)) {
					return 0, io.EOF, true
				}
				n = copy(p, left[off:])
				if n < len(p) {
					return n, io.EOF, true
				}
				return n, nil, true
			}
			got, err := s.call(context.Background(), b)
			if err == nil && !equal(got, want) {
				t.Fatalf("%s, %q cut to %d before read %d of %d: %+v, was %+v", s.name, clip(data), len(left), k, total,
					got, want)
			}
			if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("%s: %v", s.name, err)
			}
		}
	})
}

// TestCancelled cancels at each read.
func TestCancelled(t *testing.T) {
	each(t, uint64(100/slower), func(_ *rand.Rand, data []byte, s selection, want any, total int) {
		for k := range total {
			ctx, cancel := context.WithCancel(context.Background())
			if k == 0 {
				cancel()
			}
			b := &reads{Bytes: view(data), hook: func(n int, _ []byte, _ int64) (int, error, bool) {
				if n == k {
					cancel()
				}
				return 0, nil, false
			}}
			got, err := s.call(ctx, b)
			if err == nil && (k == 0 || !equal(got, want)) || err != nil && !errors.Is(err, context.Canceled) {
				t.Fatalf("%s cancelled at read %d: %+v %v", s.name, k, got, err)
			}
			cancel()
		}
	})
}
