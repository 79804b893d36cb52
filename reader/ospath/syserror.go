package ospath

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// SystemError is an error as the agent's system has it, where that is not this machine's.
type SystemError struct {
	Code   int    // the system's number
	Text   string // what the system says
	system System
	kind   error // what errors.Is finds; nil for nothing
}

func (e *SystemError) Error() string { return e.Text }

// Is reports whether the error is of a kind.
func (e *SystemError) Is(target error) bool { return e.kind != nil && target == e.kind }

// The numbers of Windows' errors.
const (
	fileNotFound     = 2
	noPath           = 3
	accessDenied     = 5
	sharingViolation = 32
	badName          = 123
	nameTooLong      = 206
	cantResolve      = 1921
)

func windowsError(code int, text string, kind error) *SystemError {
	return &SystemError{Code: code, Text: text, system: Windows, kind: kind}
}

func invalidName() error {
	return windowsError(
		badName, "The filename, directory name, or volume label syntax is incorrect.", fs.ErrNotExist,
	)
}

func pathNotFound() error {
	return windowsError(noPath, "The system cannot find the path specified.", fs.ErrNotExist)
}

// AccessDenied is what Windows says when a folder is opened as a file.
func AccessDenied() error { return windowsError(accessDenied, "Access is denied.", fs.ErrPermission) }

// WindowsCode is the number of an error of Windows; 0 for any other.
func WindowsCode(err error) int {
	if e, ok := errors.AsType[*SystemError](err); ok && e.system == Windows {
		return e.Code
	}
	// Numbers that Go makes up for names of POSIX are above all of Windows'.
	if number, ok := errors.AsType[syscall.Errno](err); here && ok && number < 1<<16 {
		return int(number)
	}
	return 0
}

// Errno is the name that libuv gives to a number of Windows' errors, and the C library's number and text, which Python
// gives; "" for others.
func Errno(code int) (name string, number int, text string) {
	switch code {
	case fileNotFound, noPath:
		return "ENOENT", 2, "No such file or directory"
	case badName:
		return "ENOENT", 22, "Invalid argument"
	case accessDenied:
		return "EPERM", 13, "Permission denied"
	case sharingViolation:
		return "EBUSY", 13, "Permission denied"
	case nameTooLong:
		return "ENAMETOOLONG", 2, "No such file or directory"
	case cantResolve:
		return "ELOOP", 22, "Invalid argument"
	}

	return "", 0, ""
}

// Error is an error of this machine about a file of its own as the agent's system has it.
func (m Machine) Error(err error, file string) error {
	if err == nil || !m.System.Foreign() {
		return err
	}
	if m.System.IsWindows() {
		return toWindows(err, file)
	}
	return toPOSIX(err, file)
}

func toWindows(err error, file string) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, above := os.Stat(filepath.Dir(file)); above != nil {
			return pathNotFound()
		}
		return windowsError(fileNotFound, "The system cannot find the file specified.", fs.ErrNotExist)
	case errors.Is(err, syscall.ENOTDIR):
		return pathNotFound()
	case errors.Is(err, fs.ErrPermission):
		return AccessDenied()
	case errors.Is(err, syscall.ENAMETOOLONG):
		return invalidName()
	case errors.Is(err, syscall.ELOOP):
		return windowsError(cantResolve, "The name of the file cannot be resolved by the system.", syscall.ELOOP)
	}

	return err
}

// toPOSIX says in the words of Linux what Windows said.
func toPOSIX(err error, file string) error {
	posix := func(code int, text string, kind error) error {
		return &SystemError{Code: code, Text: text, system: POSIX, kind: kind}
	}

	switch {
	case errors.Is(err, fs.ErrNotExist), WindowsCode(err) == badName:
		for above := filepath.Dir(file); ; above = filepath.Dir(above) {
			fi, err := os.Stat(above)
			if err == nil && !fi.IsDir() {
				return posix(20, "Not a directory", syscall.ENOTDIR)
			}
			if err == nil || above == filepath.Dir(above) {
				return posix(2, "No such file or directory", fs.ErrNotExist)
			}
		}
	case errors.Is(err, fs.ErrPermission):
		return posix(13, "Permission denied", fs.ErrPermission)
	case WindowsCode(err) == nameTooLong:
		return posix(36, "File name too long", syscall.ENAMETOOLONG)
	}

	return err
}
