package launch

import (
	"bytes"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// clockTick is the unit of times in /proc, which is the same on every Linux that Go runs on.
const clockTick = 10 * time.Millisecond

// procStat is what the system says of this process. It is read without package os, whose files need a poller: a start
// with too few file descriptors is to say so, and not to panic.
func procStat() []byte {
	fd, err := unix.Open("/proc/self/stat", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	buf := make([]byte, 4<<10)
	n, err := unix.Read(fd, buf)
	if err != nil {
		return nil
	}
	return buf[:n]
}

// processAge is how long ago the process was started, rounded up to clockTick; 0 where the system does not say.
func processAge() time.Duration {
	stat := procStat()
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
