//go:build windows

package access

import (
	"io/fs"
	"syscall"
)

// IsNullDevice reports whether fi is the device that reads as an empty file: here it is not a file at all.
func IsNullDevice(fs.FileInfo) bool { return false }

// errorInvalidName is ERROR_INVALID_NAME: a path with characters that no file name may have.
const errorInvalidName = syscall.Errno(123)

// The errors that mean that a path leads nowhere, as opposed to a file that is there and cannot be read.
var leadsNowhere = []error{
	fs.ErrNotExist, syscall.ENOTDIR, syscall.ERROR_PATH_NOT_FOUND, errorInvalidName, syscall.EINVAL,
}
