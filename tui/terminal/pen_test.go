package terminal

import "testing"

// TestMoveLen: the length of a move is that of what is written for it, near and far, at the edges and from unknown places.
func TestMoveLen(t *testing.T) {
	places := []int{0, 1, 2, 7, 8, 9, 10, 98, 99, 100, 998, 999, 1000}
	from := append([]int{-1}, places...)
	for _, bottom := range []int{-1, 0, 8} {
		for _, r := range from {
			for _, c := range from {
				for _, row := range places {
					for _, col := range places {
						p := pen{row: r, col: c}
						text := appendMove(nil, p, row, col, bottom)
						if n := moveLen(p, row, col, bottom); n != len(text) {
							t.Fatalf("from %d, %d to %d, %d with %d: %d bytes, and it is %q", r, c, row, col, bottom, n, text)
						}
					}
				}
			}
		}
	}
}
