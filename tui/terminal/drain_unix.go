//go:build unix

package terminal

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// drainSlice is how long drain waits between two looks.
const drainSlice = 5 * time.Millisecond

// drain waits until the system has handed all that was written to the terminal on, or the deadline has come. Linux
// knows that of lines and consoles; of a pseudo-terminal it says at once that nothing waits.
func drain(f *os.File, deadline time.Time) {
	for time.Now().Before(deadline) {
		if n, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCOUTQ); err != nil || n == 0 {
			return
		}
		time.Sleep(drainSlice)
	}
}
