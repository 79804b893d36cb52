package window

import (
	"context"
	"math"

	"eyeline/reader/lineindex"
	"eyeline/reader/source"
)

// SliceOf selects count lines from the 1-based line first on, or as many as the file has (CONTRACTS.md §1 Slice). If
// the file has fewer than first lines, the window is empty, with First 0 and TotalLines set. A first or count below 1
// counts as 1. index may be nil. The error is ctx's or that of reading; io.ErrUnexpectedEOF if the file is shorter than
// its size.
func SliceOf(ctx context.Context, b source.Bytes, index Index, first, count int64) (Window, error) {
	first = max(first, 1)
	count = max(count, 1)
	start, lines, found, err := lineindex.FindLine(ctx, b, index, first)
	if err != nil {
		return Window{TotalLines: -1}, err
	}

	size := b.Size()
	if !found {
		return OfLines(Run{}, size, lines, StopNone), untruncated(ctx, b)
	}

	after := first + min(count, math.MaxInt64-first) // no file has more lines
	end, lines, found, err := lineindex.FindLine(ctx, b, indexWithPlace{index, start, first - 1}, after)
	if err != nil {
		return Window{TotalLines: -1}, err
	}
	if found {
		return OfLines(Run{start, end, first, after - 1}, size, -1, StopLimit), nil
	}

	return OfLines(Run{start, size, first, lines}, size, lines, StopFile), untruncated(ctx, b)
}

// indexWithPlace is an index with one more entry: newlines '\n' bytes precede off.
type indexWithPlace struct {
	index         Index
	off, newlines int64
}

func (k indexWithPlace) SeekLine(line int64) (int64, int64) {
	if k.index != nil {
		if off, n := k.index.SeekLine(line); off > k.off {
			return off, n
		}
	}
	return k.off, k.newlines
}
