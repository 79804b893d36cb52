//go:build unix

package terminal

import "os"

// OpenTTY opens the terminal that controls the process, for when its standard streams are redirected.
func OpenTTY() (in, out *os.File, err error) {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	return f, f, err
}
