package main

import (
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// typeRaw, waitRaw and readRaw are raw system calls: for others the Go runtime wakes a thread of its own beside what is
// measured.

func typeRaw(fd int, keys string) {
	_, _, _ = unix.RawSyscall(unix.SYS_WRITE, uintptr(fd), uintptr(unsafe.Pointer(unsafe.StringData(keys))), uintptr(len(keys)))
}

// waitRaw waits until something can be read, at most for a time.
func waitRaw(fd int, d time.Duration) bool {
	fds := unix.PollFd{Fd: int32(fd), Events: unix.POLLIN}
	limit := unix.NsecToTimespec(d.Nanoseconds())
	n, _, errno := unix.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&fds)), 1, uintptr(unsafe.Pointer(&limit)), 0, 0, 0)
	return errno == 0 && n > 0
}

func readRaw(fd int, p []byte) int {
	n, _, errno := unix.RawSyscall(unix.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	if errno != 0 {
		return 0
	}
	return int(n)
}
