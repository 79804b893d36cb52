package list

import "eyeline/tui/kit/draw"

// Cursor says which row of a list is selected and which rows are shown. It is the one model of the lists of the viewer:
// those to choose from, menus, options, and the screens that are lists. It knows neither what the rows say nor how many
// there are: each list says that in its calls. Rows are counted from 0.
//
// What is shown moves in [Cursor.ScrollOf] alone, which a list calls after each message, so that drawing changes
// nothing and a click meets what was drawn.
type Cursor struct {
	at   int // the selected row, also while there are fewer
	top  int // the first row that is shown
	room int // how many rows there was room for
}

// At is the row that was selected, also while there are fewer.
func (c *Cursor) At() int { return c.at }

// AtOf is the selected row of n: the last where there are fewer than when it was selected, 0 where
// there is no row.
func (c *Cursor) AtOf(n int) int { return max(min(c.at, n-1), 0) }

// Top is the first row that is shown.
func (c *Cursor) Top() int { return c.top }

// Room is how many rows there was room for when the list was scrolled last.
func (c *Cursor) Room() int { return c.room }

// Select selects a row; one below 0 is the first.
func (c *Cursor) Select(row int) { c.at = max(row, 0) }

// MoveOf selects the row of n that is by further down, or up where by is negative, as far as there is one.
func (c *Cursor) MoveOf(by, n int) { c.at = max(min(c.AtOf(n)+by, n-1), 0) }

// ShownOf is the half-open range of n rows to draw in room rows, with the selected row in it.
func (c *Cursor) ShownOf(n, room int) (from, to int) {
	from = draw.Scrolled(c.top, c.AtOf(n), max(room, 1), n)
	return from, min(from+max(room, 0), n)
}

// ScrollOf brings the selected one of n rows into the part that is shown in room rows.
func (c *Cursor) ScrollOf(n, room int) {
	c.room = max(room, 0)
	c.top, _ = c.ShownOf(n, room)
}

// Point is the row of n that the k-th of the rows that are shown is; false where there is no such row.
func (c *Cursor) Point(k, n int) (row int, ok bool) {
	row = c.top + k
	return row, k >= 0 && row < n
}
