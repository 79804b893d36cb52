package pane

import "eyeline/tui/file/filepages"

// viewport is the rectangle on the screen and the part of the buffer that it shows.
type viewport struct {
	buffer
	rectangle

	Top    int64 // offset of the unit at the top
	topRow int   // how many of its rows are above the top
	Left   int   // columns scrolled off to the left, when lines are chopped
	shift  shift
	Wrap   bool
	Stride int // bytes of a row in the hex view, from the text on that is shown next; 0 for lines
}

// shift is a scroll to the right that a move made to show its target, and that the next move takes back.
type shift struct {
	to   int // Left after that scroll; 0 where there was none, or where a person has scrolled sideways since
	from int // Left before it
	// jump: only a move that goes to a place takes it back
	jump bool
}

// rectangle is a part of the screen, in cells.
type rectangle struct {
	Width, Height int
	Gutter        int // cells left of the text, of Width
}

// TextWidth is the width of the text in cells, at least 1.
func (v *viewport) TextWidth() int { return max(v.Width-v.Gutter, 1) }

// TopLine is the unit at the top; false when the page does not have it.
func (v *viewport) TopLine() (filepages.Unit, bool) { return v.Line(v.Top) }

// LineAt is the unit shown on a row of the pane; false below the text.
func (v *viewport) LineAt(row int) (filepages.Unit, bool) {
	if row >= 0 && row < v.covered() {
		return v.header.units[row], true
	}
	return v.unit(v.unitAt(row))
}

// Near returns the units from before units above the top to after units below it, as far as the page has them, and the
// index of the top among them; nil when the page does not have the top.
func (v *viewport) Near(before, after int) (lines []filepages.Unit, top int) {
	i := v.find(v.Top)
	if i < 0 {
		return nil, 0
	}
	from := max(i-before, 0)
	return v.page.Lines[from:min(i+after, len(v.page.Lines))], i - from
}

// Visible returns the first and the last unit on the screen, below the header; false when the page has none of them.
func (v *viewport) Visible() (first, last filepages.Unit, ok bool) {
	first, ok = v.Line(v.uncovered())
	if ok {
		last = v.page.Lines[v.lastUnitAt(v.Height-1)]
	}
	return first, last, ok
}

// ShowsStart reports whether the first row of the text is at the top.
func (v *viewport) ShowsStart() bool { return v.Top == 0 && v.topRow == 0 }

// ShowsEnd reports whether all that follows the top is on the screen.
func (v *viewport) ShowsEnd() bool {
	i := v.find(v.Top)
	return i >= 0 && v.reachesEnd() && v.rowsBetween(i, len(v.page.Lines))-v.topRow <= v.Height
}

// setTop puts a row of the unit that begins at off at the top.
func (v *viewport) setTop(off int64, row int) {
	v.Top = off
	v.topRow = row
}

// setWrap wraps long lines or chops them, from their first column.
func (v *viewport) setWrap(wrap bool) {
	v.Wrap = wrap
	v.Left = 0
	v.topRow = 0
	v.forgetLayouts()
}

// wrapped reports whether long lines go over several rows.
func (v *viewport) wrapped() bool { return v.Wrap && v.Stride == 0 }

// wraps reports whether a unit goes over several rows where it is long. Of one that is wrapped alone all is loaded.
func (v *viewport) wraps(l filepages.Unit) bool {
	return v.wrapped() || v.wrapsSome() && l.Whole && v.Text.Wraps(l)
}

// wrapsSome reports whether some lines may be wrapped though the others are chopped.
func (v *viewport) wrapsSome() bool { return v.Stride == 0 && v.Text.Wraps != nil }

// rows is the number of rows of a unit, with the seams below it.
func (v *viewport) rows(i int) int { return v.textRows(i) + v.seams.between(i, i+1) }

