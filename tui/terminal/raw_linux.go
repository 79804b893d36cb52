package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// raw reports whether the terminal takes a line feed as it is: the cursor goes down and stays in its column.
func raw(f *os.File) bool {
	t, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	return err == nil && t.Oflag&unix.OPOST == 0
}

// drop discards output that the terminal has not taken yet.
func drop(f *os.File) { _ = unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCOFLUSH) }
