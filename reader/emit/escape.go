package emit

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// escaper is a writer that escapes what is written for the inside of a JSON string. It escapes only what JSON requires,
// so "<", ">" and "&" are unchanged. The bytes must be UTF-8 in total; a character may be split between two writes. The
// first error persists.
type escaper struct {
	w   *bufio.Writer
	err error // error of a value that cannot be encoded
}

func newEscaper(w io.Writer) *escaper { return &escaper{w: bufio.NewWriter(w)} }

// Write escapes p. It returns len(p) unless it fails.
func (e *escaper) Write(p []byte) (int, error) {
	begin := 0
	for i, b := range p {
		if b >= 0x20 && b != '"' && b != '\\' {
			continue
		}

		_, _ = e.w.Write(p[begin:i]) // the error sticks
		begin = i + 1
		if j := strings.IndexByte("\"\\\n\r\t", b); j >= 0 {
			e.raw(`\`)
			e.raw(`"\nrt`[j : j+1])
		} else {
			e.raw(fmt.Sprintf(`\u%04x`, b))
		}
	}

	if _, err := e.w.Write(p[begin:]); err != nil {
		return 0, err
	}

	return len(p), nil
}

// quoted writes s as a JSON string. Invalid UTF-8 becomes U+FFFD.
func (e *escaper) quoted(s string) {
	e.raw(`"`)
	_, _ = e.Write([]byte(strings.ToValidUTF8(s, "\uFFFD"))) // the error sticks
	e.raw(`"`)
}

// raw writes s unchanged.
func (e *escaper) raw(s string) { _, _ = e.w.WriteString(s) } // the error sticks

// flush flushes the buffer and returns the first error.
func (e *escaper) flush() error {
	if e.err != nil {
		return e.err
	}
	return e.w.Flush()
}
