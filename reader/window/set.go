package window

import (
	"cmp"
	"slices"
)

// Set is the bytes of a file that several windows give together: half-open ranges, sorted and apart from each other.
type Set struct{ ranges [][2]int64 }

// Add puts the runs of a window into the set. It reports whether the set had not all of them before.
func (s *Set) Add(w Window) (grew bool) {
	before := s.Covered()
	all := slices.Clone(s.ranges)
	for _, r := range w.Spans() {
		all = append(all, [2]int64{r.Start, r.End})
	}
	slices.SortFunc(all, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
	s.ranges = nil
	for _, r := range all {
		if n := len(s.ranges); n > 0 && r[0] <= s.ranges[n-1][1] {
			s.ranges[n-1][1] = max(s.ranges[n-1][1], r[1])
			continue
		}
		s.ranges = append(s.ranges, r)
	}
	return s.Covered() > before
}

// Covered is how many bytes are in the set.
func (s *Set) Covered() (n int64) {
	for _, r := range s.ranges {
		n += r[1] - r[0]
	}
	return n
}
