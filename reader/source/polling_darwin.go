package source

import "golang.org/x/sys/unix"

// needsPolling reports whether a directory is on a file system that sends no change notifications, as those of other
// machines do not.
func needsPolling(dir string) bool {
	var st unix.Statfs_t
	return unix.Statfs(dir, &st) == nil && st.Flags&unix.MNT_LOCAL == 0
}
