package terminal

import "strconv"

// scroll is a movement of the rows [top, bottom] by n: up when n is positive.
type scroll struct{ top, bottom, n int }

// leastMoved is the number of rows that must have moved for a scroll to be worth its sequences.
const leastMoved = 3

// findScroll looks for the movement that leaves the fewest rows to paint. It takes time by the square of the rows that
// are not blank.
func findScroll(have, want []string) (scroll, bool) {
	for n := len(want); n > 0 && want[n-1] == "" && have[n-1] == ""; n-- {
		have, want = have[:n-1], want[:n-1] // below what is drawn on a terminal of absurd size
	}
	same := 0
	for i := range want {
		if want[i] == have[i] {
			same++
		}
	}
	if len(want)-same < leastMoved {
		return scroll{}, false
	}
	best, bestGain := scroll{}, leastMoved-1
	for n := 1; n < len(want); n++ {
		for _, by := range [2]int{n, -n} {
			s, gain := measure(have, want, by)
			if gain > bestGain {
				best, bestGain = s, gain
			}
		}
	}
	return best, best.n != 0
}

// measure finds the band of rows that moved by n, and how many more rows are right after the scroll than before it.
func measure(have, want []string, n int) (scroll, int) {
	top, bottom := -1, -1
	for i := range want {
		if j := i + n; j >= 0 && j < len(have) && want[i] == have[j] && want[i] != have[i] {
			if top < 0 {
				top = min(i, j)
			}
			bottom = max(i, j)
		}
	}
	if top < 0 {
		return scroll{}, 0
	}
	gain := 0
	for i := top; i <= bottom; i++ {
		if want[i] == have[i] {
			gain--
		}
		if j := i + n; j >= top && j <= bottom && want[i] == have[j] {
			gain++
		}
	}
	return scroll{top, bottom, n}, gain
}

// appendTo appends the sequences of the scroll: margins, scroll, margins off.
func (s scroll) appendTo(dst []byte) []byte {
	dst = append(dst, "\x1b["...)
	dst = strconv.AppendInt(dst, int64(s.top+1), 10)
	dst = append(dst, ';')
	dst = strconv.AppendInt(dst, int64(s.bottom+1), 10)
	dst = append(dst, "r\x1b["...)
	n, final := s.n, byte('S')
	if n < 0 {
		n, final = -n, 'T'
	}
	if n > 1 {
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(append(dst, final), "\x1b[r"...)
}

// apply returns the rows as they are after the scroll; those that came in are empty.
func (s scroll) apply(have []string) []string {
	out := append([]string(nil), have...)
	for i := s.top; i <= s.bottom; i++ {
		out[i] = ""
		if j := i + s.n; j >= s.top && j <= s.bottom {
			out[i] = have[j]
		}
	}
	return out
}
