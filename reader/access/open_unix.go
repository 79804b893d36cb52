//go:build unix

package access

import (
	"io/fs"
	"os"
	"sync"
	"syscall"
)

var nullDevice = sync.OnceValues(func() (uint64, bool) {
	fi, err := os.Stat(os.DevNull)
	if err != nil {
		return 0, false
	}
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok || fi.Mode()&fs.ModeCharDevice == 0 {
		return 0, false
	}
	return uint64(st.Rdev), true //nolint:unconvert // int32 on darwin
})

// IsNullDevice reports whether fi is the device that reads as an empty file.
func IsNullDevice(fi fs.FileInfo) bool {
	if fi.Mode()&fs.ModeCharDevice == 0 {
		return false
	}
	null, ok := nullDevice()
	st, isStat := fi.Sys().(*syscall.Stat_t)
	return ok && isStat && uint64(st.Rdev) == null
}

// The errors that mean that a path leads nowhere, as opposed to a file that is there and cannot be read.
var leadsNowhere = []error{
	fs.ErrNotExist, syscall.ENOTDIR, syscall.ELOOP, syscall.ENAMETOOLONG, syscall.EINVAL,
}
