package outline

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
)

// Decorated reports whether one of the lines above the declaration that belong to it is a decorator or an attribute and
// no comment, as far as the first 16 KiB of them say. It reads; lines may be nil.
func (d *Declaration) Decorated(ctx context.Context, b source.Bytes, lines lineindex.LineSeeker) (bool, error) {
	from, _, found, err := lineindex.FindLine(ctx, b, lines, d.First)
	if err != nil || !found || d.Begins <= d.First {
		return false, err
	}

	const most = 16 << 10 // bytes
	head := make([]byte, most)
	n, err := b.ReadAt(head, from)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}

	above := bytes.Split(head[:n], []byte{'\n'})
	above = above[:min(int64(len(above)), d.Begins-d.First)]
	return slices.ContainsFunc(above, isDecorator), nil
}

// isDecorator reports whether a line begins as a decorator (@) or an attribute ([ or #[) does.
func isDecorator(line []byte) bool {
	line = bytes.TrimPrefix(bytes.TrimSpace(line), []byte("#"))
	return bytes.HasPrefix(line, []byte("@")) || bytes.HasPrefix(line, []byte("["))
}
