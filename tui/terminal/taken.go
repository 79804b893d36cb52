package terminal

// takenRows are rows that were taken apart last. A row that changes is compared twice: when it comes, and when another
// comes in its place. The row of a cursor does so with every key.
type takenRows struct {
	rows [8]takenRow
	next int    // the oldest, or the one after it
	none []cell // room for the cells of an empty row
}

// takenRow is a row with its cells; ok is false for one that cannot be taken apart.
type takenRow struct {
	row   string
	cells []cell
	ok    bool
}

// cells takes a row apart, as [looks.cells] does. The cells may be used until the second call after this one.
func (t *takenRows) cells(looks *looks, row string) ([]cell, bool) {
	if row == "" {
		return t.none[:0], true
	}
	for i := range t.rows {
		if t.rows[i].row != row {
			continue
		}
		if i == t.next {
			t.next = (t.next + 1) % len(t.rows) // the row after this one is to take the place of another
		}
		return t.rows[i].cells, t.rows[i].ok
	}
	r := &t.rows[t.next]
	t.next = (t.next + 1) % len(t.rows)
	r.row = row
	r.cells, r.ok = looks.cells(r.cells[:0], row)
	return r.cells, r.ok
}

// forget forgets the rows: the looks that their cells name are others.
func (t *takenRows) forget() {
	for i := range t.rows {
		t.rows[i].row = ""
	}
}
