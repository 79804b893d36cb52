package node

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/ospath"
)

// errnos are the system's errors under the names and with the texts that Node.js and Bun (libuv) print.
var errnos = []struct {
	err        error
	name, text string
}{
	{syscall.ENOTDIR, "ENOTDIR", "not a directory"},
	{fs.ErrNotExist, "ENOENT", "no such file or directory"},
	{access.ErrDirectory, "EISDIR", "illegal operation on a directory"},
	{syscall.EISDIR, "EISDIR", "illegal operation on a directory"},
	{syscall.EPERM, "EPERM", "operation not permitted"},
	{fs.ErrPermission, "EACCES", "permission denied"},
	{syscall.ELOOP, "ELOOP", "too many symbolic links encountered"},
	{syscall.ENAMETOOLONG, "ENAMETOOLONG", "name too long"},
	{syscall.EINVAL, "EINVAL", "invalid argument"},
	{syscall.EIO, "EIO", "i/o error"},
	{syscall.EMFILE, "EMFILE", "too many open files"},
	{syscall.ENFILE, "ENFILE", "file table overflow"},
	{syscall.ENXIO, "ENXIO", "no such device or address"},
	{syscall.EBUSY, "EBUSY", "resource busy or locked"},
	{syscall.ENOMEM, "ENOMEM", "not enough memory"},
	{access.ErrNowhere, "ENOENT", "no such file or directory"},
}

// Error is the text of Node.js for an error of the system: "ENOENT: no such file or directory, open '/a'". call is
// the name of the call that failed, "" for none; the path is left out when it is "". Other errors (a named
// pipe, a file that changed) are put in words of our own, with the path.
func Error(err error, call, path string) string {
	name, text := Errno(err)
	if name == "" {
		return path + ": " + access.Text(err)
	}

	text = name + ": " + text
	if call != "" {
		text += ", " + call
	}
	if path != "" {
		text += " '" + path + "'"
	}

	return text
}

// Errno is the name of an error of the system and its text; "" when Node.js has no name for it.
func Errno(err error) (name, text string) {
	if named, _, _ := ospath.Errno(ospath.WindowsCode(err)); named != "" {
		for _, e := range errnos {
			if e.name == named {
				return e.name, e.text
			}
		}
	}

	for _, e := range errnos {
		if errors.Is(err, e.err) {
			return e.name, e.text
		}
	}

	return "", ""
}

// TooLong is the error of Node.js when it reads a file of size bytes as one string; "" where it can.
func TooLong(size int64) string {
	switch {
	case size > 1<<31-1:
		return fmt.Sprintf("File size (%d) is greater than 2 GiB", size)
	case size > 0x1fffffe8:
		return "Cannot create a string longer than 0x1fffffe8 characters"
	}
	return ""
}
