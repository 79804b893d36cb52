package terminal

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// reopened is a terminal opened once more, to read or to write it without blocking; nil when that cannot be, such
// as after su, which leaves the terminal to another user.
func reopened(f *os.File, mode int) *os.File {
	var is, want unix.Stat_t
	if unix.Fstat(int(f.Fd()), &want) != nil || want.Mode&unix.S_IFMT != unix.S_IFCHR {
		return nil
	}
	own, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), mode|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil
	}
	same := false
	if conn, err := own.SyscallConn(); err == nil { // Fd would make it block
		err := conn.Control(func(fd uintptr) {
			same = unix.Fstat(int(fd), &is) == nil && is.Rdev == want.Rdev
		})
		same = same && err == nil
	}
	if !same || own.SetReadDeadline(time.Time{}) != nil {
		_ = own.Close()
		return nil
	}
	return own
}

// writeNow writes as much as such a terminal takes without waiting, and returns how much.
func writeNow(f *os.File, p []byte) int {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0
	}
	n := 0
	err = conn.Write(func(fd uintptr) bool {
		n, err = syscall.Write(int(fd), p)
		return true
	})
	if err != nil {
		return 0
	}
	return max(n, 0)
}
