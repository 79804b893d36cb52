package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

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

// waitsForProcessor reports whether a thread of a process would go on if it had a processor.
func waitsForProcessor(pid int) bool {
	threads := fmt.Sprintf("/proc/%d/task/", pid)
	all, _ := os.ReadDir(threads)
	for _, one := range all {
		stat, _ := os.ReadFile(threads + one.Name() + "/stat")
		if _, state, _ := strings.Cut(string(stat), ") "); strings.HasPrefix(state, "R") {
			return true
		}
	}
	return false
}
