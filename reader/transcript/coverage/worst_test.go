package coverage

import (
	"slices"
	"testing"

	"eyeline/reader/transcript/record"
)

// TestWorstFirst: what went wrong comes first.
func TestWorstFirst(t *testing.T) {
	line := record.Ranges{{1, 1}}
	three := record.Ranges{{1, 3}}
	f := File{Changes: []Change{
		{Call: 1, LinesThen: line},
		{Call: 2, LinesThen: line, UnknownThen: line},
		{Call: 3, Failed: true},
		{Call: 4, LinesThen: line, BlindThen: line},
		{Call: 5, Pending: true},
		{Call: 6, Whole: true},
		{Call: 7, LinesThen: three, BlindThen: three},
		{Call: 8},
		{Call: 9, Failed: true},
		{Call: 10, UnplacedBlind: true},
		{Call: 11, Deleted: true},
	}}
	c := Coverage{Files: []File{f}}
	var order, wrong []int
	for _, e := range c.Edits(true) {
		order = append(order, e.Call)
		if e.WentWrong() {
			wrong = append(wrong, e.Call)
		}
	}

	if want := []int{7, 4, 10, 3, 9, 2, 5, 8, 1, 6, 11}; !slices.Equal(order, want) {
		t.Errorf("the changes of the calls %v, want %v", order, want)
	}
	if want := []int{7, 4, 10, 3, 9}; !slices.Equal(wrong, want) {
		t.Errorf("wrong are those of the calls %v, want %v", wrong, want)
	}
	if n := f.RefusedEdits(); n != 2 {
		t.Errorf("%d refused edits", n)
	}
}
