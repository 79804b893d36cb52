package list

import (
	"slices"
	"testing"
)

// Rows that contain what is typed are shown in their order; only where none does, those that are like it.
func TestNarrowed(t *testing.T) {
	texts := []string{"tui/view.go", "tui/file/preview/view.go", "reader/window/block.go", "claude code 2.1 /tmp/x"}
	for typed, want := range map[string][]int{
		"": {0, 1, 2, 3}, "VIEW": {0, 1}, "view tui": {0, 1}, "rdblk": {2}, "tuivw": {0, 1}, "none": nil,
		"codex": nil, "clude": {3}, "tuivw prvw": {1}, "rwg": {2, 1}, "vw.go tui": {0, 1},
	} {
		got := Narrowed(typed, []int{0, 1, 2, 3}, func(i int) string { return texts[i] })
		if !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%q: %v, want %v", typed, got, want)
		}
	}
}
