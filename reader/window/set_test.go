package window

import "testing"

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
