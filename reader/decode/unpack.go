package decode

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/mikelolasagasti/xz"
)

// maxWindow is the memory that a compressed file may require, in bytes: that of the highest usual levels of zstd and
// xz.
const maxWindow = 128 << 20

var errTrailing = errors.New("other bytes follow")

// unpacker decompresses r. It starts with the first Read, and its error persists.
type unpacker struct {
	raw rawReader
	c   Compression
	r   io.Reader
	got bool // some bytes have been decompressed
	err error
}

// rawReader records the error of its reader, to distinguish it from an error of the data.
type rawReader struct {
	r     io.Reader
	bytes bool // some bytes have been read
	err   error
}

func (r *rawReader) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.r.Read(p)
	r.bytes = r.bytes || n > 0
	r.err = err
	return n, err
}

func (u *unpacker) Read(p []byte) (n int, err error) {
	if u.err != nil || len(p) == 0 {
		return 0, u.err
	}

	// A panic of a library on hostile input must not crash the viewer.
	defer func() {
		if r := recover(); r != nil {
			n = 0
			u.err = u.words(fmt.Errorf("%v", r))
			err = u.err
		}
	}()
	if u.r == nil {
		u.r, err = open(&u.raw, u.c)
	}
	if err == nil {
		n, err = u.r.Read(p)
	}

	u.got = u.got || n > 0
	if err != nil {
		u.err = u.words(err)
	}

	return n, u.err
}

func open(r *rawReader, c Compression) (io.Reader, error) {
	in := bufio.NewReaderSize(r, 32<<10)
	switch c {
	case Gzip:
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		z.Multistream(false)
		return &members{in, z}, nil
	case Zstd:
		return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxWindow))
	case Bzip2:
		return bzip2.NewReader(in), nil
	case XZ:
		return newStreams(in)
	}

	return nil, errors.ErrUnsupported
}

// members reads the members of a gzip file in turn, and like gzip skips zeros after them.
type members struct {
	in *bufio.Reader
	z  *gzip.Reader
}

func (m *members) Read(p []byte) (int, error) {
	for {
		n, err := m.z.Read(p)
		if n > 0 || !errors.Is(err, io.EOF) {
			if errors.Is(err, io.EOF) {
				err = nil // of the member; it will recur
			}

			return n, err
		}

		if err := m.another(); err != nil {
			return 0, err
		}
	}
}

// another advances to the next member; io.EOF at the end.
func (m *members) another() error {
	c, err := m.in.ReadByte()
	for err == nil && c == 0 {
		c, err = m.in.ReadByte()
	}

	if err != nil {
		return err
	}

	_ = m.in.UnreadByte()
	if p, _ := m.in.Peek(2); string(p) != "\x1f\x8b" && string(p) != "\x1f" {
		return errTrailing
	}
	if err := m.z.Reset(m.in); err != nil {
		return err
	}

	m.z.Multistream(false)
	return nil
}

// words describes an error of the data. An error of reading the compressed bytes is returned unchanged.
func (u *unpacker) words(err error) error {
	atEnd := errors.Is(u.raw.err, io.EOF)
	if u.raw.err != nil && !atEnd {
		return u.raw.err
	}

	what := ""
	switch {
	case errors.Is(err, io.EOF) && u.raw.bytes:
		return io.EOF
	case atEnd && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)):
		what = "ends too early"
	case u.isTrailing(err):
		what = "is followed by other bytes"
	case errors.Is(err, xz.ErrMemlimit), errors.Is(err, zstd.ErrWindowSizeExceeded),
		errors.Is(err, zstd.ErrDecoderSizeExceeded):
		what = fmt.Sprintf("asks for more than %d MiB of memory", maxWindow>>20)
	case errors.Is(err, xz.ErrOptions), errors.Is(err, xz.ErrUnsupportedCheck):
		what = "uses a filter or check that is not supported"
	case errors.Is(err, zstd.ErrUnknownDictionary):
		what = "needs a dictionary that it does not hold"
	default:
		what = "is damaged: " + strings.TrimPrefix(err.Error(), u.c.String()+": ")
	}

	return &damage{fmt.Sprintf("the %s data %s", u.c, what), err}
}

// isTrailing reports whether an error is that of bytes which follow complete data.
func (u *unpacker) isTrailing(err error) bool {
	switch {
	case errors.Is(err, errTrailing):
		return true
	case u.c == Zstd && u.got:
		return errors.Is(err, zstd.ErrMagicMismatch)
	case u.c == Bzip2 && u.got:
		return errors.Is(err, bzip2.StructuralError("bad magic value in continuation file"))
	}
	return false
}

// damage is an error of compressed data with a description.
type damage struct {
	words string
	err   error
}

func (d *damage) Error() string { return d.words }
func (d *damage) Unwrap() error { return d.err }
