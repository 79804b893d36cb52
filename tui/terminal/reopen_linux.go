package terminal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// own is a terminal opened once more for this process alone, so that not to wait for it changes nothing for others.
//
// A key should cost the runtime as little as it can. Its poller is not told of the terminal itself, which would wake a thread each
// time the terminal has shown something, but of an epoll that becomes readable only when something was typed. The goroutine that
// waits there is run by the very thread that the kernel woke. It reads and writes by raw system calls: neither waits, and a call that
// the runtime knows of would wake its monitor thread first, which sleeps while nothing runs.
type own struct {
	fd     int
	typed  *os.File // the epoll; nil for a terminal that is only written
	wait   syscall.RawConn
	accept func(uintptr) bool // reads into p, and reports whether there was something to read

	// Of the read under way: where to, and what came of it.
	p   []byte
	n   int
	err error
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
	o := &own{fd: fd}
	if unix.Fstat(fd, &is) != nil || is.Rdev != want.Rdev || mode == os.O_RDONLY && o.listen() != nil {
		o.close()
		return nil
	}
	return o
}

// listen gets the runtime to tell when something was typed.
func (o *own) listen() error {
	epoll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return err
	}
	if err = unix.SetNonblock(epoll, true); err == nil {
		err = unix.EpollCtl(epoll, unix.EPOLL_CTL_ADD, o.fd, &unix.EpollEvent{Events: unix.EPOLLIN})
	}
	if err != nil {
		_ = unix.Close(epoll)
		return err
	}
	o.typed = os.NewFile(uintptr(epoll), "typed")
	if err := o.typed.SetReadDeadline(time.Time{}); err != nil { // the runtime's poller does not take it
		return err
	}
	o.wait, err = o.typed.SyscallConn()
	o.accept = o.readNow
	return err
}

// read waits for something to read, and reads it; errInterrupted after interrupt.
func (o *own) read(p []byte) (int, error) {
	o.p = p
	err := o.wait.Read(o.accept)
	o.p = nil
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return 0, errInterrupted
	case err != nil:
		return 0, fmt.Errorf("wait: %w", err)
	}
	return o.n, o.err
}

func (o *own) readNow(uintptr) bool {
	for {
		n, _, errno := unix.RawSyscall(unix.SYS_READ, uintptr(o.fd), uintptr(unsafe.Pointer(unsafe.SliceData(o.p))), uintptr(len(o.p)))
		switch {
		case errno == unix.EINTR:
			continue
		case errno == unix.EAGAIN:
			return false
		case errno != 0:
			o.n, o.err = 0, fmt.Errorf("read: %w", errno)
		case n == 0:
			o.n, o.err = 0, io.EOF
		default:
			o.n, o.err = int(n), nil
		}
		return true
	}
}

// interrupt ends the wait of a read under way, and of those that follow, until resume.
func (o *own) interrupt() { _ = o.typed.SetReadDeadline(time.Unix(1, 0)) }

// resume lets reads wait again.
func (o *own) resume() { _ = o.typed.SetReadDeadline(time.Time{}) }

// write writes as much as the terminal takes without waiting, and returns how much.
func (o *own) write(p []byte) int {
	n, _, errno := unix.RawSyscall(unix.SYS_WRITE, uintptr(o.fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	if errno != 0 {
		return 0
	}
	return int(n)
}

// close closes the terminal. Nothing may be reading or writing it.
func (o *own) close() {
	_ = unix.Close(o.fd)
	if o.typed != nil {
		_ = o.typed.Close()
	}
}
