//go:build !unix && !windows

package source

import "os"

// OpenFlags open a file for reading.
const OpenFlags = os.O_RDONLY

// Open opens a file or a folder for reading.
func Open(path string) (*os.File, error) { return os.OpenFile(path, OpenFlags, 0) }
