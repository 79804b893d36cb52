//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package settings

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// lockPatience is how long a save waits at most for one of another process.
	lockPatience = time.Second
	// lockSlice is how long it waits between two tries.
	lockSlice = 5 * time.Millisecond
)

// lockFolder locks a folder against the saves of other processes until unlock is called. Where that cannot be had it
// does without.
func lockFolder(dir string) (unlock func()) {
	f, err := os.OpenFile(dir, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return func() {}
	}
	for end := time.Now().Add(lockPatience); ; time.Sleep(lockSlice) {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil || !errors.Is(err, unix.EWOULDBLOCK) || time.Now().After(end) {
			return func() { _ = f.Close() } // which unlocks it
		}
	}
}
