package longtest

import (
	"runtime"
	"testing"
)

// Measured skips a test that bounds what is taken of memory under the race detector, which takes several times as much.
func Measured(t testing.TB) {
	t.Helper()
	if raced {
		t.Skip("the race detector takes several times the memory")
	}
}

// Started skips a test of a program that was built without the race detector where the test itself has it: it would
// watch nothing but the test.
func Started(t testing.TB) {
	t.Helper()
	if raced {
		t.Skip("the program that is started is not under the race detector")
	}
}

// Allocated is how many bytes a function allocates, whether or not it keeps them.
func Allocated(run func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
