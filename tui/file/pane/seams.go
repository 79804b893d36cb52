package pane

import (
	"slices"
	"sort"

	"eyeline/tui/file/filepages"
)

// Seam is a row between lines that is no line of the text: cursor, search and marks pass over it. It stands below the
// rows of the unit in which At is; the zero value stands above the first line.
type Seam struct {
	// At is the offset after a byte of that unit; not used where Line is.
	At int64
	// Line is the 1-based number of a line, for a text whose offsets are not known; 0 for none.
	Line int64
}

// compare tells whether the seam is above the rows of a unit (negative), directly below them (0), or further down.
func (s Seam) compare(l filepages.Unit) int {
	switch {
	case s == Seam{} && l.Off == 0:
		return 0
	case s.Line > 0 && (l.Number < s.Line || l.Number == s.Line && l.More):
		return 1
	case s.Line > 0:
		return int(s.Line - l.Number)
	case s.At <= l.Off:
		return -1
	case l.End >= 0 && s.At > l.End:
		return 1
	}

	return 0
}

// seams are the seams of a text, and where they are in the page.
type seams struct {
	all    []Seam // in their order
	placed []int  // indexes of those in the page
	before []int  // how many of placed are above each unit of the page, and above its end; nil without one
}

// place finds the seams that are in a page.
func (s *seams) place(lines []filepages.Unit) {
	s.placed = nil
	s.before = nil
	if len(s.all) == 0 || len(lines) == 0 {
		return
	}

	k := sort.Search(len(s.all), func(k int) bool { return s.all[k].compare(lines[0]) >= 0 })
	before := make([]int, len(lines)+1)
	for i, l := range lines {
		for ; k < len(s.all) && s.all[k].compare(l) <= 0; k++ {
			if s.all[k].compare(l) == 0 {
				s.placed = append(s.placed, k)
			}
		}
		before[i+1] = len(s.placed)
	}

	if s.placed != nil {
		s.before = before
	}
}

// between is how many seams are among the rows of the units [i, j).
func (s *seams) between(i, j int) int {
	if s.before == nil || j <= i {
		return 0
	}
	return s.before[j] - s.before[i]
}

// above is how many seams stand above the text of a unit.
func (v *viewport) above(i int) (n int) {
	if v.seams.before == nil || v.page.Lines[i].Off > 0 {
		return 0
	}
	for n < v.seams.before[i+1] && v.seams.all[v.seams.placed[n]] == (Seam{}) {
		n++
	}
	return n
}

// TextRow is the row of the pane on which the text of the unit that begins at off begins, negative above the top; false
// when the page does not have it.
func (v *viewport) TextRow(off int64) (int, bool) {
	i := v.find(off)
	row, ok := v.rowOf(i)
	if !ok {
		return 0, false
	}
	return row + v.above(i), true
}

// RowsAbove is how many rows all that stands above the line with a number takes, 1-based; false when the page does not
// have all of that.
func RowsAbove(p *Pane, number int64) (int, bool) {
	lines := p.page.Lines
	i := sort.Search(len(lines), func(i int) bool { return lines[i].Number >= number })
	if !p.page.AtStart || i == len(lines) || lines[i].Number != number {
		return 0, false
	}
	return p.rowsBetween(0, i), true
}

// SeamsAbove is how many seams stand above the first line of the text.
func (p *Pane) SeamsAbove() (n int) {
	for n < len(p.seams.all) && p.seams.all[n] == (Seam{}) {
		n++
	}
	return n
}

// SetSeams puts rows between the lines, in the order of their places. The cursor stays on its row of the screen.
func (p *Pane) SetSeams(all []Seam) {
	if slices.Equal(all, p.seams.all) {
		return
	}

	cursor := p.find(p.Cursor)
	was, seen := p.rowOf(cursor)
	p.seams.all = all
	p.seams.place(p.page.Lines)
	i := p.find(p.Top)
	if i < 0 {
		return
	}

	p.setTop(p.Top, min(p.topRow, p.rows(i)-1))
	now, ok := p.rowOf(cursor)
	if ok && seen && was < p.Height {
		p.moveTop(int64(now - was))
	}

	p.keepOnScreen()
}

// IsSeam reports whether a row of the pane is a seam.
func (v *viewport) IsSeam(row int) bool {
	i := v.unitAt(row)
	if i < 0 || i >= len(v.page.Lines) {
		return false
	}
	first, _ := v.TextRow(v.page.Lines[i].Off)
	return row < first || row-first >= v.textRows(i)
}
