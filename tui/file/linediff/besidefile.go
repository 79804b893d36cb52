package linediff

import "slices"

// BesideFile lays rows of what a tool gives beside rows of the file, which stay where they are. Each row says which
// line of the file it shows, from 1; 0 for none. Of each row of the file it returns which row, from 0, stands beside
// it; -1 for none. A line stands in the row of the same line of the file. What the tool says itself stands directly
// above the line that follows it or, below a line that is shown, directly below that; where there is no room for it,
// what follows comes later than the file's lines, until they leave room. Rows of lines that the file's rows do not show
// are left out, and so is what the tool says above the first row.
func BesideFile(file, given []int64) []int {
	b := besideFile{file: file, given: given}
	b.begin()
	out := make([]int, len(file))
	for y := range file {
		out[y] = -1
		if b.has(y) {
			out[y] = b.next
			b.next++
			b.placed = true
		}
	}
	return out
}

// besideFile is rows that are being laid beside those of a file.
type besideFile struct {
	file, given []int64
	next        int   // the row of given that comes next
	placed      bool  // one has been laid
	above       int64 // the line of the file in the last row that has one
}

// begin leaves out what is above the first line of the file that is shown.
func (b *besideFile) begin() {
	first := lineFrom(b.file, 0)
	if first == len(b.file) {
		return
	}

	for k, line := range b.given {
		if line > 0 && line < b.file[first] {
			b.next = k + 1
		}
	}
}

// lineFrom is the first row from one on that shows a line; the number of rows where none does.
func lineFrom(rows []int64, from int) int {
	for from < len(rows) && rows[from] == 0 {
		from++
	}
	return from
}

// has reports whether the next row stands beside row y of the file.
func (b *besideFile) has(y int) bool {
	if b.file[y] > 0 {
		b.above = b.file[y]
	}

	for b.next < len(b.given) && b.hides(b.given[b.next]) {
		b.next++
	}
	k := lineFrom(b.given, b.next)
	says := k - b.next // rows of the tool's own before the next line
	switch {
	case b.next >= len(b.given):
		return false
	case k == len(b.given): // nothing but what the tool says follows
		return true
	case b.placed:
		return says > 0 || b.given[k] <= b.above
	}

	// As much of what it says above the first line is shown as there are rows above that line.
	rows := b.below(y, b.given[k])
	b.next += max(says-rows, 0)
	return rows <= says
}

// hides reports whether the rows of the file so far leave out a line, as those of a filter do.
func (b *besideFile) hides(line int64) bool {
	return line > 0 && line < b.above && !slices.Contains(b.file, line)
}

// below is how many rows below row y a line of the file stands; more than all rows where none shows it.
func (b *besideFile) below(y int, line int64) int {
	for at := y; at < len(b.file); at++ {
		if b.file[at] >= line {
			return at - y
		}
	}
	return len(b.file) + 1
}
