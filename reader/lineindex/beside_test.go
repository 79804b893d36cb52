package lineindex

import (
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"eyeline/reader/internal/scratch"
)

// TestIndexGivesWay: it counts in one goroutine while something else reads a whole file, and for a moment after
// GiveWay.
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
