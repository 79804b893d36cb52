package highlight

import (
	"bytes"
	"context"
	"errors"
	"io"
	"unicode/utf8"

	"eyeline/reader/source"
)

const (
	// lineCap is how many bytes of a line a lexer is given; past it a line has no colours.
	lineCap = 2 << 10
	// readCap bounds what is read for one text: long lines are skipped by reading over them.
	readCap = 16 << 20
	// textCap bounds a text.
	textCap = chaseLimit + lookAhead + 256<<10

	readSize = 64 << 10
	// filler stands for a byte that is not UTF-8, or a '\r' inside a line: one byte for one byte, so that places in
	// the text are places in the line, and no lexer sees a terminator where there is none.
	filler = ' '
)

// text is what a lexer is given of a file: consecutive lines from the start of one, each cut to lineCap, made valid
// UTF-8 and ended by '\n'.
type text struct {
	body  string
	lines []textLine
	// toEnd says that the text reaches the end of the file.
	toEnd bool

	runes []rune // the body; nil until it is asked for
}

// textLine is the place of a line: its first byte in the file and in the body, there also counted in runes. In the body it ends
// before the '\n' that is before the next line or at the end.
type textLine struct {
	off   int64
	at    int
	runes int
}

// inRunes is the body as chroma has it.
func (t *text) inRunes() []rune {
	if t.runes == nil {
		t.runes = []rune(t.body)
	}
	return t.runes
}

// covers reports whether the text has the line that begins at from and, unless it reaches the end of the file, ahead bytes
// after the line at last.
func (t *text) covers(from, last int64, ahead int) bool {
	if t == nil || t.indexOf(from) < 0 {
		return false
	}
	if t.toEnd {
		return true
	}
	i := t.indexOf(last)
	if i < 0 {
		return false
	}
	_, end := t.bounds(i)
	return len(t.body)-end-1 >= ahead
}

// bounds are the half-open places of line i in the body, '\n' excluded.
func (t *text) bounds(i int) (start, end int) {
	if i+1 < len(t.lines) {
		return t.lines[i].at, t.lines[i+1].at - 1
	}
	return t.lines[i].at, len(t.body) - 1
}

// readText reads lines from the line start from, until ahead bytes of text come after the line at last, the file
// ends, or a cap is reached.
func readText(ctx context.Context, b source.Bytes, from, last int64, ahead int) (*text, error) {
	t := &text{toEnd: from >= b.Size()}
	size := b.Size()
	room := max(size-from, 0) + 1
	if ahead < textCap { // less where lines are cut, more where they are long
		room = min(room, max(last-from, 0)+int64(ahead)+4*lineCap)
	}
	body := make([]byte, 0, min(room, textCap+lineCap+1))
	runes := 0
	defer func() { t.body = string(body) }()
	buf := make([]byte, min(readSize, max(size-from, 1)))
	var line []byte // the first lineCap+1 bytes of the line being read
	start := from
	passed := -1 // the length of the body when last was passed
	flush := func(terminated bool) {
		if terminated && len(line) > 0 && line[len(line)-1] == '\r' && len(line) <= lineCap {
			line = line[:len(line)-1]
		}
		at := len(body)
		t.lines = append(t.lines, textLine{start, at, runes})
		body = append(appendClean(body, line[:min(len(line), lineCap)]), '\n')
		runes += utf8.RuneCount(body[at:])
		line = line[:0]
	}
	for off := from; off < size && off-from < readCap && len(body) < textCap; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n, err := b.ReadAt(buf[:min(int64(len(buf)), size-off)], off)
		for rest := buf[:n]; len(rest) > 0; {
			nl := bytes.IndexByte(rest, '\n')
			part := rest
			if nl >= 0 {
				part = rest[:nl]
			}
			line = append(line, part[:min(len(part), lineCap+1-len(line))]...)
			if nl < 0 {
				off += int64(len(rest))
				break
			}
			off += int64(nl) + 1
			rest = rest[nl+1:]
			flush(true)
			start = off
			if passed < 0 && start > last {
				passed = len(body)
			}
			if passed >= 0 && len(body)-passed >= ahead {
				t.toEnd = off == size
				return t, nil
			}
		}
		if n == 0 || (err != nil && !errors.Is(err, io.EOF)) {
			if err != nil && !errors.Is(err, io.EOF) {
				return nil, err
			}
			t.toEnd = true // the file was truncated since its size was taken
			break
		}
		if off == size {
			t.toEnd = true
		}
	}
	if len(line) > lineCap || (len(line) > 0 && t.toEnd) { // what was read of a line that has no end here
		flush(false)
	}
	return t, nil
}

// appendClean appends line with fillers for what is not valid UTF-8 and for '\r'.
func appendClean(dst, line []byte) []byte {
	at := len(dst)
	dst = append(dst, line...)
	for i := at; i < len(dst); {
		c := dst[i]
		switch {
		case c == '\r':
			dst[i] = filler
			i++
		case c < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRune(dst[i:])
			if r == utf8.RuneError && n == 1 {
				dst[i] = filler
			}
			i += n
		}
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
