//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package settingsfile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// holdLock opens the folder itself.
func holdLock(dir string) (*os.File, error) { return os.OpenFile(dir, os.O_RDONLY|unix.O_NONBLOCK, 0) }

// tryLock locks it, if no other process has. refused: one has, or a signal came.
func tryLock(f *os.File) (refused bool) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	return errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR)
}
