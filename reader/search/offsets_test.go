package search

import (
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"eyeline/reader/longtest"
)

func TestOffsetList(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	var list offsetList
	var want []int64
	type snapshot struct {
		list offsetList
		want []int64
	}
	var snapshots []snapshot
	grow := func(n int) {
		for range n {
			off := r.Int64N(3)
			if len(want) > 0 {
				off = want[len(want)-1] + 1 + r.Int64N(1<<r.IntN(30))
			}
			list.append(off)
			want = append(want, off)
		}
		snapshots = append(snapshots, snapshot{list, slices.Clone(want)})
	}
	compare := func(list offsetList, want []int64) {
		t.Helper()
		if list.n != int64(len(want)) {
			t.Fatalf("%d offsets, want %d", list.n, len(want))
		}
		probe := func(i int) {
			t.Helper()
			if got := list.at(int64(i)); got != want[i] {
				t.Fatalf("offset %d is %d, want %d", i, got, want[i])
			}
			for _, off := range []int64{want[i] - 1, want[i], want[i] + 1} {
				n := sort.Search(len(want), func(i int) bool { return want[i] >= off })
				if got := list.search(off); got != int64(n) {
					t.Fatalf("%d offsets before %d, want %d", got, off, n)
				}
			}
		}
		for i := 0; i < len(want); i += 1 + r.IntN(100) {
			probe(i)
		}
		for _, c := range list.full {
			probe(int(c.index))
			probe(max(int(c.index)-1, 0))
		}
		if len(want) > 0 {
			probe(len(want) - 1)
		}
		if list.search(0) != 0 || list.search(1<<62) != list.n {
			t.Fatal("search outside the list")
		}
	}
	for range 8 {
		grow(r.IntN(5000))
		// Go back to an earlier place, as when a file grows, and go on from there.
		cut := int64(0)
		if n := len(want); n > 0 {
			cut = want[r.IntN(n)] + r.Int64N(2)
		}
		list = list.before(cut)
		want = want[:sort.Search(len(want), func(i int) bool { return want[i] >= cut })]
		snapshots = append(snapshots, snapshot{list, slices.Clone(want)})
		grow(r.IntN(5000))
	}
	for _, s := range snapshots {
		compare(s.list, s.want)
	}
}

func TestOffsetListBefore(t *testing.T) {
	var list offsetList
	for i := range int64(3 * chunkSize) {
		list.append(2 * i)
	}
	for n := int64(0); n <= list.n; n += 97 {
		if got := list.before(2*n - 1); got.n != n || n > 0 && got.at(n-1) != 2*n-2 {
			t.Fatalf("before %d: %d offsets", 2*n-1, got.n)
		}
	}
}

// TestOffsetListIsSmall: each of many lines that match costs a byte or two, and there is an end to it.
func TestOffsetListIsSmall(t *testing.T) {
	for _, length := range []int64{2, 60, 500} { // of a line
		if !longtest.IsRequested() && length != 60 {
			continue
		}
		var list offsetList
		for off := int64(0); !list.isFull(); off += length {
			list.append(off)
		}
		bytes := cap(list.tail.deltas)
		for _, c := range list.full {
			bytes += cap(c.deltas)
		}
		if each := float64(bytes) / float64(list.n); bytes > maxOffsetBytes || each > 2.1 || list.n < maxOffsets*3/4 {
			t.Errorf("lines of %d bytes: %d offsets in %d bytes, %.2f each", length, list.n, bytes, each)
		}
	}
}
