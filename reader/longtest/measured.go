package longtest

import "testing"

// Measured skips a test that bounds what is taken of memory under the race detector, which takes several times as much.
func Measured(t testing.TB) {
	t.Helper()
	if raced {
		t.Skip("the race detector takes several times the memory")
	}
}
