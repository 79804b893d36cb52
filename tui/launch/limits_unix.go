//go:build unix

package launch

import (
	"errors"
	"syscall"
)

// leastFiles is how many files the Go runtime opens to read one. If it cannot, it prints stack traces and exits.
const leastFiles = 5

// checkLimits returns an error if too few files may be open.
func checkLimits() error {
	for range leastFiles {
		fd, err := syscall.Dup(0)
		if errors.Is(err, syscall.EMFILE) {
			return errors.New("too few files may be open here: raise ulimit -n")
		}
		if err != nil {
			return nil // standard input is closed
		}

		defer func() { _ = syscall.Close(fd) }()
	}

	return nil
}
