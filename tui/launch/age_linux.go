package launch

import (
	"bytes"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// clockTick is the unit of the times in /proc. It is the same on every Linux that Go supports.
const clockTick = 10 * time.Millisecond

// procStat returns the content of /proc/self/stat. It does not use package os, whose files need a poller: with too few
// file descriptors, the start must fail with a message and not panic.
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

// processAge returns how long ago the process was started, rounded up to clockTick; 0 if the system does not tell.
func processAge() time.Duration {
	stat := procStat()
	// The name of the program is in brackets and may contain blanks and brackets. The fields after it begin with the
	// third.
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
