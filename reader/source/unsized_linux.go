package source

import (
	"os"

	"golang.org/x/sys/unix"
)

// isUnsized reports whether a file is one of the process file system, which says the size 0 of all that has any. Some
// give each byte once, such as /proc/kmsg, so that no look at a byte finds it out.
func isUnsized(f *os.File) bool {
	c, err := f.SyscallConn() // f.Fd would make reads wait
	if err != nil {
		return false
	}
	is := false
	err = c.Control(func(fd uintptr) {
		var fs unix.Statfs_t
		is = unix.Fstatfs(int(fd), &fs) == nil && fs.Type == unix.PROC_SUPER_MAGIC
	})
	return is && err == nil
}
