package checkreport

import (
	"slices"
	"testing"

	"eyeline/reader/check"
)

// TestToolsThatLoseMostComeFirst, since there is not always room for the columns of all.
func TestToolsThatLoseMostComeFirst(t *testing.T) {
	order := worstFirst([]check.Agent{
		{Name: "all", Bytes: 9, BytesSent: 9},
		{Name: "half", Bytes: 8, BytesSent: 4},
		{Name: "none", Bytes: 9},
		{Name: "also_half", Bytes: 2, BytesSent: 1},
		{Name: "of no file"},
	})
	if want := []int{2, 1, 3, 0, 4}; !slices.Equal(order, want) {
		t.Errorf("%v, want %v", order, want)
	}
}

// TestNoteOfAFinding is the one at the line that is shown, and says how many more there are.
func TestNoteOfAFinding(t *testing.T) {
	f := file{found: []check.Finding{{Rule: "hidden", Message: "a mark", Line: 3}, {Rule: "cut-line", Message: "cut-line: x", Line: 7}}}
	for line, want := range map[int64]string{
		3: "1 of 2 findings: hidden: a mark", 7: "1 of 2 findings: cut-line: x", 0: "1 of 2 findings: hidden: a mark",
	} {
		if got := f.note(line); got != want {
			t.Errorf("at line %d: %q, want %q", line, got, want)
		}
	}
	if got := (&file{}).note(1); got != "" {
		t.Errorf("without a finding: %q", got)
	}
}
