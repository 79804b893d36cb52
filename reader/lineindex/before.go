package lineindex

import (
	"context"

	"eyeline/reader/source"
)

// EndsBefore returns the number of '\n' in the bytes [0, off): the 0-based number of the line with the byte at off. The
// errors are those of [CountLines].
func EndsBefore(ctx context.Context, b source.Bytes, off int64) (int64, error) {
	lines, err := CountLines(ctx, source.View(b, off))
	if err != nil || off == 0 {
		return 0, err
	}
	last := make([]byte, 1)
	if _, err = source.ReadFull(b, last, off-1); err == nil && last[0] != '\n' {
		lines-- // it goes on after off
	}
	return lines, err
}
