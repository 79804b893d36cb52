package program

import (
	"runtime/debug"
	"testing"
)

// TestGarbageIsCollectedSooner once the first screen is drawn, unless the environment says when.
func TestGarbageIsCollectedSooner(t *testing.T) {
	const usual = 100
	before := debug.SetGCPercent(usual)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	for set, want := range map[string]int{"": collectAt, "150": usual, "off": usual} {
		t.Setenv("GOGC", set)
		debug.SetGCPercent(usual)
		if msg := collectSooner(); msg != nil {
			t.Errorf("GOGC=%s: %T", set, msg)
		}
		if got := debug.SetGCPercent(usual); got != want {
			t.Errorf("GOGC=%s: collected at %d %%, want %d", set, got, want)
		}
	}
}
