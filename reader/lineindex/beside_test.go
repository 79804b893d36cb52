package lineindex

import (
	"runtime"
	"testing"

	"eyeline/reader/internal/scratch"
)

// TestIndexGivesWay: it counts in one goroutine while something else reads a whole file.
func TestIndexGivesWay(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	expect := func(when string, want int) {
		t.Helper()
		if n := indexWorkers(); n != want {
			t.Errorf("%s: %d workers, want %d", when, n, want)
		}
	}
	expect("alone", 2)
	p := scratch.Get()
	expect("beside another", 1)
	scratch.Put(p)
	expect("afterwards", 2)
}
