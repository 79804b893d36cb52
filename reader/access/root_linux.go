package access

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"eyeline/reader/source"
)

// descriptorRoot is a rootDir by openat2(2): the kernel follows no link and does not leave the directory. Directories
// are opened with O_PATH, so that search permission is enough to pass through them, as it is for open(2).
type descriptorRoot struct{ fd int }

const beneath = unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS

// openByDescriptor returns false where the kernel, or a filter in front of it, does not know openat2.
func openByDescriptor(path string) (rootDir, bool) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, false
	}

	r := descriptorRoot{fd}
	probe, err := r.at(".", unix.O_PATH|unix.O_NOFOLLOW)
	if err != nil {
		_ = unix.Close(fd)
		return nil, false
	}

	_ = unix.Close(probe)
	return r, true
}

func (r descriptorRoot) at(name string, flags uint64) (int, error) {
	how := unix.OpenHow{Flags: flags | unix.O_CLOEXEC, Resolve: beneath}
	for try := 0; ; try++ {
		fd, err := unix.Openat2(r.fd, name, &how)
		switch {
		case err == unix.EINTR, err == unix.EAGAIN && try < 64: // EAGAIN: a rename elsewhere got in the way
			continue
		case err == unix.ELOOP || err == unix.EXDEV || err == unix.EAGAIN:
			return -1, errRaced
		case err != nil:
			return -1, &fs.PathError{Op: "open", Path: name, Err: err}
		}

		return fd, nil
	}
}

func (r descriptorRoot) lstat(name string) (fs.FileInfo, error) {
	fd, err := r.at(name, unix.O_PATH|unix.O_NOFOLLOW)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), name)
	fi, err := f.Stat()
	return fi, errors.Join(err, f.Close())
}

func (r descriptorRoot) readlink(name string) (string, error) {
	fd, err := r.at(name, unix.O_PATH|unix.O_NOFOLLOW)
	if err != nil {
		return "", err
	}

	defer func() { _ = unix.Close(fd) }()
	target := make([]byte, unix.PathMax)
	n, err := unix.Readlinkat(fd, "", target)
	switch err {
	case nil:
		return string(target[:n]), nil
	case unix.EINVAL, unix.ENOENT: // no longer a link
		return "", errRaced
	}

	return "", &fs.PathError{Op: "readlink", Path: name, Err: err}
}

func (r descriptorRoot) open(name string) (*os.File, error) {
	fd, err := r.at(name, uint64(source.OpenFlags))
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

func (r descriptorRoot) close() error { return unix.Close(r.fd) }

func (r descriptorRoot) refusesLinks() bool { return true }
