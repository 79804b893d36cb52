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
// knows that of lines and consoles; of a pseudo-terminal it says at once that nothing waits. It reports false where
// something still does.
func drain(f *os.File, deadline time.Time) bool {
	for {
		if n, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCOUTQ); err != nil || n == 0 {
			return true
		}
		if !time.Now().Before(deadline) {
			return false
		}
		time.Sleep(drainSlice)
	}
}
