package source

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Holes is how many of a file's first size bytes are in holes, which take no room on the disk. It looks no further than
// most of them, and moves the place of those who do not read by offset.
func Holes(f *os.File, size, most int64) (holes int64) {
	for at := int64(0); at < size && holes <= most; {
		data, err := f.Seek(at, unix.SEEK_DATA)
		switch {
		case errors.Is(err, unix.ENXIO): // no data follows
			data = size
		case err != nil:
			return 0 // the file system knows no holes
		}

		data = min(data, size)
		holes += data - at
		if at, err = f.Seek(data, unix.SEEK_HOLE); err != nil {
			break // at the end
		}
	}

	return holes
}

// StatusTime is when a file, or what the system keeps of it, was changed last: no program sets it. It is zero where the
// system has none.
func StatusTime(info fs.FileInfo) time.Time {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(st.Ctim.Unix())
	}
	return time.Time{}
}

// nameless makes a file without a name in a folder. Not every file system can.
func nameless(dir string) (*os.File, error) {
	return os.OpenFile(dir, os.O_RDWR|os.O_EXCL|unix.O_TMPFILE, 0o600) // O_EXCL: it never gets a name
}

// isUnsized reports whether a file is one of the process file system, which says the size 0 of all that has any. Some
// give each byte once, such as /proc/kmsg, so that no look at a byte finds it out.
func isUnsized(f *os.File) bool {
	c, err := f.SyscallConn() // f.Fd would make reads wait
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
