//go:build race

package longtest

// raced says that this program was built with the race detector.
const raced = true
