package agents

import (
	"testing"

	"eyeline/reader/tools"
)

// What precedes a line of a format that is said to be even is as long for each number of as many digits.
func TestEvenPrefixes(t *testing.T) {
	even := 0
	for _, tool := range tools.Every() {
		f := tool.Lines
		if f == nil || !f.Even {
			continue
		}
		even++
		for _, width := range []int{0, 3, 7} {
			for low := int64(1); low < 1e8; low *= 10 {
				want := len(f.PrefixOf(tools.Line{Number: low, Width: width}))
				for _, n := range []int64{low + 1, low + low/3, 5 * low, 10*low - 1} {
					if got := len(f.PrefixOf(tools.Line{Number: n, Width: width})); got != want {
						t.Errorf("%s: %d bytes before line %d, %d before line %d", tool.Name, got, n, want, low)
					}
				}
			}
		}
		var sum int64
		for n := range int64(1234) {
			sum += int64(len(f.PrefixOf(tools.Line{Number: 7 + n})))
		}
		if got := f.PrefixSize(7, 1234); got != sum {
			t.Errorf("%s: %d bytes before lines, want %d", tool.Name, got, sum)
		}
	}
	if even < 10 {
		t.Errorf("%d formats are even", even)
	}
}
