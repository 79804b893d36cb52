package window

import (
	"slices"
	"testing"
)

func TestSet(t *testing.T) {
	var s Set
	for _, c := range []struct {
		runs    []Run
		grew    bool
		covered int64
	}{
		{[]Run{{Start: 0, End: 10}, {Start: 90, End: 100}}, true, 20},
		{[]Run{{Start: 10, End: 30}}, true, 40},
		{[]Run{{Start: 5, End: 25}}, false, 40},
		{nil, false, 40},
		{[]Run{{Start: 20, End: 95}}, true, 100},
	} {
		w := Window{Runs: c.runs}
		if grew := s.Add(w); grew != c.grew || s.Covered() != c.covered {
			t.Errorf("%v: grew %v, %d bytes", c.runs, grew, s.Covered())
		}
	}
	if len(s.ranges) != 1 {
		t.Errorf("%v", s.ranges)
	}
}

// TestMissing: what a part of a file has beside the ranges of a set.
func TestMissing(t *testing.T) {
	var s Set
	s.AddRanges([][2]int64{{30, 40}, {10, 20}})
	for _, c := range []struct {
		start, end int64
		want       [][2]int64
	}{
		{0, 50, [][2]int64{{0, 10}, {20, 30}, {40, 50}}},
		{10, 40, [][2]int64{{20, 30}}},
		{15, 30, [][2]int64{{20, 30}}},
		{0, 10, [][2]int64{{0, 10}}},
		{12, 20, nil},
		{35, 35, nil},
		{45, 50, [][2]int64{{45, 50}}},
	} {
		if got := s.Missing(c.start, c.end); !slices.Equal(got, c.want) {
			t.Errorf("from %d to %d: %v, want %v", c.start, c.end, got, c.want)
		}
	}
}

// TestAWindowCoversItsRuns: a window covers the bytes of its runs, the first of each but not the one after it.
func TestAWindowCoversItsRuns(t *testing.T) {
	for _, c := range []struct {
		name string
		w    Window
		want string // for each offset, whether it is covered
	}{
		{"one run", Window{First: 2, Last: 2, Start: 1, End: 3}, ".##..."},
		{"two runs", Window{Start: 1, End: 5, Runs: []Run{{Start: 1, End: 2}, {Start: 4, End: 5}}}, ".#..#."},
		{"none", Window{Start: 2, End: 2}, "......"},
	} {
		for off := range c.want {
			if got := c.w.Covers(int64(off)); got != (c.want[off] == '#') {
				t.Errorf("%s: offset %d: %v", c.name, off, got)
			}
		}
	}
}

// TestUntil: a tool's own reason for the end of a window stays away where the file ends, and where there are no lines.
func TestUntil(t *testing.T) {
	cut, file := Window{First: 1, Last: 2, Bottom: StopLimit}, Window{First: 1, Last: 2, Bottom: StopFile}
	if got := cut.Until(StopHard).Bottom; got != StopHard {
		t.Errorf("a window that was cut ends with %v", got)
	}
	if got := file.Until(StopHard).Bottom; got != StopFile {
		t.Errorf("a window to the end of the file ends with %v", got)
	}
	if got := (Window{}).Until(StopHard).Bottom; got == StopHard {
		t.Errorf("a window without lines ends with %v", got)
	}
}
