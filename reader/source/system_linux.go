package source

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Holes returns how many of a file's first size bytes are in holes, which take no disk space. It examines most holes at
// most, and changes the file's seek offset.
func Holes(f *os.File, size, most int64) (holes int64) {
	for at := int64(0); at < size && holes <= most; {
		data, err := f.Seek(at, unix.SEEK_DATA)
		switch {
		case errors.Is(err, unix.ENXIO): // no data follows
			data = size
		case err != nil:
			return 0 // holes are not supported
		}

		data = min(data, size)
		holes += data - at
		if at, err = f.Seek(data, unix.SEEK_HOLE); err != nil {
			break // at the end
		}
	}

	return holes
}

// StatusTime returns when a file or its inode was changed last, which no program can set; zero if the system does not
// have it.
func StatusTime(info fs.FileInfo) time.Time {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(st.Ctim.Unix())
	}
	return time.Time{}
}

// nameless creates a file without a name in a folder, if the file system supports that.
func nameless(dir string) (*os.File, error) {
	return os.OpenFile(dir, os.O_RDWR|os.O_EXCL|unix.O_TMPFILE, 0o600) // O_EXCL: it never gets a name
}

// isUnsized reports whether a file is in procfs, which reports size 0 for files with content. Some return each byte
// only once, such as /proc/kmsg, so that reading a byte is no test.
func isUnsized(f *os.File) bool {
	c, err := f.SyscallConn() // f.Fd would make reads blocking
	if err != nil {
		return false
	}

	is := false
	err = c.Control(func(fd uintptr) {
		var st unix.Statfs_t
		is = unix.Fstatfs(int(fd), &st) == nil && st.Type == unix.PROC_SUPER_MAGIC
	})
	return is && err == nil
}
