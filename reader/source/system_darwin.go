package source

import (
	"io/fs"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// needsPolling reports whether a directory is on a file system that sends no change notifications, as those of other
// machines do not.
func needsPolling(dir string) bool {
	var st unix.Statfs_t
	return unix.Statfs(dir, &st) == nil && st.Flags&unix.MNT_LOCAL == 0
}

// StatusTime is when a file, or what the system keeps of it, was changed last: no program sets it. It is zero where the
// system has none.
func StatusTime(info fs.FileInfo) time.Time {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(st.Ctimespec.Unix())
	}
	return time.Time{}
}
