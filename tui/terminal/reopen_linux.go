package terminal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// own is a terminal opened once more for this process alone, so that not to wait for it changes nothing for others. The
// runtime's poller does not know it: that would wake threads each time the terminal has shown something.
type own struct {
	fd   int
	stop int // an event that ends a wait
}

// reopened opens a terminal once more, to read or to write it; nil when that cannot be, such as after su, which leaves the
// terminal to another user.
func reopened(f *os.File, mode int) *own {
	var is, want unix.Stat_t
	if unix.Fstat(int(f.Fd()), &want) != nil || want.Mode&unix.S_IFMT != unix.S_IFCHR {
		return nil
	}
	fd, err := unix.Open(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), mode|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	o := &own{fd: fd, stop: -1}
	if unix.Fstat(fd, &is) != nil || is.Rdev != want.Rdev {
		o.close()
		return nil
	}
	if mode == os.O_RDONLY {
		if o.stop, err = unix.Eventfd(0, unix.EFD_NONBLOCK|unix.EFD_CLOEXEC); err != nil {
			o.stop = -1
			o.close()
			return nil
		}
	}
	return o
}

// read waits for something to read, and reads it; errInterrupted after interrupt.
func (o *own) read(p []byte) (int, error) {
	fds := [...]unix.PollFd{{Fd: int32(o.fd), Events: unix.POLLIN}, {Fd: int32(o.stop), Events: unix.POLLIN}}
	for {
		_, err := unix.Poll(fds[:], -1)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return 0, fmt.Errorf("poll: %w", err)
		case fds[1].Revents != 0:
			return 0, errInterrupted
		}
		n, err := unix.Read(o.fd, p)
		switch {
		case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EINTR):
		case err != nil:
			return 0, fmt.Errorf("read: %w", err)
		case n == 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

// interrupt ends the wait of a read under way, and of those that follow, until resume.
func (o *own) interrupt() { _, _ = unix.Write(o.stop, []byte{1, 0, 0, 0, 0, 0, 0, 0}) }

// resume lets reads wait again.
func (o *own) resume() {
	var count [8]byte
	_, _ = unix.Read(o.stop, count[:])
}

// write writes as much as the terminal takes without waiting, and returns how much.
func (o *own) write(p []byte) int {
	n, err := syscall.Write(o.fd, p)
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// close closes the terminal. Nothing may be reading or writing it.
func (o *own) close() {
	_ = unix.Close(o.fd)
	if o.stop >= 0 {
		_ = unix.Close(o.stop)
	}
}
