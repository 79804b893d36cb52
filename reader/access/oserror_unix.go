//go:build unix

package access

import (
	"errors"
	"syscall"
)

// strerror has the C library's texts for the errors that opening, looking at or reading a file can give. Go's own
// texts are in lower case and word some of them in another way, so those are not used where there is a text here.
var strerror = map[syscall.Errno]string{
	syscall.EPERM:        "Operation not permitted",
	syscall.ENOENT:       "No such file or directory",
	syscall.EINTR:        "Interrupted system call",
	syscall.EIO:          "Input/output error",
	syscall.ENXIO:        "No such device or address",
	syscall.EBADF:        "Bad file descriptor",
	syscall.EAGAIN:       "Resource temporarily unavailable",
	syscall.ENOMEM:       "Cannot allocate memory",
	syscall.EACCES:       "Permission denied",
	syscall.EFAULT:       "Bad address",
	syscall.EBUSY:        "Device or resource busy",
	syscall.EEXIST:       "File exists",
	syscall.EXDEV:        "Invalid cross-device link",
	syscall.ENODEV:       "No such device",
	syscall.ENOTDIR:      "Not a directory",
	syscall.EISDIR:       "Is a directory",
	syscall.EINVAL:       "Invalid argument",
	syscall.ENFILE:       "Too many open files in system",
	syscall.EMFILE:       "Too many open files",
	syscall.ENOTTY:       "Inappropriate ioctl for device",
	syscall.ETXTBSY:      "Text file busy",
	syscall.EFBIG:        "File too large",
	syscall.ENOSPC:       "No space left on device",
	syscall.ESPIPE:       "Illegal seek",
	syscall.EROFS:        "Read-only file system",
	syscall.EPIPE:        "Broken pipe",
	syscall.ERANGE:       "Numerical result out of range",
	syscall.EDEADLK:      "Resource deadlock avoided",
	syscall.ENAMETOOLONG: "File name too long",
	syscall.ENOLCK:       "No locks available",
	syscall.ENOSYS:       "Function not implemented",
	syscall.ELOOP:        "Too many levels of symbolic links",
	syscall.EOVERFLOW:    "Value too large for defined data type",
	syscall.EILSEQ:       "Invalid or incomplete multibyte or wide character",
	syscall.ENOTSUP:      "Operation not supported",
	syscall.ETIMEDOUT:    "Connection timed out",
	syscall.ECONNREFUSED: "Connection refused",
	syscall.ECONNRESET:   "Connection reset by peer",
	syscall.EHOSTUNREACH: "No route to host",
	syscall.EHOSTDOWN:    "Host is down",
	syscall.ENOTCONN:     "Transport endpoint is not connected",
	syscall.ESTALE:       "Stale file handle",
	syscall.EDQUOT:       "Disk quota exceeded",
	syscall.ECANCELED:    "Operation canceled",
}

// errnoText is the C library's text and the number of the system error in err; ok is false when err has none.
func errnoText(err error) (text string, n int, ok bool) {
	var e syscall.Errno
	if !errors.As(err, &e) {
		return "", 0, false
	}
	text, known := strerror[e]
	if !known {
		text = capitalized(e.Error())
	}
	return text, int(e), true
}
