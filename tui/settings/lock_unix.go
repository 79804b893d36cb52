//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package settings

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// lockPatience is how long a save waits at most for those of other processes; tests shorten it.
var lockPatience = 10 * time.Second

// lockSlice is how long it waits between two tries.
const lockSlice = 5 * time.Millisecond

// errLocked says that another process has the lock all the time.
var errLocked = errors.New("another program is changing the settings; nothing is saved")

// lockFolder locks a folder against the saves of other processes until unlock is called. A file system without locks
// does without.
func lockFolder(dir string) (unlock func(), err error) {
	f, err := os.OpenFile(dir, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(lockPatience); ; time.Sleep(lockSlice) {
		switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
		case err == nil || !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR):
			return func() { _ = f.Close() }, nil // which unlocks it
		case time.Now().After(end):
			return nil, errors.Join(errLocked, f.Close())
		}
	}
}
