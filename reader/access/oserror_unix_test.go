//go:build unix

package access

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"syscall"
	"testing"
)

func TestOSErrorText(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{syscall.ENOENT, "No such file or directory"},
		{syscall.EACCES, "Permission denied"},
		{syscall.EISDIR, "Is a directory"},
		{syscall.ENOTDIR, "Not a directory"},
		{syscall.ENAMETOOLONG, "File name too long"},
		{syscall.ELOOP, "Too many levels of symbolic links"},
		{syscall.EIO, "Input/output error"},
		{syscall.EWOULDBLOCK, "Resource temporarily unavailable"},
		{syscall.ESTALE, "Stale file handle"},
		// Not in the table: Go's text with a capital.
		{syscall.ENOTEMPTY, "Directory not empty"},
	} {
		want := fmt.Sprintf("%s (os error %d)", c.want, int(c.err.(syscall.Errno)))
		if got := Text(&fs.PathError{Op: "open", Path: "/x", Err: c.err}); got != want {
			t.Errorf("%v: %q, want %q", c.err, got, want)
		}
	}
	if runtime.GOOS == "linux" {
		if got := Text(syscall.ELOOP); got != "Too many levels of symbolic links (os error 40)" {
			t.Error(got)
		}
	}
	if got := Text(&fs.PathError{Op: "read", Path: "/x", Err: errors.New("odd")}); got != "odd" {
		t.Errorf("an error without a number reads %q", got)
	}
}
