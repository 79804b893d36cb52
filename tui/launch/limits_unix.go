//go:build unix

package launch

import (
	"errors"
	"syscall"
)

// leastFiles is how many files the Go runtime opens to read one. Where it cannot it prints stacks and ends.
const leastFiles = 5

// checkLimits says that too few files may be open.
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
