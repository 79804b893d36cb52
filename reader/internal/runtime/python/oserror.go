package python

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/ospath"
)

// DecodeError is what Python says of bytes that its strict UTF-8 decoder refuses.
func DecodeError(f textfile.Fault) string {
	reason := "invalid start byte"
	switch {
	case f.Cut:
		reason = "unexpected end of data"
	case f.Begins():
		reason = "invalid continuation byte"
	}

	if f.End-f.Start > 1 {
		return fmt.Sprintf("'utf-8' codec can't decode bytes in position %d-%d: %s", f.Start, f.End-1, reason)
	}

	return fmt.Sprintf("'utf-8' codec can't decode byte 0x%02x in position %d: %s", f.First, f.Start, reason)
}

// OSError is what Python says of an error of the system: "[Errno 13] Permission denied: '/a'".
func OSError(err error, file string) string {
	if _, number, text := ospath.Errno(ospath.WindowsCode(err)); text != "" {
		return fmt.Sprintf("[Errno %d] %s: %s", number, text, Quote(file))
	}
	text := access.Text(err)
	if i := strings.LastIndex(text, " (os error "); i >= 0 {
		text = "[Errno " + strings.TrimSuffix(text[i+len(" (os error "):], ")") + "] " + text[:i]
	}
	return text + ": " + Quote(file)
}

// ExistsRaises reports whether Path.exists of Python raises the error instead of returning False.
func ExistsRaises(err error) bool {
	none := []error{syscall.ENOENT, syscall.ENOTDIR, syscall.EBADF, syscall.ELOOP, access.ErrNUL, access.ErrNowhere}
	return err != nil && !slices.ContainsFunc(none, func(e error) bool { return errors.Is(err, e) })
}
