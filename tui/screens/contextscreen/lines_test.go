package contextscreen

import (
	"slices"
	"testing"

	"eyeline/reader/contextfiles"
)

// sideOf is a side with rows of these names, the sum last.
func sideOf(names ...string) side {
	of := side{briefing: &contextfiles.Briefing{}}
	for _, name := range names {
		of.rows = append(of.rows, contextfiles.Row{Name: name, State: "whole"})
	}
	return of
}

// TestLinesOfTwoSides: each file has one line, those that only the right side has come before the sum, and a file that
// is sent twice has two lines.
func TestLinesOfTwoSides(t *testing.T) {
	for _, c := range []struct {
		left, right []string
		want        []line
	}{
		{[]string{"a", "b", "all"}, []string{"b", "a", "all"}, []line{{name: "a", left: 0, right: 1}, {name: "b", left: 1, right: 0}, {name: "all", left: 2, right: 2}}},
		{[]string{"a", "all"}, []string{"b", "all"}, []line{{name: "a", left: 0, right: none}, {name: "b", left: none, right: 0}, {name: "all", left: 1, right: 1}}},
		{[]string{"all"}, []string{"a", "all"}, []line{{name: "a", left: none, right: 0}, {name: "all", left: 0, right: 1}}},
		{[]string{"a", "a", "all"}, []string{"a", "all"}, []line{{name: "a", left: 1, right: none}, {name: "a", left: 0, right: 0}, {name: "all", left: 2, right: 1}}},
		{[]string{"a", "all"}, []string{"a", "a", "all"}, []line{{name: "a", left: none, right: 1}, {name: "a", left: 0, right: 0}, {name: "all", left: 1, right: 2}}},
		{[]string{"a", "all"}, nil, []line{{name: "a", left: 0, right: none}, {name: "all", left: 1, right: none}}},
		{nil, []string{"a", "all"}, nil},
	} {
		right := sideOf(c.right...)
		s := &Screen{left: sideOf(c.left...), right: &right}
		s.align()
		if !slices.Equal(s.lines, c.want) {
			t.Errorf("%q beside %q: %v", c.left, c.right, s.lines)
		}
	}
}

// TestTheRowOfAFileThatASideDoesNotHave: nothing of it is sent there, and nothing is said of a side that is being made.
func TestTheRowOfAFileThatASideDoesNotHave(t *testing.T) {
	right := sideOf("b", "all")
	s := &Screen{left: sideOf("a", "all"), right: &right}
	s.align()
	if r := s.rowOf(&s.left, s.lines[1]); r.Left == nil || r.Name != "b" || r.State != "left out" {
		t.Errorf("on the left b is %+v", r)
	}
	if r := s.rowOf(s.right, s.lines[1]); r.Left != nil || r.State != "whole" {
		t.Errorf("on the right b is %+v", r)
	}
	s.right.briefing = nil
	if r := s.rowOf(s.right, s.lines[0]); r.Left != nil || r.Name != "" {
		t.Errorf("of a side that is being made it says %+v", r)
	}
}
