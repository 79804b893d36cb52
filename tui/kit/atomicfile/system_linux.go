package atomicfile

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// renameNew gives a file a new name in its folder that nothing has yet.
func renameNew(in *folder, from, to string) error {
	fd := int(in.dir.Fd())
	err := unix.Renameat2(fd, from, fd, to, unix.RENAME_NOREPLACE)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS), errors.Is(err, unix.ENOTSUP):
		return linkNew(in, from, to) // not every file system has it
	}
	return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
}

// pathOf is the path that an open folder has now; "" when that is not known.
func pathOf(dir *os.File) string {
	path, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", dir.Fd()))
	if err != nil {
		return ""
	}

	is, err := dir.Stat()
	named, nerr := os.Stat(path)
	if err != nil || nerr != nil || !os.SameFile(is, named) {
		return ""
	}

	return path
}

// aclName is the attribute that has the list of a file's rights.
const aclName = "system.posix_acl_access"

// aclOf is the list of rights that a file has beyond its mode; nil for none.
func aclOf(f *os.File) []byte {
	buf := make([]byte, 64<<10) // no attribute is longer
	n, err := unix.Fgetxattr(int(f.Fd()), aclName, buf)
	if err != nil {
		return nil
	}
	return buf[:n]
}

// setACL gives a file a list of rights; nil takes the one away that it has.
func setACL(f *os.File, acl []byte) error {
	if acl == nil {
		return unix.Fremovexattr(int(f.Fd()), aclName)
	}
	return unix.Fsetxattr(int(f.Fd()), aclName, acl, 0)
}
