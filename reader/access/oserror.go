package access

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is the text of an operating system's error inside a tool's message: "{text} (os error {n})" with the C
// library's text (CONTRACTS.md, Common ground). An error that carries no number keeps its own text, without the
// path that Go puts before it.
func Text(err error) string {
	if text, n, ok := errnoText(err); ok {
		return fmt.Sprintf("%s (os error %d)", text, n)
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return err.Error()
}

// capitalized is s with its first letter in upper case, which is how the C library begins its texts.
func capitalized(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || r == utf8.RuneError {
		return s
	}
	var b strings.Builder
	b.WriteRune(unicode.ToUpper(r))
	b.WriteString(s[n:])
	return b.String()
}
