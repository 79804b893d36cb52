package cells

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// printer draws text as marks where the terminal must not get it, see NewPrinter.
type printer struct {
	w    io.Writer
	held []byte // the beginning of a character, or a '\r' that may belong to a line's end
}

// NewPrinter returns a writer of text to a terminal, through which none of it controls the terminal: what is not a
// line's end or a tab is drawn as the viewer draws it, control characters and bytes that are no UTF-8 as marks. Close
// must be called after the last Write; it does not close w.
func NewPrinter(w io.Writer) io.WriteCloser { return &printer{w: w} }

// Write implements io.Writer: it takes all of p, or returns the error of the writer below.
func (p *printer) Write(b []byte) (int, error) {
	n := len(b)
	b = append(p.held, b...)
	keep := unfinished(b)
	p.held = bytes.Clone(b[len(b)-keep:])
	_, err := p.w.Write(printable(b[:len(b)-keep]))
	return n, err
}

// Close writes what has been kept back. It does not close the writer below.
func (p *printer) Close() error {
	_, err := p.w.Write(printable(p.held))
	p.held = nil
	return err
}

// unfinished is how many of the last bytes of b may be the beginning of more.
func unfinished(b []byte) int {
	if bytes.HasSuffix(b, []byte{'\r'}) {
		return 1
	}
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if last := b[len(b)-n:]; utf8.RuneStart(last[0]) && !utf8.FullRune(last) {
			return n
		}
	}
	return 0
}

// printable is a text with marks for all that a terminal must not get.
func printable(b []byte) []byte {
	out := make([]byte, 0, len(b)+len(b)/8)
	for len(b) > 0 {
		i := bytes.IndexAny(b, "\t\n")
		if i < 0 {
			return append(out, Sanitize(string(b))...)
		}

		text := b[:i]
		end := b[i : i+1]
		if end[0] == '\n' && bytes.HasSuffix(text, []byte{'\r'}) {
			text = b[:i-1]
			end = b[i-1 : i+1]
		}

		out = append(append(out, Sanitize(string(text))...), end...)
		b = b[i+1:]
	}

	return out
}
