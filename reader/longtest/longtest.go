// Package longtest separates what tests try each time from what takes long: "go test ./..." runs the short half, a
// sample of the cases where there are many, and .ci/run sets the environment variable that brings all of it.
package longtest

import (
	"os"
	"testing"
)

// Variable is the environment variable that asks for the long tests, by any value.
const Variable = "EYELINE_LONG"

// Asked reports whether the long tests were asked for.
func Asked() bool { return os.Getenv(Variable) != "" }

// Only skips a test that runs with the long ones only.
func Only(t testing.TB) {
	t.Helper()
	if !Asked() {
		t.Skip("a long test; " + Variable + "=1 runs it")
	}
}
