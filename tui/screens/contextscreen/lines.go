package contextscreen

import (
	"slices"

	"eyeline/reader/contextfiles"
	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
)

// This file lays the lists of two agents over each other: a file has one line, with what each of them is sent of it.

// line is a line of the list: a file, or the sum.
type line struct {
	name        string
	left, right int // which rows of the sides it is, from 0; -1: none of that side
	// text is set in a line that is no file and cannot be selected: a heading, or more of why a file is left out.
	text   string
	isHead bool
}

// none is the row of a side that has none of a file.
const none = -1

// align makes the lines of the list. Of one agent, what is left out comes first, with the whole reason of each, then
// what is sent, in its order, and the sum. Of two, those files come first of which one is sent more than the other; a
// file that only the right one has comes behind those of the left one.
func (s *Screen) align() {
	s.lines = nil
	if s.right != nil && len(s.left.rows) > 0 && len(s.right.rows) > 0 {
		s.lines = s.differingFirst(together(s.left.rows, s.right.rows))
		return
	}

	var out, sent []line
	files := 0
	for i, r := range s.left.rows {
		l := line{name: r.Name, left: i, right: none}
		if r.Left == nil {
			sent = append(sent, l)
			continue
		}
		files++
		out = append(out, l)
		if !s.isLow() && !s.isShort() && !s.fits(r.Left.Why) {
			out = append(out, s.reason(r)...)
		}
	}

	if s.isLow() || s.isShort() {
		s.lines = append(out, sent...)
		return
	}

	if files > 0 && len(sent) > 0 {
		head := "left out: " + humanize.Count(int64(files), "file")
		s.lines = append([]line{heading(head)}, out...)
		s.lines = append(s.lines, heading("sent, in this order"))
	}

	s.lines = append(s.lines, sent...)
	if s.cursor.At() == 0 && files > 0 {
		s.cursor.Select(selectable(s.lines, 0, 1))
	}
}

// isLow reports whether the screen has few rows: then each is a file.
func (s *Screen) isLow() bool { return s.host != nil && s.host.Height() < roomForTitle }

// detailRows is how many rows below the list of a short screen say all of the selected file.
const detailRows = 2

// isShort reports whether the screen of one agent has room for few files: then each has one row, and the rows below the
// list say all of the selected one.
func (s *Screen) isShort() bool {
	if s.host == nil || s.right != nil || s.panes == textOnly {
		return false
	}
	height := s.host.Height()
	return height >= roomForTitle+detailRows && height < roomForBoth
}

// details are the texts of the rows below the list of a short screen, of width cells: why the selected file is left
// out, or what is sent of it.
func (s *Screen) details(width int) []string {
	r := s.rowOf(&s.left, s.selected())
	said := r.State
	if r.Left != nil {
		said = r.Left.Why
	}

	lines := cells.WrapWords(cells.Sanitize(said), max(width-1, 1))
	texts := make([]string, detailRows)
	copy(texts, lines)

	if len(lines) > detailRows {
		last := detailRows - 1
		texts[last] = cells.Truncate(texts[last]+" "+lines[detailRows], width, "…")
	}

	return texts
}

// heading is a line above others.
func heading(text string) line { return line{left: none, right: none, text: text, isHead: true} }

// reasonIndent is how far the reason why a file is left out begins behind the beginning of its row, in cells.
const reasonIndent = 4

// fits reports whether the row of a file that is left out has room for the reason.
func (s *Screen) fits(why string) bool {
	const gaps, least = 4, 16 // cells: of the row, and of the names
	return cells.Width(cells.Sanitize(why)) <= s.host.Canvas().Width-gaps-max(s.left.names, least)
}

// reason are the lines below a file that is left out which say why.
func (s *Screen) reason(r contextfiles.Row) (lines []line) {
	width := max(s.host.Canvas().Width-reasonIndent-1, 1)
	for _, text := range cells.WrapWords(cells.Sanitize(r.Left.Why), width) {
		lines = append(lines, line{left: none, right: none, text: text})
	}
	return lines
}

// differingFirst puts the lines of two sides first that one of them is sent, or more of than the other. The sum stays
// the last one.
func (s *Screen) differingFirst(lines []line) []line {
	last := len(lines) - 1
	first := make([]line, 0, len(lines))
	var rest []line

	for _, l := range lines[:last] {
		if s.differs(l) {
			first = append(first, l)
		} else {
			rest = append(rest, l)
		}
	}

	return append(append(first, rest...), lines[last])
}

// differs reports whether two sides are sent something else of a file.
func (s *Screen) differs(l line) bool {
	left := s.rowOf(&s.left, l)
	right := s.rowOf(s.right, l)
	isSent := func(r contextfiles.Row) bool { return r.Left == nil }
	return isSent(left) != isSent(right) || isSent(left) && left.Bytes != right.Bytes
}

// selectable is which of the lines is selected at a place or, where that cannot be selected, the next one in a
// direction, 1 or -1, or else in the other.
func selectable(lines []line, at, by int) int {
	for _, way := range []int{by, -by} {
		for k := at; k >= 0 && k < len(lines); k += way {
			if lines[k].text == "" {
				return k
			}
		}
	}
	return at
}

// place is which of the files is selected, counted from 1, 0 for their sum, and how many there are.
func (s *Screen) place() (at, of int) {
	for k, l := range s.lines {
		if l.text != "" || !s.isFile(l) {
			continue
		}

		of++
		if k == s.cursor.At() {
			at = of
		}
	}

	return at, of
}

// together are the lines of the rows of two sides, whose last rows are their sums.
func together(left, right []contextfiles.Row) (lines []line) {
	sums := line{name: left[len(left)-1].Name, left: len(left) - 1, right: len(right) - 1}
	rest := map[string][]int{} // rows of the right side by the name: a file may be sent more than once
	for i, r := range right[:sums.right] {
		rest[r.Name] = append(rest[r.Name], i)
	}

	for i, r := range left[:sums.left] {
		l := line{name: r.Name, left: i, right: none}
		if same := rest[r.Name]; len(same) > 0 {
			l.right = same[0]
			rest[r.Name] = same[1:]
		}
		lines = append(lines, l)
	}

	for i, r := range right[:sums.right] {
		if slices.Contains(rest[r.Name], i) {
			lines = append(lines, line{name: r.Name, left: none, right: i})
		}
	}

	return append(lines, sums)
}

// selected is the selected line; without one, a line of no row.
func (s *Screen) selected() line {
	if s.cursor.At() >= len(s.lines) {
		return line{left: none, right: none}
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

	return contextfiles.Row{Name: l.name, Part: none, Left: notLookedFor, State: notRead}
}
