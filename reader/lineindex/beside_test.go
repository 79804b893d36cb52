package lineindex

import (
	"bytes"
	"context"
	"math"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"eyeline/reader/internal/scratch"
	"eyeline/reader/source"
)

// TestIndexGivesWay: it counts in one goroutine while something else reads a whole file, and for a moment after GiveWay.
func TestIndexGivesWay(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	x := New(&endless{})
	expect := func(when string, want int) {
		t.Helper()
		if n := x.workers(); n != want {
			t.Errorf("%s: %d workers, want %d", when, n, want)
		}
	}
	expect("alone", 2)
	p := scratch.Get()
	expect("beside another", 1)
	scratch.Put(p)
	expect("afterwards", 2)
	synctest.Test(t, func(t *testing.T) {
		x.GiveWay()
		expect("after a key", 1)
		time.Sleep(giveWayFor)
		expect("a moment later", 2)
	})
}

// TestCountsAreTheSameAlone: a goroutine that gives way leaves what it has not counted to the other.
func TestCountsAreTheSameAlone(t *testing.T) {
	data := numbered(9*segment + 77)
	b := source.View(bytes.NewReader(data), int64(len(data)))
	for _, turns := range []int{0, 1, 3} {
		n := 0
		counts, err := countBy(context.Background(), 2, func() bool { n++; return n > turns }, b, 0, b.Size(), BlockSize, math.MaxInt64, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range counts {
			if want := int64(bytes.Count(data[i*BlockSize:min((i+1)*BlockSize, len(data))], newline)); c != want {
				t.Fatalf("%d turns: block %d has %d newlines, want %d", turns, i, c, want)
			}
		}
		if len(counts) != (len(data)+BlockSize-1)/BlockSize {
			t.Errorf("%d turns: %d blocks", turns, len(counts))
		}
	}
}
