//go:build unix && !linux

package main

import (
	"time"

	"golang.org/x/sys/unix"
)

func typeRaw(fd int, keys string) { _, _ = unix.Write(fd, []byte(keys)) }

// waitRaw waits until something can be read, at most for a time.
func waitRaw(fd int, d time.Duration) bool {
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(d.Milliseconds())+1)
	return err == nil && n > 0
}

func readRaw(fd int, p []byte) int {
	n, err := unix.Read(fd, p)
	if err != nil {
		return 0
	}
	return n
}
