//go:build !linux

package source

import "os"

// isUnsized reports whether a file is one of the process file system of Linux.
func isUnsized(*os.File) bool { return false }
