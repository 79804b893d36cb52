package pane

import (
	"slices"

	"eyeline/tui/file/filepages"
)

const (
	// exactColumns is how far sideways a chopped line is laid out from its start. Further right, columns of a line are
	// counted in bytes, so that a line of any length costs what is shown of it.
	exactColumns = 16 << 10
	// farthest is as far as one scrolls sideways, in columns.
	farthest = 1 << 40
)

// halfScreens is the first column shown after n half screens to the right, or to the left when n is negative.
func (v *viewport) halfScreens(n int64) int {
	half := int64(max(v.TextWidth()/2, 1))
	n = max(min(n, farthest/half), -farthest/half)
	return int(max(min(int64(v.Left)+n*half, farthest), 0))
}

// keep is how many bytes of each unit a page has.
func (v *viewport) keep() int {
	if v.Wrap {
		return 2 * filepages.PieceSize
	}
	cols := v.TextWidth()
	if v.Left <= exactColumns {
		cols += v.Left
	}
	return max(4*cols+256, 4<<10)
}

// skip is how many bytes of each unit a page leaves out before them.
func (v *viewport) skip() int64 {
	if v.Wrap || v.Left <= exactColumns {
		return 0
	}
	return int64(v.Left)
}

// column is the first column shown of the loaded part of a line.
func (v *viewport) column() int {
	if v.Wrap || v.Left > exactColumns {
		return 0
	}
	return v.Left
}

// chopped are the units on the screen when each takes one row.
func (v *viewport) chopped() []filepages.Unit {
	top := max(v.find(v.Top), 0)
	return v.page.Lines[top:min(top+v.Height, len(v.page.Lines))]
}

// cutShort reports whether a line on the screen was loaded less far than it is shown.
func (v *viewport) cutShort() bool {
	return v.Stride == 0 && slices.ContainsFunc(v.chopped(), func(l filepages.Unit) bool {
		return !l.Whole && len(l.Head) < v.keep()
	})
}

// showColumn makes left the first column shown. It reports false when the page does not have what is shown then.
func (v *viewport) showColumn(left int) bool {
	if left == v.Left {
		return true
	}
	skip := v.skip()
	v.Left = left
	return v.skip() == skip && !v.cutShort()
}

// showTarget brings onto the screen what a move shows of unit i. It reports false when the page does not have that, and
// another one is needed.
func (v *viewport) showTarget(i int, m Move) bool {
	switch {
	case i < 0 || m.show == noBytes || v.Stride > 0:
		return true
	case v.Wrap:
		v.showRow(i, m)
		return true
	case m.show == lineStart:
		return v.showColumn(0)
	case m.show == lineEnd:
		return v.showEnd(i, m)
	}

	left := v.Left
	shows := v.showBytes(i, m)
	if m.undoSideways && v.Left != left {
		if !v.shiftedTo(left) { // else a page came in between
			v.shift.from = left
		}
		v.shift.to = v.Left
		v.shift.jump = m.search
	}

	return shows
}

// Shifted reports whether lines are scrolled sideways by a move of [Move.UndoSideways].
func (v *viewport) Shifted() bool { return v.shiftedTo(v.Left) }

func (v *viewport) shiftedTo(left int) bool { return left > 0 && left == v.shift.to }

// unshift takes back what such a move has scrolled sideways, before another move. It reports false when the page
// does not have what is shown then.
func (v *viewport) unshift(m Move) bool {
	if m.kind == stay || m.kind == intoView || !v.Shifted() || v.shift.jump && (m.search || !m.Jumps()) {
		return true
	}
	v.shift.to = 0
	return v.showColumn(v.shift.from)
}

// showRow scrolls wrapped lines so that the row of unit i with the byte at m.off is on the screen.
func (v *viewport) showRow(i int, m Move) {
	l := v.page.Lines[i]
	row := v.above(i) + v.layout(i).RowOf(int(min(max(m.off-l.Off-l.Skip, 0), int64(len(l.Head)))), v.TextWidth())
	at := -1 // its row of the screen
	if first, ok := v.rowOf(i); ok {
		at = first + row
	}
	if at >= v.covered() && at < v.Height {
		return
	}

	header := v.headerRows()
	up := header
	switch {
	case m.where == Middle:
		up = max(v.Height/2, header)
	case m.where == Bottom, m.where == Near && at > 0:
		up = v.Height - 1
	}

	top := v.Top
	topRow := v.topRow
	v.setTop(l.Off, row)
	v.moveTop(-int64(up)) // where the page begins below, the row stays at the top
	if !v.fill() && v.find(v.Top) < 0 {
		v.setTop(top, topRow)
	}
}

// showBytes scrolls chopped lines sideways so that the bytes [m.off, m.end) of unit i are on the screen.
func (v *viewport) showBytes(i int, m Move) bool {
	l := v.page.Lines[i]
	layout := v.layout(i)
	width := v.TextWidth() - 1 // the last cell may have the mark that the line goes on
	cells := int(min(m.end-m.off, int64(width)/2))
	off := int(m.off - l.Off)
	head := off - int(l.Skip)
	if l.Skip > 0 && head >= 0 && head < len(l.Head) {
		col := layout.Column(head) // from the left edge
		if col+cells <= width {
			return true
		}
		return v.showColumn(v.Left + layout.Offset(max(col-width/2, 0)))
	}

	col := off
	if l.Skip == 0 && off < len(l.Head) {
		col = layout.Column(off)
	}

	switch {
	case col >= v.Left+v.frozen() && col+cells <= v.Left+width, col+cells <= v.frozen():
		return true
	case col+cells <= width:
		return v.showColumn(0)
	}

	return v.showColumn(max(col-width/2, 0))
}

// showEnd scrolls chopped lines sideways so that the end of unit i, whose last byte is at m.off, is on the screen.
func (v *viewport) showEnd(i int, m Move) bool {
	l := v.page.Lines[i]
	layout := v.layout(i)
	width := max(v.TextWidth()-1, 1)
	w := layout.Width()
	bytes := m.off - l.Off + 1
	switch {
	case l.Whole && l.Skip == 0 && w <= width+exactColumns:
		if w > v.Left && w <= v.Left+width {
			return true
		}
		return v.showColumn(max(w-width, 0))
	case l.Whole && l.Skip > 0 && w > 0:
		if w <= width {
			return true
		}

		off := layout.Offset(w - width)
		for layout.Column(off) < w-width { // the first one that is shown whole
			off++
		}

		return v.showColumn(v.Left + off)
	case bytes <= exactColumns:
		return v.showColumn(int(bytes)) // so much of it is loaded then
	default:
		return v.showColumn(int(max(bytes-int64(width), exactColumns+1)))
	}
}
