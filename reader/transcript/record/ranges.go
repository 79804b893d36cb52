package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/tools"
)

// MaxLine is above every number of a line that is believed.
const MaxLine = 1 << 40

// Range is a run of lines, 1-based and inclusive.
type Range [2]int64

// Ranges are runs of lines, sorted, that do not touch each other.
type Ranges []Range

// Add adds a line after all others, or the last one again.
func (r *Ranges) Add(n int64) {
	if last := len(*r) - 1; last >= 0 && n <= (*r)[last][1]+1 {
		(*r)[last][1] = max((*r)[last][1], n)
		return
	}
	*r = append(*r, Range{n, n})
}

// List is never nil, so that it is written as [] in JSON.
func (r Ranges) List() Ranges {
	if r == nil {
		return Ranges{}
	}
	return r
}

// Count is the number of lines.
func (r Ranges) Count() (n int64) {
	for _, one := range r {
		n += one[1] - one[0] + 1
	}
	return n
}

// From is the index of the first range that does not end before line n.
func (r Ranges) From(n int64) int {
	i, _ := slices.BinarySearchFunc(r, n, func(r Range, n int64) int { return cmp.Compare(r[1], n) })
	return i
}

// Has reports whether a line is in one of the ranges.
func (r Ranges) Has(n int64) bool {
	i := r.From(n)
	return i < len(r) && r[i][0] <= n
}

// Between is how many lines from a to b, inclusive, are in the ranges.
func (r Ranges) Between(a, b int64) (n int64) {
	for _, one := range r[r.From(a):] {
		if one[0] > b {
			break
		}
		n += min(one[1], b) - max(one[0], a) + 1
	}
	return n
}

// Without are the lines of the ranges that are not in others.
func (r Ranges) Without(others Ranges) (left Ranges) {
	for _, one := range r {
		at := one[0]
		for _, out := range others[others.From(one[0]):] {
			if out[0] > one[1] {
				break
			}
			if at < out[0] {
				left = append(left, Range{at, out[0] - 1})
			}

			at = out[1] + 1
		}

		if at <= one[1] {
			left = append(left, Range{at, one[1]})
		}
	}

	return left
}

// Sort puts ranges in order that came in any, and joins those that touch.
func (r *Ranges) Sort() {
	slices.SortFunc(*r, func(a, b Range) int { return cmp.Compare(a[0], b[0]) })
	out := (*r)[:0]
	for _, one := range *r {
		if k := len(out); k > 0 && one[0] <= out[k-1][1]+1 {
			out[k-1][1] = max(out[k-1][1], one[1])
		} else {
			out = append(out, one)
		}
	}

	*r = out
}

// Words are the ranges in a few words: "L20–L34", and how many more there are.
func (r Ranges) Words() string {
	const most = 3
	var parts []string
	for _, one := range r[:min(len(r), most)] {
		if one[0] == one[1] {
			parts = append(parts, "L"+tools.Thousands(one[0]))
		} else {
			parts = append(parts, "L"+tools.Thousands(one[0])+"–L"+tools.Thousands(one[1]))
		}
	}

	switch {
	case len(r) == 0:
		return "no line"
	case len(r) > most:
		parts = append(parts, fmt.Sprintf("%d more", len(r)-most))
	}

	return strings.Join(parts, ", ")
}
