package decode

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// maxWindow bounds the memory that a packed file may ask for, in bytes.
const maxWindow = 128 << 20

// NewReader gives what r holds in a form as UTF-8: unpacked, without a BOM, with U+FFFD for what is invalid. Of a packed
// file whose Encoding is UTF8 the unpacked bytes tell their own. What can be decoded comes before the error that tells of
// damage. The error of NewReader itself is that of the first bytes.
func NewReader(r io.Reader, f Form) (io.Reader, error) {
	if f.Compression != None {
		unpacked, err := unpack(r, f.Compression)
		if err != nil {
			return nil, damaged(f.Compression, err)
		}
		head := bufio.NewReaderSize(&packed{unpacked, f.Compression}, HeadSize)
		r = head
		if f.Encoding == UTF8 {
			p, err := head.Peek(HeadSize)
			inner := Detect(p, errors.Is(err, io.EOF))
			f.Encoding, f.BOM = inner.Encoding, inner.BOM
			if inner.Compression != None {
				f.Encoding = UTF8 // packed twice: shown as it is
			}
		}
		if f.Encoding == UTF8 {
			if f.BOM {
				_, _ = head.Discard(3)
			}
			return r, nil
		}
	}
	if e := encodingOf(f.Encoding); e != nil {
		return e.NewDecoder().Reader(r), nil
	}
	return r, nil
}

func encodingOf(e Encoding) encoding.Encoding {
	switch e {
	case Latin1:
		return charmap.ISO8859_1
	case UTF16LE:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case UTF16BE:
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case UTF32LE:
		return utf32.UTF32(utf32.LittleEndian, utf32.UseBOM)
	case UTF32BE:
		return utf32.UTF32(utf32.BigEndian, utf32.UseBOM)
	}
	return nil
}

func unpack(r io.Reader, c Compression) (io.Reader, error) {
	switch c {
	case Gzip:
		return gzip.NewReader(r)
	case Zstd:
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxWindow))
	case Bzip2:
		return bzip2.NewReader(r), nil
	}
	b := bufio.NewReader(r)
	head, _ := b.Peek(xzHeaders)
	if size := xzDictionary(head); size > maxWindow {
		return nil, fmt.Errorf("it asks for a dictionary of %d MiB, of %d at most", size>>20, maxWindow>>20)
	}
	return xz.NewReader(b)
}

// xzHeaders is enough of an xz file, in bytes, for its stream header and the fields wanted of its first block's.
const xzHeaders = 12 + 64

// xzDictionary is the size in bytes of the dictionary that an xz file's first block asks for, 0 when there is none (The
// .xz file format 1.2.1, sections 3.1 and 5.3.1).
func xzDictionary(head []byte) int64 {
	if len(head) < 16 || head[12] == 0 {
		return 0
	}
	flags, p := head[13], head[14:]
	number := func() (n uint64) {
		for shift := 0; len(p) > 0 && shift < 63; shift += 7 {
			c := p[0]
			p = p[1:]
			n |= uint64(c&0x7F) << shift
			if c < 0x80 {
				break
			}
		}
		return n
	}
	for _, present := range []byte{0x40, 0x80} {
		if flags&present != 0 {
			number()
		}
	}
	for range flags&3 + 1 {
		id, size := number(), number()
		if size > uint64(len(p)) {
			return 0
		}
		if id == 0x21 && size == 1 {
			bits := p[0] & 0x3F
			if bits >= 40 {
				return 1<<32 - 1
			}
			return int64(2|bits&1) << (bits/2 + 11)
		}
		p = p[size:]
	}
	return 0
}

// packed says what is wrong with packed data in plain words.
type packed struct {
	r io.Reader
	c Compression
}

func (p *packed) Read(b []byte) (n int, err error) {
	defer func() {
		// A library that panics on hostile input must not take the viewer with it.
		if r := recover(); r != nil {
			n, err = 0, damaged(p.c, fmt.Errorf("%v", r))
		}
	}()
	n, err = p.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = damaged(p.c, err)
	}
	return n, err
}

func damaged(c Compression, err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return fmt.Errorf("the %s data ends too early", c)
	}
	return fmt.Errorf("the %s data is damaged: %w", c, err)
}
