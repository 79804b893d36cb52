package emit

import (
	"io"
	"strings"
)

// escaper writes the inside of a JSON string: what is written to it comes out escaped, and nothing else is changed.
// Only what JSON demands is escaped, so "<", ">" and "&" stay. The bytes must be UTF-8 in total; a character may be
// split between two writes. The first error sticks.
type escaper struct {
	w   io.Writer
	buf [4096]byte
	n   int
	err error
}

const hexDigits = "0123456789abcdef"

// Write escapes p. It reports all of p as written unless it fails.
func (e *escaper) Write(p []byte) (int, error) {
	begin := 0
	for i, b := range p {
		if b >= 0x20 && b != '"' && b != '\\' {
			continue
		}
		e.add(p[begin:i])
		begin = i + 1
		switch b {
		case '"', '\\':
			e.raw(`\` + string(rune(b)))
		case '\n':
			e.raw(`\n`)
		case '\r':
			e.raw(`\r`)
		case '\t':
			e.raw(`\t`)
		default:
			e.add([]byte{'\\', 'u', '0', '0', hexDigits[b>>4], hexDigits[b&15]})
		}
	}
	e.add(p[begin:])
	if e.err != nil {
		return 0, e.err
	}
	return len(p), nil
}

// quoted writes s as a JSON string. Bytes of s that are not UTF-8 become U+FFFD.
func (e *escaper) quoted(s string) {
	e.raw(`"`)
	_, _ = e.Write([]byte(strings.ToValidUTF8(s, "\uFFFD"))) // the error sticks
	e.raw(`"`)
}

// raw writes s as it is.
func (e *escaper) raw(s string) {
	if len(s) <= len(e.buf)-e.n {
		e.n += copy(e.buf[e.n:], s)
		return
	}
	e.add([]byte(s))
}

func (e *escaper) add(p []byte) {
	for len(p) > 0 && e.err == nil {
		if e.n == 0 && len(p) >= len(e.buf) {
			e.send(p)
			return
		}
		n := copy(e.buf[e.n:], p)
		e.n += n
		p = p[n:]
		if e.n == len(e.buf) {
			_ = e.flush()
		}
	}
}

// flush hands on what is buffered and returns the first error of all.
func (e *escaper) flush() error {
	p := e.buf[:e.n]
	e.n = 0
	if len(p) > 0 {
		e.send(p)
	}
	return e.err
}

func (e *escaper) send(p []byte) {
	if e.err != nil {
		return
	}
	n, err := e.w.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	e.fail(err)
}

func (e *escaper) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}
