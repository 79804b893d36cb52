package coverage

import (
	sent "eyeline/reader/transcript/coverage"
)

// Bar draws a file as so many cells from its first line to its last: each says what is true of most of its lines, but a
// cell in which lines were cut or have changed says that, and one with some lines never sent is not drawn as sent.
func Bar(f *sent.File, width int) []State {
	cells := make([]State, width)
	total := LastLine(f)
	if total == 0 {
		return cells
	}
	for i := range cells {
		a := int64(i)*total/int64(width) + 1
		b := max(int64(i+1)*total/int64(width), a)
		n := b - a + 1
		sent, written := f.Sent.Between(a, b), f.Written.Between(a, b)
		switch {
		case f.Cut.Between(a, b) > 0:
			cells[i] = Cut
		case f.Changed.Between(a, b) > 0:
			cells[i] = Changed
		case (sent+written)*2 < n || sent+written < n && total <= int64(width):
			cells[i] = Never
		case written > sent:
			cells[i] = Written
		case f.Compacted.Between(a, b)*2 > sent:
			cells[i] = before
		default:
			cells[i] = Sent
		}
	}
	return cells
}
