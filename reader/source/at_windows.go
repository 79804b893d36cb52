package source

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// maxTransfer is how many bytes are requested at once, since the system's counts have 32 bits.
const maxTransfer = 1 << 30

// readAt is f.ReadAt, except that f may be closed concurrently. On Windows package os takes two locks one after the
// other: if f is closed in between, the first is never released and Close blocks forever.
func readAt(f *os.File, p []byte, off int64) (int, error) {
	return at("read", windows.ReadFile, f, p, off)
}

// writeAt is f.WriteAt with the same property.
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
			result = do(windows.Handle(h), p[n:min(len(p), n+maxTransfer)], &done, &from)
		})
		n += int(done)
		off += int64(done)
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
