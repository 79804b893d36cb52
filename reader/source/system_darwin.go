package source

import (
	"io/fs"
	"syscall"
	"time"
)

// StatusTime returns when a file or its inode was changed last, which no program can set; zero if the system does not
// have it.
func StatusTime(info fs.FileInfo) time.Time {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(st.Ctimespec.Unix())
	}
	return time.Time{}
}
