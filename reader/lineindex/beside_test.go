package lineindex

import (
	"runtime"
	"testing"

	"eyeline/reader/internal/scratch"
)

// TestIndexGivesWay: it counts in one goroutine while something else reads.
func TestIndexGivesWay(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	if n := beside(); n != 2 {
		t.Errorf("%d workers alone", n)
	}
	p := scratch.Get()
	if n := beside(); n != 1 {
		t.Errorf("%d workers beside another", n)
	}
	scratch.Put(p)
	if n := beside(); n != 2 {
		t.Errorf("%d workers afterwards", n)
	}
}
