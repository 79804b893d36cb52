//go:build unix

package access

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// SequentialFile is a file that is read from its beginning to its end, once: of many files each costs three calls of
// the system.
type SequentialFile struct {
	fd   int
	Size int64
	Unix int64 // the second of its last change
}

// OpenSequential opens a regular file of an open folder by its name there. follow: also what a link leads to. The
// errors are the system's, or a SpecialError.
func OpenSequential(dir *os.File, name string, follow bool) (*SequentialFile, error) {
	flags := unix.O_RDONLY | unix.O_NONBLOCK | unix.O_CLOEXEC | unix.O_NOCTTY
	if !follow {
		flags |= unix.O_NOFOLLOW
	}

	fd, err := unix.Openat(int(dir.Fd()), name, flags, 0)
	for err == unix.EINTR {
		fd, err = unix.Openat(int(dir.Fd()), name, flags, 0)
	}

	if err != nil {
		return nil, err
	}

	var info unix.Stat_t
	if err := unix.Fstat(fd, &info); err != nil {
		_ = unix.Close(fd)
		return nil, err
	}

	if info.Mode&unix.S_IFMT != unix.S_IFREG {
		_ = unix.Close(fd)
		return nil, &SpecialError{os.ModeIrregular}
	}

	return &SequentialFile{fd, info.Size, int64(info.Mtim.Sec)}, nil
}

// Read reads on.
func (p *SequentialFile) Read(b []byte) (int, error) {
	for {
		n, err := unix.Read(p.fd, b)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		}

		return n, nil
	}
}

// Rewind goes back to the beginning.
func (p *SequentialFile) Rewind() error {
	_, err := unix.Seek(p.fd, 0, io.SeekStart)
	return err
}

// Close closes the file.
func (p *SequentialFile) Close() error { return unix.Close(p.fd) }
