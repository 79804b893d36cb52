package contextscreen

import (
	"slices"

	"eyeline/reader/contextfiles"
)

// This file lays the lists of two agents over each other: a file has one line, with what each of them is sent of it.

// line is a line of the list: a file, or the sum.
type line struct {
	name        string
	left, right int // which rows of the sides it is, from 0; -1: none of that side
}

// none is the row of a side that has none of a file.
const none = -1

// align makes the lines of the list: the rows of the left side in their order, those that only the right side has, and
// the sum.
func (s *Screen) align() {
	s.lines = nil
	if s.right != nil && len(s.left.rows) > 0 && len(s.right.rows) > 0 {
		s.lines = together(s.left.rows, s.right.rows)
		return
	}
	for i, r := range s.left.rows {
		s.lines = append(s.lines, line{r.Name, i, none})
	}
}

// together are the lines of the rows of two sides, whose last rows are their sums.
func together(left, right []contextfiles.Row) (lines []line) {
	sums := line{left[len(left)-1].Name, len(left) - 1, len(right) - 1}
	rest := map[string][]int{} // rows of the right side by the name: a file may be sent more than once
	for i, r := range right[:sums.right] {
		rest[r.Name] = append(rest[r.Name], i)
	}

	for i, r := range left[:sums.left] {
		l := line{r.Name, i, none}
		if same := rest[r.Name]; len(same) > 0 {
			l.right = same[0]
			rest[r.Name] = same[1:]
		}
		lines = append(lines, l)
	}

	for i, r := range right[:sums.right] {
		if slices.Contains(rest[r.Name], i) {
			lines = append(lines, line{r.Name, none, i})
		}
	}

	return append(lines, sums)
}

// selected is the selected line; without one, a line of no row.
func (s *Screen) selected() line {
	if s.cursor.At() >= len(s.lines) {
		return line{"", none, none}
	}
	return s.lines[s.cursor.At()]
}

// rowOf is what is said on a side of the file of a line.
func (s *Screen) rowOf(of *side, l line) contextfiles.Row {
	i := l.left
	if of == s.right {
		i = l.right
	}
	switch {
	case i >= 0 && i < len(of.rows):
		return of.rows[i]
	case l.name == "" || of.briefing == nil:
		return contextfiles.Row{Part: none}
	}
	return contextfiles.Row{Name: l.name, Part: none, Left: &contextfiles.LeftOut{}, State: "left out"}
}
