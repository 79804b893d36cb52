package decode

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/mikelolasagasti/xz"
)

// streams reads the streams of an xz file in turn (the .xz file format 1.2.1, section 2), by the tagged and licensed
// continuation of github.com/xi2/xz, whose decoder it has unchanged. Tests write such files by another library,
// github.com/ulikunitz/xz, which cannot read them here: it makes a dictionary for each block, so that a valid file of
// many small blocks takes minutes, and it reads on in a chunk that claims to be longer than it is, so that a file of a
// few hundred bytes takes gigabytes. Its part for LZMA2 alone, behind a reader of the format of one's own, gives
// nothing of a chunk that is cut or damaged, up to 2 MiB of text, and has no filters for programs.
type streams struct {
	in *units
	z  *xz.Reader
}

func newStreams(r io.Reader) (*streams, error) {
	s := &streams{in: &units{r: r}}
	var err error
	if s.z, err = xz.NewReader(s.in, maxWindow); err != nil {
		return nil, xzError(err)
	}
	s.z.Multistream(false)
	return s, nil
}

// xzError distinguishes truncation inside a stream from other errors.
func xzError(err error) error {
	if errors.Is(err, xz.ErrBuf) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (s *streams) Read(p []byte) (int, error) {
	for {
		n, err := s.z.Read(p)
		switch {
		case n > 0 && errors.Is(err, io.EOF):
			return n, nil // of the stream; it will recur
		case n > 0 || !errors.Is(err, io.EOF):
			return n, xzError(err)
		case len(s.in.last) == 0:
			return 0, io.EOF
		case !strings.HasPrefix("\xfd7zXZ\x00", string(s.in.last)):
			return 0, errTrailing
		}

		if err := s.z.Reset(nil); err != nil {
			return 0, xzError(err)
		}

		s.z.Multistream(false)
	}
}

// units reads four bytes at a time: all parts of an xz file have multiples of four, so at the end of a stream the
// decoder has read no more than the last unit. Fewer than four zeros at the end are dropped.
type units struct {
	r    io.Reader
	last []byte
	unit [4]byte
}

func (u *units) Read(p []byte) (int, error) {
	n, err := io.ReadFull(u.r, u.unit[:])
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
		if bytes.Count(u.unit[:n], []byte{0}) == n {
			n = 0
			err = io.EOF
		}
	}

	u.last = u.unit[:n]
	return copy(p, u.last), err
}
