package window

import (
	"cmp"
	"slices"
)

// Set is a set of bytes of a file, as sorted half-open ranges that do not touch.
type Set struct{ ranges [][2]int64 }

// Add adds the runs of a window, and reports whether any byte is new.
func (s *Set) Add(w Window) (grew bool) {
	before := s.Covered()
	var runs [][2]int64
	for _, r := range w.Spans() {
		runs = append(runs, [2]int64{r.Start, r.End})
	}
	s.AddRanges(runs)
	return s.Covered() > before
}

// AddRanges adds half-open ranges of bytes, in any order.
func (s *Set) AddRanges(ranges [][2]int64) {
	all := slices.Concat(s.ranges, ranges)
	slices.SortFunc(all, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
	s.ranges = nil

	for _, r := range all {
		if n := len(s.ranges); n > 0 && r[0] <= s.ranges[n-1][1] {
			s.ranges[n-1][1] = max(s.ranges[n-1][1], r[1])
			continue
		}

		s.ranges = append(s.ranges, r)
	}
}

// Missing returns the half-open ranges of bytes from start to end that are not in the set, ascending.
func (s *Set) Missing(start, end int64) (missing [][2]int64) {
	for _, r := range s.ranges {
		if r[0] >= end {
			break
		}
		if r[0] > start {
			missing = append(missing, [2]int64{start, r[0]})
		}

		start = max(start, r[1])
	}

	if start < end {
		missing = append(missing, [2]int64{start, end})
	}

	return missing
}

// Ranges returns the set as ascending half-open ranges. The caller must not change them.
func (s *Set) Ranges() [][2]int64 { return s.ranges }

// Covered returns how many bytes are in the set.
func (s *Set) Covered() (n int64) {
	for _, r := range s.ranges {
		n += r[1] - r[0]
	}
	return n
}
