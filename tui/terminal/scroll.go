package terminal

import (
	"hash/maphash"
	"strconv"
)

// scroll is a movement of the rows [top, bottom] by n: up when n is positive.
type scroll struct{ top, bottom, n int }

// leastMoved is the number of rows that must have moved for a scroll to be worth its sequences.
const leastMoved = 3

var seed = maphash.MakeSeed()

// sums appends numbers that equal rows share and others, but for a chance that is none, do not.
func sums(dst []uint64, rows []string) []uint64 {
	for _, row := range rows {
		dst = append(dst, maphash.String(seed, row))
	}
	return dst
}

// findScroll looks for the movement that leaves the fewest rows to paint. It takes time by the square of the rows that
// differ. Of movements that are as good it takes the one of the rows of now, for which margins are set already. alike
// reports whether a row is to show more of what the one n rows below it shows than of what it shows itself.
func findScroll(have, want []uint64, now scroll, alike func(row, n int) bool) (scroll, bool) {
	for len(want) > 0 && want[len(want)-1] == have[len(want)-1] {
		have, want = have[:len(want)-1], want[:len(want)-1]
	}
	first := 0
	for first < len(want) && want[first] == have[first] {
		first++
	}
	changed := 0
	for i := first; i < len(want); i++ {
		if want[i] != have[i] {
			changed++
		}
	}
	if changed < leastMoved {
		return scroll{}, false
	}
	best, bestGain := scroll{}, leastMoved-1
	for n := 1; n < len(want)-first-bestGain; n++ { // a movement by n puts at most the other rows right
		for _, by := range [2]int{n, -n} {
			if s, gain := measure(have, want, first, by); gain > bestGain {
				best, bestGain = s, gain
			}
		}
	}
	if best.n == 0 {
		return best, false
	}
	// The row to which the others move comes from among them, where little of it has changed.
	switch last := best.last(); {
	case last < 0 || last >= len(want) || want[last] == have[last] || !alike(last, best.n):
	case best.n > 0:
		best.top = last
	default:
		best.bottom = last
	}
	if now.top < now.bottom && now.top <= best.top && now.bottom >= best.bottom && now.bottom < len(want) {
		now.n = best.n
		gain, wrong := now.gain(have, want)
		if _, least := best.gain(have, want); gain >= bestGain && wrong <= least {
			return now, true
		}
	}
	return best, true
}

// measure finds the band of rows, from first on, that moved by n, and how many more rows are right after the scroll
// than before it.
func measure(have, want []uint64, first, n int) (scroll, int) {
	top, bottom := -1, -1
	for i := max(first, first-n); i < min(len(want), len(want)-n); i++ {
		if j := i + n; want[i] == have[j] && want[i] != have[i] {
			if top < 0 {
				top = min(i, j)
			}
			bottom = max(i, j)
		}
	}
	if top < 0 {
		return scroll{}, 0
	}
	s := scroll{top, bottom, n}
	gain, _ := s.gain(have, want)
	return s, gain
}

// gain is how many more rows are right after the scroll than before it, and how many between the margins are wrong
// then: of one that is wrong anyway, fewer cells differ where it was.
func (s scroll) gain(have, want []uint64) (gain, wrong int) {
	for i := s.top; i <= s.bottom; i++ {
		if want[i] == have[i] {
			gain--
		}
		if j := i + s.n; j >= s.top && j <= s.bottom && want[i] == have[j] {
			gain++
		} else {
			wrong++
		}
	}
	return gain, wrong
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
	n, most := 0, min(len(a), len(b))
	for n+8 <= most && a[len(a)-n-8:len(a)-n] == b[len(b)-n-8:len(b)-n] {
		n += 8
	}
	for n < most && a[len(a)-1-n] == b[len(b)-1-n] {
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

// appendMargins appends the sequence that sets the margins of the scroll. The cursor is in the corner then.
func (s scroll) appendMargins(dst []byte) []byte {
	dst = append(dst, "\x1b["...)
	dst = strconv.AppendInt(dst, int64(s.top+1), 10)
	dst = append(dst, ';')
	dst = strconv.AppendInt(dst, int64(s.bottom+1), 10)
	return append(dst, 'r')
}

// apply appends the rows as they are after the scroll; those that came in are empty.
func (s scroll) apply(dst, have []string) []string {
	dst = append(dst, have...)
	for i := s.top; i <= s.bottom; i++ {
		dst[i] = ""
		if j := i + s.n; j >= s.top && j <= s.bottom {
			dst[i] = have[j]
		}
	}
	return dst
}
