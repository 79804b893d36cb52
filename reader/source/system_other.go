//go:build !linux && !darwin

package source

import (
	"io/fs"
	"time"
)

// StatusTime returns zero: the system has no such time.
func StatusTime(fs.FileInfo) time.Time { return time.Time{} }
