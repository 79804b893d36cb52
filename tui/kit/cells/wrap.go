package cells

import "sort"

// RowCount is the number of rows of the line when it is wrapped at width cells; at least 1.
func (l *Line) RowCount(width int) int {
	l.wrap(width)
	return len(l.rows)
}

// RowStart is the column where a 0-based row begins when the line is wrapped; the line's width past the last row.
func (l *Line) RowStart(row, width int) int {
	l.wrap(width)
	if row >= len(l.rows) {
		return l.width
	}
	return l.rows[max(row, 0)]
}

// RowOf is the row with the byte at off when the line is wrapped, the first of them when its cluster takes
// several; the last row at or past the end.
func (l *Line) RowOf(off, width int) int {
	l.wrap(width)
	col := l.Column(off)
	return max(sort.Search(len(l.rows), func(i int) bool { return l.rows[i] > col })-1, 0)
}

// wrap finds the columns where rows begin: a cluster that does not fit goes to the next row, and one that is wider than
// a row begins there and goes on over the rows after it. With [Drawing.Words] the word that a cluster is in goes with
// it, if that has begun in the row, and blanks that do not fit are left out.
func (l *Line) wrap(width int) {
	width = min(max(width, 1), max(l.width, 1))
	if l.rowWidth == width {
		return
	}

	l.rowWidth = width
	l.rows = append(l.rows[:0], 0)
	start := 0 // column of the row
	word := 0  // column of the word
	begin := func(col int) {
		l.rows = append(l.rows, col)
		start = col
	}

	for i := range l.runs {
		r := &l.runs[i]
		at := r.start
		for col := r.col; col < r.colEnd(); col += int(r.cells) {
			end := col + int(r.cells)
			blank := l.words && r.size == 1 && l.data[at] == ' '
			at += int(r.size)
			if blank {
				word = end
				continue
			}

			if end > start+width && word > start {
				begin(word)
			}
			if end > start+width && col > start {
				begin(col)
			}

			for end > start+width {
				begin(start + width)
			}
		}
	}
}
