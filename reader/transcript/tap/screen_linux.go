package tap

import (
	"os"

	"golang.org/x/sys/unix"
)

// HasScreen reports whether an agent has the screen of this process's terminal: it reads single keys.
func HasScreen() bool {
	terminal, err := os.OpenFile("/dev/tty", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	defer func() { _ = terminal.Close() }()
	modes, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS)
	return err == nil && modes.Lflag&unix.ICANON == 0
}