// textRows is the number of rows of a unit's text.
func (v *viewport) textRows(i int) int {
	if !v.wraps(v.page.Lines[i]) {
		return 1
	}
	return v.layout(i).RowCount(v.TextWidth())
}

// rowsBetween is the number of rows of the units [i, j).
func (v *viewport) rowsBetween(i, j int) int {
	if !v.wrapped() && !v.wrapsSome() {
		return max(j-i, 0) + v.seams.between(i, j)
	}
	n := 0
	for ; i < j; i++ {
		n += v.rows(i)
	}
	return n
}

// rowOf is the row of the screen on which unit i begins, negative where that is above the top. It is false when the
// unit is above the one at the top, or when the page does not have that.
func (v *viewport) rowOf(i int) (row int, ok bool) {
	t := v.find(v.Top)
	if t < 0 || i < t {
		return 0, false
	}
	return v.rowsBetween(t, i) - v.topRow, true
}

// unitAt is the index of the unit on a row of the screen: the number of units when the page ends above it, -1 when the
// page does not have the top.
func (v *viewport) unitAt(row int) int {
	i := v.find(v.Top)
	if i < 0 {
		return -1
	}

	for row += v.topRow; i < len(v.page.Lines); i++ {
		n := v.rows(i)
		if row < n {
			break
		}

		row -= n
	}

	return i
}

// lastUnitAt is unitAt, or the last unit when the page ends above the row.
func (v *viewport) lastUnitAt(row int) int { return min(v.unitAt(row), len(v.page.Lines)-1) }

// moveTop moves the top by n rows; false when the page ends first and the text does not.
func (v *viewport) moveTop(n int64) bool {
	i := v.find(v.Top)
	if i < 0 {
		return false
	}

	r := int64(v.topRow) + n
	for r < 0 {
		if i == 0 {
			if !v.page.AtStart {
				return false
			}
			r = 0
			break
		}

		i--
		r += int64(v.rows(i))
	}

	for r >= int64(v.rows(i)) {
		if i == len(v.page.Lines)-1 {
			if !v.reachesEnd() && !v.page.Partial {
				return false
			}
			r = int64(v.rows(i)) - 1
			break
		}

		r -= int64(v.rows(i))
		i++
	}

	v.setTop(v.page.Lines[i].Off, int(r))
	return true
}

// fill keeps the screen full: the last row of the text is no higher than the last row of the pane. False when the page
// ends before that can be known.
func (v *viewport) fill() bool {
	i := v.find(v.Top)
	if i < 0 {
		return false
	}

	empty := v.Height + v.topRow
	for ; i < len(v.page.Lines) && empty > 0; i++ {
		empty -= v.rows(i)
	}

	switch {
	case empty <= 0:
		return true
	case !v.reachesEnd():
		return v.page.Partial
	}

	return v.moveTop(-int64(empty)) || v.page.AtStart
}

// scroll moves the top by n rows and keeps the screen full. moved is false where the text ends at that edge of the
// screen; ok is false, and the top where it was, when the page does not reach far enough.
func (v *viewport) scroll(n int64) (moved, ok bool) {
	top := v.Top
	row := v.topRow
	if !v.moveTop(n) {
		return false, false
	}
	if !v.fill() {
		v.setTop(top, row)
		return false, false
	}

	return v.Top != top || v.topRow != row, true
}

// nearEdge reports whether less than a screen of the page is left above the top, or below the screen.
func (v *viewport) nearEdge() bool {
	i := v.find(v.Top)
	n := len(v.page.Lines)
	if i < 0 {
		return false
	}

	near := func(above, below int) bool {
		return !v.page.AtStart && above < v.Height || !v.reachesEnd() && !v.page.Partial && below < 2*v.Height
	}
	// Wrapped lines fill the screen with fewer units, but counting their rows takes time.
	return near(i, n-i) && (!v.Wrap || near(v.rowsBetween(0, i), v.rowsBetween(i, n)-v.topRow))
}
