package access

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"unicode"
	"unicode/utf8"
)

// Text is the text of an operating system's error inside a tool's message: "{text} (os error {n})" with the C
// library's text (CONTRACTS.md, Common ground), which Go has in lower case. An error that carries no number keeps its
// own text, without the path that Go puts before it.
func Text(err error) string {
	var number syscall.Errno
	if errors.As(err, &number) {
		text := number.Error()
		first, n := utf8.DecodeRuneInString(text)
		return fmt.Sprintf("%c%s (os error %d)", unicode.ToUpper(first), text[n:], int(number))
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return err.Error()
}
