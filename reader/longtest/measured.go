package longtest

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
)

// usualPercent is how much a heap grows between collections where nothing says otherwise.
const usualPercent = 100

// CollectLess lets a program of tests, most of which keep little and throw much away, collect garbage less often. Where
// GOGC says how often it stays so. It is for TestMain.
func CollectLess() {
	const percent = 400
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// SkipMemoryUnderRace skips a test that bounds what is taken of memory under the race detector, which takes several
// times as much, and lets garbage be collected as usual.
func SkipMemoryUnderRace(t testing.TB) {
	t.Helper()
	if raced {
		t.Skip("the race detector takes several times the memory")
	}
	CollectAsUsual(t)
}

// CollectAsUsual lets garbage be collected as often as by default until the test ends, in the programs that it starts,
// too: the tests may run with less collecting, which takes a fifth less time.
func CollectAsUsual(t testing.TB) {
	t.Helper()
	before := debug.SetGCPercent(usualPercent)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	t.Setenv("GOGC", strconv.Itoa(usualPercent))
}

// SkipProgramsUnderRace skips a test of a program that was built without the race detector where the test itself has
// it: it would watch nothing but the test.
func SkipProgramsUnderRace(t testing.TB) {
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
