package settingsfile

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockName is the file in the folder of the settings that stands for its lock: Windows locks no folder.
const lockName = ".eyeline-lock"

// holdLock opens the file that is locked for a folder.
func holdLock(dir string) (*os.File, error) {
	return os.OpenFile(dir+string(os.PathSeparator)+lockName, os.O_RDWR|os.O_CREATE, 0o600)
}

// tryLock locks it, if no other process has. refused: one has.
func tryLock(f *os.File) (refused bool) {
	const exclusive = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), exclusive, 0, 1, 0, &windows.Overlapped{})
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}
