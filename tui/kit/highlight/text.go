package highlight

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sort"
	"sync"
	"unicode/utf8"

	"eyeline/reader/source"
)

const (
	// lineCap is how many bytes of a line a lexer is given; past it a line has no colours.
	lineCap = 2 << 10
	// readCap bounds what is read for one text: long lines are skipped by reading over them.
	readCap = 16 << 20
	// textCap bounds a text.
	textCap = wholeLimit + lookAhead + 256<<10

	readSize = 64 << 10
	// filler stands for a byte that is not UTF-8, or a '\r' inside a line: one byte for one byte, so that places in
	// the text are places in the line, and no lexer sees a terminator without one.
	filler = ' '
)

// text is what a lexer is given of a file: consecutive lines from the start of one, each cut to lineCap, made valid
// UTF-8 and ended by '\n'.
type text struct {
	body  string
	lines []textLine
	// toEnd says that the text reaches the end of the file.
	toEnd bool
}

// textLine is the place of a line: its first byte in the file and in the body. In the body it ends before the '\n' that
// is before the next line or at the end.
type textLine struct {
	off int64
	at  int
}

// end is where line i ends in the body, before its '\n'.
func (t *text) end(i int) int {
	if i+1 < len(t.lines) {
		return t.lines[i+1].at - 1
	}
	return len(t.body) - 1
}

// indexOf is the line that begins at off in the file, or -1.
func (t *text) indexOf(off int64) int {
	i := sort.Search(len(t.lines), func(i int) bool { return t.lines[i].off >= off })
	if i == len(t.lines) || t.lines[i].off != off {
		return -1
	}
	return i
}

// readText reads lines from the line start from, until ahead bytes of text come after the line at last, the file
// ends, or a cap is reached.
func readText(ctx context.Context, b source.Bytes, from, last int64, ahead int) (*text, error) {
	t := &text{}
	with, _ := buffers.Get().(*buffer)
	defer buffers.Put(with)
	in := with.in
	in.Reset(io.NewSectionReader(b, from, min(max(b.Size()-from, 0), readCap)))
	defer in.Reset(nil)
	body := with.body[:0]
	for off, enough := from, textCap; len(body) < enough; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}

		longer, n, err := appendLine(body, in)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}

		// The file may have been truncated since its size was taken.
		t.toEnd = off+n >= b.Size() || err != nil && off+n-from < readCap
		if n == 0 || err != nil && !t.toEnd && n <= lineCap {
			break // a part of a line that may have colours behind it
		}

		t.lines = append(t.lines, textLine{off, len(body)})
		body = longer
		if err != nil {
			break
		}
		off += n
		if off > last {
			enough = min(enough, len(body)+ahead)
		}
	}

	t.body = string(body)
	with.body = body
	return t, nil
}

// buffer is what a text is read with. It is used again: each key that changes a block has all of its lines coloured
// anew.
type buffer struct {
	in   *bufio.Reader
	body []byte
}

var buffers = sync.Pool{New: func() any { return &buffer{in: bufio.NewReaderSize(nil, readSize)} }}

// appendLine appends the next line as a lexer is given it. n is the size of the line with its terminator; where that is
// missing, the error is io.EOF.
func appendLine(body []byte, in *bufio.Reader) (_ []byte, n int64, err error) {
	p, err := in.ReadSlice('\n')
	n = int64(len(p))
	if err == nil {
		p = bytes.TrimSuffix(p[:n-1], []byte("\r"))
	}

	body = append(appendClean(body, p[:min(len(p), lineCap)]), '\n')
	for errors.Is(err, bufio.ErrBufferFull) {
		p, err = in.ReadSlice('\n')
		n += int64(len(p))
	}

	return body, n, err
}

// appendClean appends line with fillers for what is not valid UTF-8 and for '\r'.
func appendClean(dst, line []byte) []byte {
	for len(line) > 0 {
		r, n := utf8.DecodeRune(line)
		if r == '\r' || r == utf8.RuneError && n == 1 {
			dst = append(dst, filler)
		} else {
			dst = append(dst, line[:n]...)
		}

		line = line[n:]
	}

	return dst
}

// lineStartBefore returns the start of a line at or before off, about back bytes before it; off itself, which must
// be the start of a line, when the lines there are longer.
func lineStartBefore(b source.Bytes, off, back int64) (int64, error) {
	from := off - back
	if from <= 0 {
		return 0, nil
	}

	buf := make([]byte, back)
	n, err := b.ReadAt(buf, from)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}

	nl := bytes.IndexByte(buf[:n], '\n')
	if nl < 0 {
		return off, nil
	}

	return from + int64(nl) + 1, nil
}
