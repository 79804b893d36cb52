package source

import (
	"io/fs"
	"syscall"
	"time"
)

// StatusTime is when a file, or what the system keeps of it, was changed last: no program sets it. It is zero where the
// system has none.
func StatusTime(info fs.FileInfo) time.Time {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(st.Ctimespec.Unix())
	}
	return time.Time{}
}
