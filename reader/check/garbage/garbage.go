// Package garbage, which changes without notice, has a process collect its garbage as a check wants it.
package garbage

import "runtime/debug"

const (
	// collectAt lets garbage grow to this much of what is in use, in per cent, before it is collected: a check uses
	// a few MiB at a time and throws away much more.
	collectAt = 4000
	// softLimit is the memory at which it is collected more often all the same, in bytes.
	softLimit = 100 << 20
)

// Tune lets this process collect its garbage less often, for a command that does nothing but check. It returns what
// puts the settings back.
func Tune() (restore func()) {
	percent := debug.SetGCPercent(collectAt)
	limit := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(limit, softLimit))
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}
