//go:build unix

package source

import (
	"os"
	"syscall"
)

// openNonblocking opens a file for reading; a named pipe swapped in meanwhile does not make it wait.
func openNonblocking(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}
