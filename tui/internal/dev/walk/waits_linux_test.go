package walk

import "golang.org/x/sys/unix"

// inputWaits asks a terminal how much was typed that nobody has read.
const inputWaits = unix.TIOCINQ

// processorTime is the time that a process has had, in nanoseconds.
func processorTime(pid int) int64 {
	const sched = 2 // CPUCLOCK_SCHED of the kernel: the time of all threads
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|sched), &t); err != nil {
		return 0
	}
	return t.Nano()
}
