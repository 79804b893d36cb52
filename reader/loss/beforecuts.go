package loss

import (
	"bytes"
	"context"
	"slices"

	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// BeforeCuts returns for each cut how many bytes of its line are given before it: 0 where that is not known, because
// the line begins too far away. It is shorter than cuts where the file cannot be read or ctx is done.
func BeforeCuts(ctx context.Context, file source.Bytes, cuts []tools.Cut) (given []int64) {
	var buf []byte // no larger than a cut asks for: most reads cut nothing
	for _, c := range cuts {
		n, err := givenBefore(file, c.Start, &buf)
		if err != nil || ctx.Err() != nil {
			return given
		}
		given = append(given, n)
	}

	return given
}

// givenBefore returns how many bytes lie between the beginning of a line and an offset in it, looking back a little and
// then further; 0 where the line begins too far away.
func givenBefore(file source.Bytes, at int64, buf *[]byte) (int64, error) {
	const near, far = 4 << 10, 64 << 10
	for _, size := range []int64{near, far} {
		size = min(size, at)
		*buf = slices.Grow((*buf)[:0], int(size))[:size]
		n, err := source.ReadFull(file, *buf, at-size)
		if err != nil {
			return 0, err
		}

		if i := bytes.LastIndexByte((*buf)[:n], '\n'); i >= 0 || size == at {
			return size - int64(i) - 1, nil
		}
	}

	return 0, nil
}
