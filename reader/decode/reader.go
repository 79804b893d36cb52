package decode

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

// NewReader returns a reader of r as UTF-8 text.
//
// Compressed bytes are decompressed, including all members, frames or streams. Other encodings are converted: each
// invalid unit becomes U+FFFD, as does an incomplete one at the end; a byte order mark is dropped. For a compressed
// file with Encoding UTF8, the encoding of the decompressed bytes is detected as by Detect. UTF-8 is passed on
// unchanged, with invalid bytes, and if it is not compressed also with its byte order mark.
//
// It reads nothing before the first Read, and returns what is available without waiting for more, unless the first line
// does not determine the encoding. All that can be decoded precedes an error. The error for damaged data says what is
// wrong; an error of r is returned unchanged.
//
// Memory is limited, whatever the data: to 128 MiB for the window of zstd and xz, and some MiB.
//
// Close may be called during a Read, which then ends soon, with what it has or fs.ErrClosed; later ones return
// fs.ErrClosed. A Read that waits for r only ends when r's Read returns; Close does not close r.
func NewReader(r io.Reader, f Format) io.ReadCloser {
	c := &closing{closed: new(atomic.Bool)}
	c.r = &closing{r, c.closed}
	if f.Compression != None {
		c.r = &unpacker{raw: rawReader{r: c.r}, c: f.Compression}
		if f.Encoding == UTF8 {
			c.r = &detector{in: bufio.NewReaderSize(c.r, HeadSize)}
		}
	}

	c.r = transcode(c.r, f.Encoding)
	return c
}

// Unpack returns a reader of the decompressed bytes of r, in whatever encoding; otherwise it is like NewReader.
func Unpack(r io.Reader, c Compression) io.ReadCloser {
	closed := new(atomic.Bool)
	return &closing{&unpacker{raw: rawReader{r: &closing{r, closed}}, c: c}, closed}
}

// closing ends reads of r after it is closed.
type closing struct {
	r      io.Reader
	closed *atomic.Bool
}

func (c *closing) Read(p []byte) (n int, err error) {
	if !c.closed.Load() {
		n, err = c.r.Read(p)
	}
	if (n == 0 || err != nil) && c.closed.Load() {
		err = fs.ErrClosed // takes precedence over any other error
	}
	return n, err
}

func (c *closing) Close() error {
	c.closed.Store(true)
	return nil
}

// transcode converts r to UTF-8; for UTF-16 and UTF-32 without byte order mark.
func transcode(r io.Reader, e Encoding) io.Reader {
	switch e {
	case UTF8:
		return r
	case Latin1:
		return charmap.ISO8859_1.NewDecoder().Reader(r)
	}
	return transform.NewReader(r, &wide{e: e})
}

const mark = "\xef\xbb\xbf"

// detector reads decompressed text whose encoding is detected.
type detector struct {
	in     *bufio.Reader // over a reader whose error persists; its buffer holds HeadSize bytes
	out    io.Reader     // nil until the encoding is known
	passed int           // ASCII bytes returned before that
}

// enoughUTF8 is how many bytes of UTF-8 rule out UTF-16 and UTF-32. So does a line end, which has a NUL beside it in
// those.
const enoughUTF8 = 512

// Read returns lines of ASCII as they arrive, since they are the same in UTF-8 and Latin-1; the first other character
// decides. Only if it is not UTF-8 does Read wait for all that Detect uses.
func (r *detector) Read(p []byte) (int, error) {
	for r.out == nil && len(p) > 0 {
		have, _ := r.in.Peek(r.in.Buffered())
		n, ascii, broken := scan(have)
		begun := r.passed > 0 || n >= enoughUTF8 || bytes.IndexByte(have[:n], '\n') >= 0
		switch {
		case r.passed >= HeadSize:
			r.out = r.in
		case begun && ascii == n && n > 0:
			n = copy(p, have[:n])
			_, _ = r.in.Discard(n)
			r.passed += n
			return n, nil
		case begun && n > 0 && !broken:
			r.asUTF8()
		case broken || !r.more():
			r.decide()
		}
	}

	if len(p) == 0 {
		return 0, nil
	}

	return r.out.Read(p)
}

// scan returns the length of the UTF-8 without NULs at the start of p, and of the ASCII in it; broken: it is not only
// ended by an incomplete character.
func scan(p []byte) (n, ascii int, broken bool) {
	for n < len(p) {
		c := p[n]
		switch {
		case c == 0:
			return n, ascii, true
		case c < utf8.RuneSelf:
			if ascii == n {
				ascii++
			}
			n++
		default:
			_, size := utf8.DecodeRune(p[n:])
			if size == 1 {
				return n, ascii, utf8.FullRune(p[n:])
			}
			n += size
		}
	}

	return n, ascii, false
}

// more waits for at least one more byte; it returns false at the end, or if the buffer is full.
func (r *detector) more() bool {
	_, err := r.in.Peek(r.in.Buffered() + 1)
	return err == nil
}

// asUTF8 sets the rest to UTF-8, without byte order mark.
func (r *detector) asUTF8() {
	if p, _ := r.in.Peek(min(len(mark), r.in.Buffered())); r.passed == 0 && string(p) == mark {
		_, _ = r.in.Discard(len(mark))
	}
	r.out = r.in
}

// decide detects the encoding by all of the first bytes.
func (r *detector) decide() {
	p, err := r.in.Peek(HeadSize)
	f := Detect(p, errors.Is(err, io.EOF))
	if r.passed == 0 && f.Encoding != UTF8 || f.Encoding == Latin1 {
		r.out = transcode(r.in, f.Encoding)
	} else {
		r.asUTF8()
	}
}
