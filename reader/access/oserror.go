package access

import (
	"errors"
	"fmt"
	"syscall"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/ospath"
	"eyeline/reader/source"
)

// Text is the text of an operating system's error inside a tool's message: "{text} (os error {n})" with the C
// library's text (CONTRACTS.md, Common ground), which Go has in lower case. An error that carries no number keeps its
// own text, without the path that Go puts before it.
func Text(err error) string {
	if other, ok := errors.AsType[*ospath.SystemError](err); ok {
		return fmt.Sprintf("%s (os error %d)", other.Text, other.Code)
	}
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		text := number.Error()
		first, n := utf8.DecodeRuneInString(text)
		return fmt.Sprintf("%c%s (os error %d)", unicode.ToUpper(first), text[n:], int(number))
	}
	return source.WithoutPath(err).Error()
}
