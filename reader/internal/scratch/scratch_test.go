package scratch

import (
	"sync"
	"testing"
)

// TestNobodySharesABuffer lends more buffers than there are.
func TestNobodySharesABuffer(t *testing.T) {
	seen := make(map[*Buffer]bool)
	for range 2 * few {
		p := Get()
		if seen[p] {
			t.Fatal("a buffer was lent twice")
		}
		seen[p] = true
		if n := LentCount(); n != min(len(seen), few) {
			t.Errorf("%d lent of %d", n, len(seen))
		}
	}
	for p := range seen {
		Put(p)
	}
	Put(nil)
	if n := LentCount(); n != 0 {
		t.Errorf("%d still lent", n)
	}
}

// TestSameBufferAgain: only as many take memory as are lent at the same time.
func TestSameBufferAgain(t *testing.T) {
	first, second := Get(), Get()
	Put(first)
	if p := Get(); p != first {
		t.Error("another buffer than the one given back")
	}
	Put(second)
	Put(first)
	if n := testing.AllocsPerRun(100, func() { Put(Get()) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestManyAtOnce writes to buffers in several goroutines, for the race detector and for each other's bytes.
func TestManyAtOnce(t *testing.T) {
	var group sync.WaitGroup
	for i := range 3 * few {
		group.Go(func() {
			for range 100 {
				p := Get()
				p[0], p[size-1] = byte(i), byte(i)
				if p[0] != byte(i) || p[size-1] != byte(i) {
					t.Error("another goroutine wrote to a buffer that is lent")
				}
				Put(p)
			}
		})
	}
	group.Wait()
}
