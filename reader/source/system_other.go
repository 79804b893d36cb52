//go:build !linux && !darwin

package source

import (
	"io/fs"
	"time"
)

// needsPolling reports whether a directory is on a file system that sends no change notifications; none is known here.
func needsPolling(string) bool { return false }

// StatusTime is zero: the system has no such time.
func StatusTime(fs.FileInfo) time.Time { return time.Time{} }
