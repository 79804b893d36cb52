package linediff

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBesideFile lays what a tool gives beside the file; "-" is a row of neither.
func TestBesideFile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what        string
		file, given []int64
		want        []int
	}{
		{"the same lines", []int64{3, 4, 5}, []int64{3, 4, 5, 6}, []int{0, 1, 2}},
		{"rows above", []int64{3, 4, 5}, []int64{0, 1, 2, 3, 4, 5}, []int{3, 4, 5}},
		{"a head has no room", []int64{1, 2, 3}, []int64{0, 0, 1, 2, 3}, []int{2, 3, 4}},
		{"a head above its lines", []int64{1, 2, 3, 4, 5, 6}, []int64{0, 0, 5, 6}, []int{-1, -1, 0, 1, 2, 3}},
		{"a head that is cut", []int64{4, 5, 6}, []int64{0, 0, 0, 5, 6}, []int{2, 3, 4}},
		{"a row between the file's lines", []int64{4, 0, 5, 6}, []int64{0, 5, 6}, []int{-1, 0, 1, 2}},
		{"the middle is left out", []int64{7, 8, 9, 10, 11, 12}, []int64{7, 8, 0, 12}, []int{0, 1, 2, -1, -1, 3}},
		{"in the middle", []int64{9, 10, 11, 12}, []int64{8, 0, 12}, []int{-1, -1, 1, 2}},
		{"a foot", []int64{1, 2, 3, 4, 5}, []int64{1, 2, 0, 0}, []int{0, 1, 2, 3, -1}},
		{"no room between", []int64{1, 2, 3, 4, 0, 5}, []int64{1, 0, 2, 3, 4, 5}, []int{0, 1, 2, 3, 4, 5}},
		{"far below", []int64{1, 2, 3}, []int64{0, 38, 39}, []int{-1, -1, -1}},
		{"far above", []int64{70, 71}, []int64{5, 6}, []int{-1, -1}},
		{"no lines at all", []int64{1, 2, 3}, []int64{0, 0}, []int{0, 1, -1}},
		{"nothing", []int64{1, 2}, nil, []int{-1, -1}},
		{"no file", nil, []int64{1}, []int{}},
	} {
		if got := BesideFile(c.file, c.given); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// TestBesideFileKeepsLinesInTheirRows: where each side shows lines alone, in rising order, a line that both show stands in
// one row, and nothing else stands beside a line.
func TestBesideFileKeepsLinesInTheirRows(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	lines := func() (rows []int64) {
		for line := int64(1); line < 40; line++ {
			if r.IntN(3) > 0 {
				rows = append(rows, line)
			}
		}
		return rows
	}
	for range 2000 {
		file := lines()
		given := lines()
		for y, k := range BesideFile(file, given) {
			has := slices.Contains(given, file[y])
			if has != (k >= 0) || has && given[k] != file[y] {
				t.Fatal(fmt.Sprint(file, given, y, k))
			}
		}
	}
}
