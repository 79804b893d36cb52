package window

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// sliceRef is CONTRACTS.md §1 Slice in memory.
func sliceRef(data []byte, first, count int64) Window {
	lines := linesOf(data)
	first, count = max(first, 1), max(count, 1)
	n := int64(len(lines))
	if first > n {
		return Window{Kind: Slice, TotalLines: n, Start: int64(len(data)), End: int64(len(data))}
	}
	w := Window{Kind: Slice, TotalLines: -1, First: first, Top: StopAsked, Bottom: StopLimit}
	if first == 1 {
		w.Top = StopFile
	}
	w.Last = n
	if count < n-first+1 {
		w.Last = first + count - 1
	}
	if w.Last == n {
		w.Bottom, w.TotalLines = StopFile, n
	}
	w.Start, w.End = offsetsOf(lines, w.First, w.Last)
	return w
}

func checkSlice(t *testing.T, data []byte, first, count int64) {
	t.Helper()
	want := sliceRef(data, first, count)
	for name, index := range indexes(data) {
		w, err := SliceOf(context.Background(), view(data), index, first, count)
		if err != nil {
			t.Fatal(err)
		}
		if !same(w, want) {
			t.Fatalf("%q, %d lines from %d, index %s:\n got %+v\nwant %+v", clip(data), count, first, name, w, want)
		}
	}
}

func TestSliceAgainstReference(t *testing.T) {
	for seed := range uint64(3000 / slower) {
		r := rand.New(rand.NewPCG(seed, 2))
		data := randomFile(r)
		first, count := 1+r.Int64N(32), 1+r.Int64N(32)
		if seed%50 == 0 {
			count = math.MaxInt64 - r.Int64N(3)
		}
		checkSlice(t, data, first, count)
	}
}

func TestSliceEdges(t *testing.T) {
	for _, text := range []string{"", "\n", "x", "x\n", "\n\n", "a\r\nb", "a\u2028b\fc\rd\n"} {
		for _, first := range []int64{math.MinInt64, 0, 1, 2, 3, 4, math.MaxInt64} {
			for _, count := range []int64{math.MinInt64, 0, 1, 2, math.MaxInt64} {
				checkSlice(t, []byte(text), first, count)
			}
		}
	}
}

func FuzzSlice(f *testing.F) {
	f.Add([]byte("a\n  b\r\n\nc"), int64(2), int64(2))
	f.Add([]byte{}, int64(1), int64(1))
	f.Fuzz(func(t *testing.T, data []byte, first, count int64) {
		checkSlice(t, data, first, count)
		checkSlice(t, data, 1+(first&15), 1+(count&15))
	})
}
