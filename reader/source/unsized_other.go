//go:build !linux

package source

import "os"

// IsUnsized reports whether a file is one of the process file system of Linux.
func IsUnsized(*os.File) bool { return false }
