package access

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"

	"eyeline/reader/source"
)

// errEndless is the reason why a file without a size cannot be read.
var errEndless = errors.New("a file without a size gave more than 256 MiB")

// spool copies a file of a process file system to a temporary file, to read it by offset. f stays open.
func spool(ctx context.Context, f *os.File) (source.Bytes, io.Closer, error) {
	s, err := source.Spool(
		f.Name(), io.NewSectionReader(f, 0, math.MaxInt64), source.SpoolOptions{Limit: source.UnsizedLimit},
	)
	if err != nil {
		return nil, nil, err
	}

	err = s.Whole(ctx)
	if errors.Is(err, source.ErrSpoolLimit) {
		err = errEndless
	}

	return source.View(s, s.Snapshot().Size), s, err
}

// Spooled makes size bytes of a reader readable by offset: in memory where they are at most inMemory, else in a
// temporary file of a name. The errors are those of reading them, of a temporary file, and ctx's.
func Spooled(ctx context.Context, name string, size, inMemory int64, r io.Reader) (*File, error) {
	if size <= inMemory {
		all := make([]byte, size)
		if _, err := io.ReadFull(r, all); err != nil {
			return nil, err
		}
		return Stream(source.View(bytes.NewReader(all), size)), nil
	}

	s, err := source.Spool(name, r, source.SpoolOptions{})
	if err != nil {
		return nil, err
	}
	if err := s.Whole(ctx); err != nil {
		return nil, err
	}

	return Stream(source.View(s, size), s), nil
}
