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

// NewReader gives what is in r in a form as UTF-8 text.
//
// Packed bytes are unpacked, all members, frames or streams of them. What is in another encoding becomes UTF-8: each
// invalid unit U+FFFD, and a part of a unit at the end one; a BOM is dropped. Of a packed file whose Encoding is UTF8
// the unpacked bytes tell their own, as Detect tells it. UTF-8 itself is passed on as it is, invalid bytes and all; of
// what is not packed also its BOM.
//
// It reads nothing before the first Read, and gives what comes without waiting for more, but for text whose first line
// does not tell its encoding. All that can be decoded comes before an error. The error of damaged data says what is
// wrong; one of r comes as it is.
//
// Memory is bounded, whatever the data: by 128 MiB for the window of zstd and xz, and some MiB.
//
// Close may be called while another goroutine reads: its Read ends soon, with what it has or fs.ErrClosed, and later
// ones with fs.ErrClosed. A Read that waits for r goes on when r's own Read returns; Close does not close r.
func NewReader(r io.Reader, f Form) io.ReadCloser {
	c := &closing{closed: new(atomic.Bool)}
	c.r = &closing{r, c.closed}
	if f.Compression != None {
		c.r = &unpacker{raw: rawReader{r: c.r}, c: f.Compression}
		if f.Encoding == UTF8 {
			c.r = &inner{in: bufio.NewReaderSize(c.r, HeadSize)}
		}
	}
	c.r = transcode(c.r, f.Encoding)
	return c
}

// Unpack gives the bytes that are packed in r by c, in whatever encoding they are; for the rest it is as NewReader.
func Unpack(r io.Reader, c Compression) io.ReadCloser {
	closed := new(atomic.Bool)
	return &closing{&unpacker{raw: rawReader{r: &closing{r, closed}}, c: c}, closed}
}

// closing ends reads of r once it is closed.
type closing struct {
	r      io.Reader
	closed *atomic.Bool
}

func (c *closing) Read(p []byte) (n int, err error) {
	if !c.closed.Load() {
		n, err = c.r.Read(p)
	}
	if (n == 0 || err != nil) && c.closed.Load() {
		err = fs.ErrClosed // whatever else it broke
	}
	return n, err
}

func (c *closing) Close() error {
	c.closed.Store(true)
	return nil
}

// transcode reads r, in an encoding, as UTF-8; one of UTF-16 and UTF-32 without its BOM.
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

// inner reads unpacked text whose encoding its own first bytes tell.
type inner struct {
	in     *bufio.Reader // over a reader whose error stays, and with room for HeadSize bytes
	out    io.Reader     // nil until the encoding is known
	passed int           // bytes of ASCII given on before that
}

// telling is how many bytes of UTF-8 rule out UTF-16 and UTF-32. So does one end of a line, since that has a NUL beside
// it there.
const telling = 512

// Read gives lines of ASCII on as they come, for they read the same in UTF-8 and Latin-1; the first other character
// tells. Only when that is no UTF-8 does it wait for all that Detect looks at.
func (r *inner) Read(p []byte) (int, error) {
	for r.out == nil && len(p) > 0 {
		have, _ := r.in.Peek(r.in.Buffered())
		n, ascii, broken := scan(have)
		begun := r.passed > 0 || n >= telling || bytes.IndexByte(have[:n], '\n') >= 0
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

// scan measures how much of p, from its start, is UTF-8 without NULs, and how much of that ASCII; broken says that what
// ends it is not only a character that is not all there.
func scan(p []byte) (n, ascii int, broken bool) {
	for n < len(p) {
		switch c := p[n]; {
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

// more waits for at least one byte more; false without one or no room.
func (r *inner) more() bool {
	_, err := r.in.Peek(r.in.Buffered() + 1)
	return err == nil
}

// asUTF8 passes the rest on as it is, without a BOM.
func (r *inner) asUTF8() {
	if p, _ := r.in.Peek(min(len(mark), r.in.Buffered())); r.passed == 0 && string(p) == mark {
		_, _ = r.in.Discard(len(mark))
	}
	r.out = r.in
}

// decide tells the encoding by all of the first bytes.
func (r *inner) decide() {
	p, err := r.in.Peek(HeadSize)
	f := Detect(p, errors.Is(err, io.EOF))
	if r.passed == 0 && f.Encoding != UTF8 || f.Encoding == Latin1 {
		r.out = transcode(r.in, f.Encoding)
	} else {
		r.asUTF8()
	}
}
