package paint

import "slices"

// scroll is a movement of the rows [top, bottom] by n: up when n is positive.
type scroll struct{ top, bottom, n int }

// leastMoved is the number of rows that must have moved for a scroll to be worth its sequences.
const leastMoved = 3

// findScroll looks for the movement that leaves the fewest rows to paint. It takes time by the square of the rows that
// differ.
func findScroll(have, want []string) (scroll, bool) {
	for len(want) > 0 && want[len(want)-1] == have[len(want)-1] {
		have = have[:len(want)-1]
		want = want[:len(want)-1]
	}

	first := 0
	for first < len(want) && want[first] == have[first] {
		first++
	}

	best := scroll{}
	bestGain := leastMoved - 1
	for n := 1; n < len(want)-first-bestGain; n++ { // a movement by n puts at most the other rows right
		for _, by := range [2]int{n, -n} {
			if s, gain := measure(have, want, first, by); gain > bestGain {
				best = s
				bestGain = gain
			}
		}
	}

	if best.n == 0 {
		return best, false
	}

	// The row to which the others move comes from among them, where little of it has changed.
	last := best.last()
	switch {
	case last < 0 || last >= len(want) || want[last] == have[last] ||
		commonEnd(want[last], have[last+best.n]) <= commonEnd(want[last], have[last]):
	case best.n > 0:
		best.top = last
	default:
		best.bottom = last
	}

	return best, true
}

// measure finds the band of rows, from first on, that moved by n, and how many more rows are right after the scroll
// than before it.
func measure(have, want []string, first, n int) (scroll, int) {
	s := scroll{-1, -1, n}
	for i := max(first, first-n); i < min(len(want), len(want)-n); i++ {
		if j := i + n; want[i] == have[j] && want[i] != have[i] {
			if s.top < 0 {
				s.top = min(i, j)
			}

			s.bottom = max(i, j)
		}
	}

	if s.top < 0 {
		return s, 0
	}

	return s, s.gain(have, want)
}

// gain is how many more rows are right after the scroll than before it.
func (s scroll) gain(have, want []string) int {
	gain := 0
	for i, row := range s.apply(have)[s.top : s.bottom+1] {
		if want[s.top+i] == have[s.top+i] {
			gain--
		}

		if want[s.top+i] == row && row != "" {
			gain++
		}
	}

	return gain
}

// last is the row next to the band that the rows move to.
func (s scroll) last() int {
	if s.n < 0 {
		return s.bottom + 1
	}
	return s.top - 1
}

// commonEnd is how many bytes two rows have in common at their ends.
func commonEnd(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// margin is the row at which a line feed, or a reverse one, scrolls.
func (s scroll) margin() int {
	if s.n < 0 {
		return s.top
	}
	return s.bottom
}

// apply are the rows as they are after the scroll; those that came in are empty.
func (s scroll) apply(have []string) []string {
	rows := slices.Clone(have)
	for i := s.top; i <= s.bottom; i++ {
		rows[i] = ""
		if j := i + s.n; j >= s.top && j <= s.bottom {
			rows[i] = have[j]
		}
	}
	return rows
}
