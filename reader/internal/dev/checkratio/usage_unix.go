//go:build unix

package main

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// usage is how much of the processors' time this process had, and the most memory in bytes; 0 when the system does not
// tell.
func usage() (processor time.Duration, peak int64) {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0, 0
	}
	peak = int64(u.Maxrss)
	if runtime.GOOS != "darwin" { // which counts bytes, the others KiB
		peak <<= 10
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), peak
}
