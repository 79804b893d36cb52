package source

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// mostAtOnce is how many bytes the system is asked for at once, whose counts have 32 bits.
const mostAtOnce = 1 << 30

// readAt is f.ReadAt, which may be called while f is closed. That of package os takes two locks on Windows, one after
// the other: where f is closed between the two, the first is never given back, and Close waits for it without end.
func readAt(f *os.File, p []byte, off int64) (int, error) {
	return at("read", windows.ReadFile, f, p, off)
}

// writeAt is f.WriteAt, which may be called while f is closed, as readAt may.
func writeAt(f *os.File, p []byte, off int64) (int, error) {
	return at("write", windows.WriteFile, f, p, off)
}

type transfer func(h windows.Handle, p []byte, done *uint32, from *windows.Overlapped) error

func at(name string, do transfer, f *os.File, p []byte, off int64) (n int, _ error) {
	failed := func(err error) (int, error) { return n, &fs.PathError{Op: name, Path: f.Name(), Err: err} }
	conn, err := f.SyscallConn()
	if err != nil {
		return failed(err)
	}

	for n < len(p) {
		from := windows.Overlapped{Offset: uint32(off), OffsetHigh: uint32(off >> 32)}
		var done uint32
		var result error
		closed := conn.Control(func(h uintptr) {
			result = do(windows.Handle(h), p[n:min(len(p), n+mostAtOnce)], &done, &from)
		})
		n, off = n+int(done), off+int64(done)
		switch {
		case closed != nil:
			return failed(os.ErrClosed)
		case errors.Is(result, windows.ERROR_HANDLE_EOF), result == nil && done == 0:
			return n, io.EOF
		case result != nil:
			return failed(result)
		}
	}

	return n, nil
}
