package bar

import (
	"slices"
	"sync"

	"eyeline/themes"
)

// rowKey is what a row depends on besides its parts.
type rowKey struct {
	theme *themes.Theme
	width int
	fill  themes.Role
	under string
}

// drawnRows are the rows drawn last: of one screen after another most say the same.
type drawnRows struct {
	mu   sync.Mutex
	rows [8]drawnRow
	next int // the oldest

	hints keptHints
}

// keptHints are the parts that name keys in so many cells.
type keptHints struct {
	first *Hint
	n     int
	room  int
	parts []Part
}

type drawnRow struct {
	rowKey
	left, right []Part
	row         string
}

var drawn drawnRows

// find is the row of the same parts, if it is among those that were drawn last.
func (d *drawnRows) find(key rowKey, left, right []Part) (string, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range d.rows {
		if r := &d.rows[i]; r.row != "" && r.rowKey == key && slices.Equal(r.left, left) && slices.Equal(r.right, right) {
			return r.row, true
		}
	}
	return "", false
}

// keep keeps a row instead of the oldest.
func (d *drawnRows) keep(key rowKey, left, right []Part, row string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.rows[d.next] = drawnRow{key, slices.Clone(left), slices.Clone(right), row}
	d.next = (d.next + 1) % len(d.rows)
}

// findHints are the parts that name so many keys from first on, if these were drawn last in as many cells. Keys do not change
// in place.
func (d *drawnRows) findHints(first *Hint, n, room int) ([]Part, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	h := &d.hints
	return h.parts, h.first == first && h.n == n && h.room == room
}

func (d *drawnRows) keepHints(first *Hint, n, room int, parts []Part) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hints = keptHints{first, n, room, slices.Clip(parts)}
}
