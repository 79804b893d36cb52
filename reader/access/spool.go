package access

import (
	"context"
	"errors"
	"io"
	"math"
	"os"

	"eyeline/reader/source"
)

// spoolLimit bounds what is kept of a file that does not know its size, in bytes: some never end.
const spoolLimit = 256 << 20

// errEndless is the reason why a file without a size cannot be read.
var errEndless = errors.New("a file without a size gave more than 256 MiB")

// spool copies a file of a process file system to a temporary file, to read it by offset. f stays open.
func spool(ctx context.Context, f *os.File) (source.Bytes, io.Closer, error) {
	s, err := source.Spool(f.Name(), io.NewSectionReader(f, 0, math.MaxInt64), source.SpoolOptions{Limit: spoolLimit})
	if err != nil {
		return nil, nil, err
	}
	err = s.Wait(ctx)
	snap := s.Snapshot()
	if err == nil {
		err = snap.Err
	}
	if err != nil {
		_ = s.Close() // the first error says more
		if errors.Is(err, source.ErrSpoolLimit) {
			err = errEndless
		}
		return nil, nil, err
	}
	return source.View(s, snap.Size), s, nil
}
