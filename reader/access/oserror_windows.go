//go:build windows

package access

import (
	"errors"
	"syscall"
)

// errnoText is the system's own text and the number of the system error in err; ok is false when err has none.
func errnoText(err error) (text string, n int, ok bool) {
	var e syscall.Errno
	if !errors.As(err, &e) {
		return "", 0, false
	}
	return capitalized(e.Error()), int(e), true
}
