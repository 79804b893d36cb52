package access

import (
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
