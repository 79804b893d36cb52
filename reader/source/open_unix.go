//go:build unix

package source

import (
	"os"
	"syscall"
)

// OpenFlags open a file for reading without waiting for a named pipe's other end, and without taking a terminal.
const OpenFlags = os.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY

// Open opens a file or a folder for reading, as OpenFlags say.
func Open(path string) (*os.File, error) { return os.OpenFile(path, OpenFlags, 0) }
