package heldlines

import (
	"index/suffixarray"
	"slices"
	"strings"
)

// finder finds texts in a text. Where many are looked for it makes an index, so that the time does not grow with the
// text for each of them.
type finder struct {
	all    string
	asked  int
	index  *suffixarray.Index
	starts []int // of the lines, once there is an index
}

// fewTexts is how many texts are looked for without an index.
const fewTexts = 32

// line is the 1-based line in which a text begins that is there once; a text that overlaps itself counts as one.
func (f *finder) line(text string) (int64, bool) {
	if f.asked++; f.asked <= fewTexts {
		if strings.Count(f.all, text) != 1 {
			return 0, false
		}
		return int64(strings.Count(f.all[:strings.Index(f.all, text)], "\n")) + 1, true
	}
	if f.index == nil {
		f.index = suffixarray.New([]byte(f.all))
		f.starts = []int{0}
		for i := range len(f.all) {
			if f.all[i] == '\n' {
				f.starts = append(f.starts, i+1)
			}
		}
	}
	places := f.index.Lookup([]byte(text), len(text)+1) // more cannot overlap
	if len(places) == 0 || slices.Max(places)-slices.Min(places) >= len(text) {
		return 0, false
	}
	i, isStart := slices.BinarySearch(f.starts, slices.Min(places))
	if isStart {
		i++
	}
	return int64(i), true
}
