package linediff

import (
	"cmp"
	"slices"

	"eyeline/tui/file/tooloutput"
)

// Stop is rows in a run in which two sides differ: what one has and the other lacks, and lines that both have, each
// otherwise.
type Stop struct {
	Row, Rows int64    // the 0-based first row, and how many
	Only      [2]int64 // how many rows each side has alone
	Changed   int64    // how many both have
}

// Exchanged is the stop with the two sides in each other's place.
func (s Stop) Exchanged() Stop {
	s.Only = [2]int64{s.Only[1], s.Only[0]}
	return s
}

// Stops are the rows in which two sides differ, in rising order: those of an alignment of two contents, which of are as
// they are shown without blank rows.
func Stops(a Alignment, d Differences, of [2]*tooloutput.Composite) (all []Stop) {
	add := func(s Stop) {
		if k := len(all) - 1; k >= 0 && all[k].Row+all[k].Rows == s.Row {
			last := &all[k]
			last.Rows += s.Rows
			last.Only[0] += s.Only[0]
			last.Only[1] += s.Only[1]
			last.Changed += s.Changed
			return
		}

		all = append(all, s)
	}

	for _, p := range a.pieces {
		switch {
		case p.lines[1] < 0:
			add(Stop{Row: p.at, Rows: p.rows, Only: [2]int64{p.rows, 0}})
		case p.lines[0] < 0:
			add(Stop{Row: p.at, Rows: p.rows, Only: [2]int64{0, p.rows}})
		default:
			for _, c := range d.changedIn(of[0], p.lines[0], p.rows) {
				add(Stop{Row: p.at + c.from, Rows: c.lines, Changed: c.lines})
			}
		}
	}

	return all
}

// changedIn are the lines of the first content that the other gives otherwise among rows of a composite from a 0-based
// one on. They are counted from that row.
func (d Differences) changedIn(of *tooloutput.Composite, from, rows int64) (all []span) {
	for at := from; at < from+rows; {
		end := of.Until(at, from+rows)
		line, skip, _ := of.Line(at)
		if line >= 0 && skip == 0 {
			spans := d.sides[0]
			last := func(s span, n int64) int { return cmp.Compare(s.from+s.lines-1, n) }
			i, _ := slices.BinarySearchFunc(spans, line, last)
			for ; i < len(spans) && spans[i].from < line+end-at; i++ {
				first := max(spans[i].from, line)
				last := min(spans[i].from+spans[i].lines, line+end-at)
				if spans[i].how == Changed {
					all = append(all, span{from: at - from + first - line, lines: last - first})
				}
			}
		}

		at = end
	}

	return all
}

// StopFrom is the index of the first stop that begins in a 0-based row or below; that of the end without one.
func StopFrom(all []Stop, row int64) int {
	i, _ := slices.BinarySearchFunc(all, row, func(s Stop, row int64) int { return cmp.Compare(s.Row, row) })
	return i
}
