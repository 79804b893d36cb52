package linediff

import (
	"slices"
	"testing"

	"eyeline/tui/file/tooloutput"
)

// TestStops are the rows that one side lacks and those that both give otherwise, together where they touch.
func TestStops(t *testing.T) {
	var of [2]*tooloutput.Composite
	for i, text := range []string{"a\nb\nX\nd\n", "b\nc\nd\ne\n"} {
		out := tooloutput.New()
		if _, err := out.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = out.Close() })
		var err error
		if of[i], err = tooloutput.Compose(t.Context(), out, nil); err != nil {
			t.Fatal(err)
		}
	}
	// The first gives lines 1 to 4, the second 2 to 5; both give line 3, each otherwise.
	a := Align([2][]Stretch{{{First: 1, Rows: 4}}, {{First: 2, Rows: 4}}})
	d := Differences{known: true, sides: [2][]span{{{2, 1, Changed}}, {{1, 1, Changed}, {3, 1, Alone}}}}
	want := []Stop{
		{Row: 0, Rows: 1, Only: [2]int64{1, 0}}, {Row: 2, Rows: 1, Changed: 1}, {Row: 4, Rows: 1, Only: [2]int64{0, 1}},
	}
	if got := Stops(a, d, of); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for row, index := range []int{0, 1, 1, 2, 2, 3} {
		if got := StopFrom(want, int64(row)); got != index {
			t.Errorf("from row %d on: %d, not %d", row, got, index)
		}
	}
}
