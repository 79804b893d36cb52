package linediff

import (
	"cmp"
	"slices"

	"eyeline/tui/file/tooloutput"
)

// Stretch is consecutive rows of one side of a comparison: each shows a line of the file, from First on, counted from
// 1; or, where First is 0, none of them shows one.
type Stretch struct{ First, Rows int64 }

// Alignment lays two sides beside each other: what shows the same line of the file stands in the same row, what one
// side lacks is blank there. Its zero value has no rows.
type Alignment struct{ pieces []piece }

// piece is rows in a run such that each side has a line in each, or is blank.
type piece struct {
	at    int64    // the 0-based row at which it begins
	first int64    // the line of the file in its first row; 0 where its rows show none
	rows  int64    // how many they are
	lines [2]int64 // the 0-based line of each side in the first row; -1 for a side that is blank
}

// shows reports whether a row of the piece shows a line of the file.
func (p piece) shows(line int64) bool { return p.first > 0 && line >= p.first && line < p.first+p.rows }

// Align lays the rows of two sides beside each other, each in its order. It compares no text: that a row shows a line
// of the file is known, and the same line is the same row. Texts are compared by [Between].
func Align(sides [2][]Stretch) Alignment {
	var a Alignment
	left := &side{rest: slices.Clone(sides[0])}
	right := &side{rest: slices.Clone(sides[1])}
	for at := int64(0); left.more() || right.more(); {
		var rows int64
		var has [2]bool
		switch {
		case len(a.pieces) >= maxSpans: // what is left is not laid beside each other
			rows = left.rows()
			has = [2]bool{true, false}
			if rows == 0 {
				rows = right.rows()
				has = [2]bool{false, true}
			}
		default:
			rows, has = meet(left, right)
		}

		p := piece{at: at, rows: rows, lines: [2]int64{-1, -1}}
		for i, s := range []*side{left, right} {
			if has[i] {
				p.lines[i] = s.line
				p.first = s.number()
				s.skip(rows)
			}
		}

		a.pieces = append(a.pieces, p)
		at += rows
	}

	return a
}

// meet is how many rows come next, and which of two sides have them.
func meet(left, right *side) (rows int64, has [2]bool) {
	onlyLeft := [2]bool{true, false}
	onlyRight := [2]bool{false, true}
	both := [2]bool{true, true}
	l, r := left.number(), right.number()
	switch {
	case !right.more():
		return left.rows(), onlyLeft
	case !left.more():
		return right.rows(), onlyRight
	case l > 0 && r > 0 && l < r:
		return min(left.rows(), r-l), onlyLeft
	case l > 0 && r > 0 && l > r:
		return min(right.rows(), l-r), onlyRight
	case l > 0 && r == 0 && l <= right.after: // these lines come before the row that shows none
		return min(left.rows(), right.after-l+1), onlyLeft
	case l == 0 && r > 0 && r <= left.after:
		return min(right.rows(), left.after-r+1), onlyRight
	case l == 0 && r > 0, l == 0 && left.after < right.after:
		return left.rows(), onlyLeft
	case l > 0 && r == 0, r == 0 && left.after > right.after:
		return right.rows(), onlyRight
	}

	return min(left.rows(), right.rows()), both
}

// side is the rows of one side that are not laid out yet.
type side struct {
	rest  []Stretch
	line  int64 // of the next row, 0-based
	after int64 // the line of the file that the last row showed which showed one; 0 for none
}

func (s *side) more() bool { return len(s.rest) > 0 }

// rows is how many rows come next of one kind.
func (s *side) rows() int64 {
	if !s.more() {
		return 0
	}
	return s.rest[0].Rows
}

// number is the line of the file in the next row; 0 where that shows none.
func (s *side) number() int64 {
	if !s.more() {
		return 0
	}
	return s.rest[0].First
}

// skip moves behind rows of the kind that comes next.
func (s *side) skip(rows int64) {
	s.line += rows
	next := &s.rest[0]
	next.Rows -= rows

	if next.First > 0 {
		next.First += rows
		s.after = next.First - 1
	}
	if next.Rows == 0 {
		s.rest = s.rest[1:]
	}
}

// Rows is how many rows there are.
func (a Alignment) Rows() int64 {
	if len(a.pieces) == 0 {
		return 0
	}
	last := a.pieces[len(a.pieces)-1]
	return last.at + last.rows
}

// Blanks are the blank rows of a side, 0 or 1, in rising order.
func (a Alignment) Blanks(side int) []tooloutput.Blank {
	var all []tooloutput.Blank
	next := int64(0)
	for _, p := range a.pieces {
		k := len(all) - 1
		switch {
		case p.lines[side] >= 0:
			next = p.lines[side] + p.rows
		case k >= 0 && all[k].Before == next:
			all[k].Lines += p.rows
		default:
			all = append(all, tooloutput.Blank{Before: next, Lines: p.rows})
		}
	}

	return all
}

// Exchanged is the alignment with the two sides in each other's place.
func (a Alignment) Exchanged() Alignment {
	b := Alignment{slices.Clone(a.pieces)}
	for i, p := range b.pieces {
		b.pieces[i].lines = [2]int64{p.lines[1], p.lines[0]}
	}
	return b
}

// LineAt is the line of the file, from 1, that a 0-based row shows, or the one above that shows one; 0 for none.
func (a Alignment) LineAt(row int64) int64 {
	i, found := slices.BinarySearchFunc(a.pieces, row, func(p piece, row int64) int { return cmp.Compare(p.at, row) })
	if !found {
		i--
	}
	for ; i >= 0; i-- {
		if p := a.pieces[i]; p.first > 0 {
			return p.first + min(row-p.at, p.rows-1)
		}
	}

	return 0
}

// ShowsNone reports whether a 0-based row shows no line of the file.
func (a Alignment) ShowsNone(row int64) bool {
	i, found := slices.BinarySearchFunc(a.pieces, row, func(p piece, row int64) int { return cmp.Compare(p.at, row) })
	if !found {
		i--
	}
	return i >= 0 && a.pieces[i].first == 0
}

// RowNear is the 0-based row that shows a line of the file, or the last one that shows a line above it; 0 where none
// does.
func (a Alignment) RowNear(line int64) int64 {
	near := int64(0)
	above := int64(0)
	for _, p := range a.pieces {
		if p.shows(line) {
			return p.at + line - p.first
		}

		if last := p.first + p.rows - 1; p.first > 0 && p.first < line && last > above {
			near = p.at + p.rows - 1
			above = last
		}
	}

	return near
}
