package atomicfile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// renameNew gives a file a new name that nothing has yet.
func renameNew(from, to string) error {
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS), errors.Is(err, unix.ENOTSUP):
		return linkNew(from, to) // not every file system has it
	}
	return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
}
