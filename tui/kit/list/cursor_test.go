package list

import (
	"math/rand/v2"
	"testing"

	"eyeline/tui/kit/draw"
)

// TestCursor: whatever is selected, however many rows there are by then and however much room: the selected row is one
// of them and among those that are shown, no blank row is shown while there are others, and a click meets what was drawn.
func TestCursor(t *testing.T) {
	steps := rand.New(rand.NewPCG(1, 2))
	var c Cursor
	for range 2000 {
		n, room := steps.IntN(40), steps.IntN(12)-1
		switch steps.IntN(4) {
		case 0:
			c.Select(steps.IntN(60) - 5)
		case 1:
			c.MoveOf([]int{1, -1, 7, -7, draw.Farthest, -draw.Farthest}[steps.IntN(6)], n)
			if n > 0 && c.At() >= n {
				t.Fatalf("row %d of %d was moved to", c.At(), n)
			}
		}
		from, to := c.ShownOf(n, room)
		before := c
		c.ScrollOf(n, room)
		if again, _ := c.ShownOf(n, room); again != from || c.Top() != from || c.At() != before.At() {
			t.Fatalf("scrolling shows rows from %d on, drawing from %d on", c.Top(), from)
		}
		at := c.AtOf(n)
		if at < 0 || n > 0 && at >= n || room > 0 && n > 0 && (at < from || at >= to) {
			t.Fatalf("row %d of %d is selected, and %d to %d are shown", at, n, from, to)
		}
		if to-from > max(room, 0) || room > 0 && to-from < min(room, n) {
			t.Fatalf("%d to %d of %d are shown in %d rows", from, to, n, room)
		}
		for k := -1; k <= room; k++ {
			if row, ok := c.Point(k, n); ok != (k >= 0 && from+k < n) || ok && row != from+k {
				t.Fatalf("the %d. row from %d on is %d, %v", k, from, row, ok)
			}
		}
	}
}
