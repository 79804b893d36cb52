package coverage

import (
	"slices"

	"eyeline/reader/transcript"
)

// Bar draws a file as so many cells from its first line to its last: each says what is true of most of its lines,
// but a cell in which lines were cut or have changed says that, and one with some lines never sent is not drawn as sent.
func Bar(f *transcript.FileCoverage, width int) []State {
	cells := make([]State, width)
	total := LastLine(f)
	if total == 0 {
		return cells
	}
	for i := range cells {
		a := int64(i)*total/int64(width) + 1
		b := max(int64(i+1)*total/int64(width), a)
		n := b - a + 1
		sent, written := between(f.Sent, a, b), between(f.Written, a, b)
		switch {
		case between(f.Cut, a, b) > 0:
			cells[i] = Cut
		case between(f.Changed, a, b) > 0:
			cells[i] = Changed
		case (sent+written)*2 < n || sent+written < n && total <= int64(width):
			cells[i] = Never
		case written > sent:
			cells[i] = Written
		case between(f.Compacted, a, b)*2 > sent:
			cells[i] = Before
		default:
			cells[i] = Sent
		}
	}
	return cells
}

// between is how many lines from a to b, inclusive, are in sorted ranges.
func between(ranges []transcript.Range, a, b int64) (n int64) {
	i, _ := slices.BinarySearchFunc(ranges, a, func(r transcript.Range, n int64) int {
		if r[1] < n {
			return -1
		}
		return 1
	})
	for ; i < len(ranges) && ranges[i][0] <= b; i++ {
		n += min(ranges[i][1], b) - max(ranges[i][0], a) + 1
	}
	return n
}
