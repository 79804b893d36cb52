package program

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// leastMemory is how much memory a process must be allowed to reserve. The Go runtime reserves 1.3 GiB, and where it
// gets no more it ends at any time, with the terminal as the viewer has it.
const leastMemory = 3 << 29

// checkMemory refuses a limit that is too low.
func checkMemory() error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err == nil && limit.Cur < leastMemory {
		return fmt.Errorf("the limit of %d MiB on memory (ulimit -v) is too low for the viewer: it wants %d MiB",
			limit.Cur>>20, uint64(leastMemory)>>20)
	}
	return nil
}
