//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package atomicfile

import (
	"encoding/hex"
	"errors"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// flock is the call that locks a file. Tests replace it.
var flock = unix.Flock

// lock locks a temporary file until unlock is called, also when the file is closed before. It is not ok when another
// process has just taken the file for an orphan. Where there are no locks it does without: nothing is an orphan there.
func lock(f *os.File) (unlock func(), ok bool) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return func() {}, true
	}

	unlock = func() { _ = unix.Close(fd) }
	if err := flock(fd, unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		unlock()
		return nil, false
	}

	var info unix.Stat_t
	if err := unix.Fstat(fd, &info); err == nil && info.Nlink == 0 {
		unlock()
		return nil, false
	}

	return unlock, true
}

// removeOrphans removes the temporary files of a folder that nobody writes any more.
func removeOrphans(in *folder) {
	for {
		names, err := in.dir.Readdirnames(1024)
		for _, name := range names {
			rest, ok := strings.CutPrefix(name, prefix)
			if _, err := hex.DecodeString(rest); ok && err == nil && len(rest) == 12 {
				removeOrphan(in, name)
			}
		}

		if err != nil {
			return
		}
	}
}

// removeOrphan removes a temporary file unless its writer has its lock.
func removeOrphan(in *folder, name string) {
	if info, err := in.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return
	}

	f, err := in.OpenFile(name, os.O_WRONLY|nonBlocking, 0) // over a network, only what may be written can be locked
	if err != nil {
		f, err = in.OpenFile(name, os.O_RDONLY|nonBlocking, 0)
	}
	if err != nil {
		return
	}

	defer f.Close()
	info, err := f.Stat()
	if err == nil && info.Mode().IsRegular() && flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		_ = in.Remove(name)
	}
}
