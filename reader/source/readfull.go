package source

import (
	"errors"
	"fmt"
	"io"
)

// ErrNegativeSize says that bytes to be read have a size below 0.
var ErrNegativeSize = errors.New("the size is negative")

var errNothing = fmt.Errorf("%w: %w", io.ErrUnexpectedEOF, io.ErrNoProgress)

// ReadFull fills p with the bytes of r from offset off on, also where r gives fewer at a time than it was asked for. It
// returns how many bytes it read. The error is io.ErrUnexpectedEOF when the bytes end before p is full, else r's, or
// both io.ErrUnexpectedEOF and io.ErrNoProgress after many reads of nothing without an error.
func ReadFull(r io.ReaderAt, p []byte, off int64) (int, error) {
	n := 0
	for empty := 0; n < len(p); {
		got, err := r.ReadAt(p[n:], off+int64(n))
		n += got
		switch {
		case n == len(p):
			return n, nil
		case errors.Is(err, io.EOF):
			return n, io.ErrUnexpectedEOF
		case err != nil:
			return n, err
		case got > 0:
			empty = 0
		case empty == mostEmptyReads:
			return n, errNothing
		default:
			empty++
		}
	}
	return n, nil
}
