package launch

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// clockTick is the unit of times in /proc, which is the same on every Linux that Go runs on.
const clockTick = 10 * time.Millisecond

// processAge is how long ago the process was started, rounded up to clockTick; 0 where the system does not say.
func processAge() time.Duration {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0
	}
	// The name of the program, in brackets, may have blanks and brackets. The fields behind it begin with the third.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	const startTime = 22
	if len(fields) <= startTime-3 {
		return 0
	}
	ticks, err := strconv.ParseInt(string(fields[startTime-3]), 10, 64)
	var now unix.Timespec
	if err != nil || unix.ClockGettime(unix.CLOCK_BOOTTIME, &now) != nil {
		return 0
	}
	return max(0, time.Duration(now.Nano())-time.Duration(ticks)*clockTick)
}
