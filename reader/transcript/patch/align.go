package patch

import (
	"slices"
	"sort"
)

// maxAligned is how many pairs of lines are compared at most.
const maxAligned = 4 << 20

// Align finds equal lines in two lists: for each line of old its 0-based index in now, or -1. The indices rise. Equal
// beginnings and ends are found first, then lines that occur once in each list and what is around them; the rest is
// compared line by line, if that is at most maxAligned pairs.
//
// It is for two texts that are known. Of a file that is known only in parts, package heldlines aligns the hashes of the
// lines.
func Align(old, now []string) []int {
	match := make([]int, len(old))
	for i := range match {
		match[i] = -1
	}
	a := aligner{old: old, now: now, match: match, left: maxAligned}
	a.part(0, len(old), 0, len(now), 0)
	return match
}

// AlignHoles is Align for lists where some lines of old are not known. Such a line is paired only with one that nothing
// else can be paired with.
func AlignHoles(old, now []string, holes []bool) []int {
	match := make([]int, len(old))
	for i := range match {
		match[i] = -1
	}
	a := aligner{old: old, now: now, match: match, left: maxAligned, holes: holes}
	a.part(0, len(old), 0, len(now), 0)
	return match
}

type aligner struct {
	old, now []string
	match    []int
	left     int    // how many pairs may still be compared
	holes    []bool // lines of old that are not known; nil for none
}

// deepestAlign bounds how often lines that occur once are looked for within others.
const deepestAlign = 20

// part aligns old[a:b] with now[c:d].
func (x *aligner) part(a, b, c, d, depth int) {
	for a < b && c < d && x.old[a] == x.now[c] {
		x.match[a] = c
		a++
		c++
	}

	for a < b && c < d && x.old[b-1] == x.now[d-1] {
		b--
		d--
		x.match[b] = d
	}

	if a == b || c == d {
		return
	}

	pairs := x.once(a, b, c, d)
	if len(pairs) == 0 || depth >= deepestAlign {
		x.common(a, b, c, d)
		return
	}

	for _, p := range pairs {
		x.part(a, p.old, c, p.now, depth+1)
		x.match[p.old] = p.now
		a = p.old + 1
		c = p.now + 1
	}

	x.part(a, b, c, d, depth+1)
}

// pair is two equal lines.
type pair struct{ old, now int }

// once are the lines that occur once in each part, as the longest list of pairs that is in order in both.
func (x *aligner) once(a, b, c, d int) []pair {
	type seen struct{ now, olds, nows int }
	index := make(map[string]seen, b-a)
	for _, line := range x.old[a:b] {
		s := index[line]
		s.olds++
		index[line] = s
	}

	for j := c; j < d; j++ {
		if s, ok := index[x.now[j]]; ok {
			s.nows++
			s.now = j
			index[x.now[j]] = s
		}
	}

	var pairs []pair
	for i := a; i < b; i++ {
		if s := index[x.old[i]]; s.olds == 1 && s.nows == 1 {
			pairs = append(pairs, pair{i, s.now})
		}
	}

	return rising(pairs)
}

// rising is the longest list of pairs, in their order, whose indices in now rise.
func rising(pairs []pair) []pair {
	before := make([]int, len(pairs))
	var ends []int
	for i, p := range pairs {
		n := sort.Search(len(ends), func(n int) bool { return pairs[ends[n]].now >= p.now })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}

		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}

	run := make([]pair, len(ends))
	if len(ends) == 0 {
		return nil
	}

	for i, n := ends[len(ends)-1], len(ends)-1; n >= 0; i, n = before[i], n-1 {
		run[n] = pairs[i]
	}

	return run
}

// common finds the longest common sequence of two parts.
func (x *aligner) common(a, b, c, d int) {
	n := b - a
	m := d - c
	if n*m > x.left || x.holes != nil && slices.Contains(x.holes[a:b], true) {
		return
	}

	x.left -= n * m
	best := make([]int32, (n+1)*(m+1))
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if x.old[a+i] == x.now[c+j] {
				best[i*(m+1)+j] = best[(i+1)*(m+1)+j+1] + 1
			} else {
				best[i*(m+1)+j] = max(best[(i+1)*(m+1)+j], best[i*(m+1)+j+1])
			}
		}
	}

	for i, j := 0, 0; i < n && j < m; {
		switch {
		case x.old[a+i] == x.now[c+j] && best[i*(m+1)+j] == best[(i+1)*(m+1)+j+1]+1:
			x.match[a+i] = c + j
			i++
			j++
		case best[(i+1)*(m+1)+j] >= best[i*(m+1)+j+1]:
			i++
		default:
			j++
		}
	}
}
