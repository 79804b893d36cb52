package contextscreen

import "strings"

// This file lays the texts of two agents beside each other: a line that both are sent stands in one row on both sides,
// and beside a line of which the other side has none it is blank.

// textLine is a line of a text in its rows.
type textLine struct {
	from, to int    // rows, half open
	key      string // its words: on both sides the same where the lines are, however wide they are wrapped
	only     bool   // the other agent is sent no such line
}

// linesIn are the lines of the rows [from, to) of a text.
func (t *sideText) linesIn(from, to int) (lines []textLine) {
	for k := from; k < to; {
		end := k + 1
		for end < to && end < len(t.goesOn) && t.goesOn[end] {
			end++
		}
		key := strings.Join(t.rows[k:end], " ")
		lines = append(lines, textLine{k, end, key, k < len(t.only) && t.only[k]})
		k = end
	}
	return lines
}

// layBeside puts blank rows into two texts, so that their first rows of the selected file and each line that both have
// stand in the same row.
func layBeside(left, right *sideText) {
	sides := [2]*sideText{left, right}
	var laid [2]sideText
	for i, t := range sides {
		laid[i].of = t.of
	}

	l, r := left.from, right.from
	besideLines(&laid, sides, left.linesIn(0, l), right.linesIn(0, r))
	laid[0].from = len(laid[0].rows)
	laid[1].from = len(laid[1].rows)
	besideLines(&laid, sides, left.linesIn(l, len(left.rows)), right.linesIn(r, len(right.rows)))
	*left = laid[0]
	*right = laid[1]
}

// lookAhead is how many lines are searched for the next one that both sides have.
const lookAhead = 200

// besideLines appends lines of both sides, each in its order.
func besideLines(laid *[2]sideText, of [2]*sideText, left, right []textLine) {
	for len(left) > 0 || len(right) > 0 {
		l, r := 0, 0 // how many lines of each side have none beside them
		switch {
		case len(right) == 0:
			l = len(left)
		case len(left) == 0:
			r = len(right)
		case left[0].key == right[0].key: // they stand beside each other
		default:
			l, r = apart(left, right)
		}

		for _, line := range left[:l] {
			appendRow(laid, of, [2]textLine{line, {}})
		}
		for _, line := range right[:r] {
			appendRow(laid, of, [2]textLine{{}, line})
		}
		left = left[l:]
		right = right[r:]

		if l == 0 && r == 0 {
			appendRow(laid, of, [2]textLine{left[0], right[0]})
			left = left[1:]
			right = right[1:]
		}
	}
}

// apart is how many lines of each side come before the next one that both have: the lines of one side alone first, then
// those up to the nearer of the two that are found on the other side. Without such a line each side has one.
func apart(left, right []textLine) (l, r int) {
	for l < len(left) && left[l].only {
		l++
	}
	for r < len(right) && right[r].only {
		r++
	}
	if l > 0 || r > 0 {
		return l, r
	}

	find := func(key string, in []textLine) int {
		for k, line := range in[:min(len(in), lookAhead)] {
			if line.key == key {
				return k
			}
		}
		return lookAhead
	}

	l = find(right[0].key, left)
	r = find(left[0].key, right)
	switch {
	case l == lookAhead && r == lookAhead:
		return 1, 1
	case l < r:
		return l, 0
	}
	return 0, r
}

// appendRow appends a line of each side, with blank rows where the other one has more.
func appendRow(laid *[2]sideText, of [2]*sideText, lines [2]textLine) {
	rows := max(lines[0].to-lines[0].from, lines[1].to-lines[1].from)
	for i, line := range lines {
		out := &laid[i]
		for k := range rows {
			at := line.from + k
			if at >= line.to {
				out.rows = append(out.rows, "")
				out.only = append(out.only, false)
				out.goesOn = append(out.goesOn, false)
				continue
			}

			out.rows = append(out.rows, of[i].rows[at])
			out.only = append(out.only, line.only)
			out.goesOn = append(out.goesOn, k > 0)
		}
	}
}
