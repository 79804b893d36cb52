package contextscreen

import (
	"slices"
	"strings"
	"testing"

	"eyeline/reader/contextfiles"
	"eyeline/tui/kit/draw"
	"eyeline/tui/kit/screens"
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
	if r := s.rowOf(&s.left, s.lines[1]); r.Left == nil || r.Name != "b" || r.State != notRead {
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

// host is a screen of a size.
type host struct {
	screens.Host
	width, height int
}

func (h host) Canvas() draw.Canvas { return draw.Canvas{Width: h.width} }
func (h host) Height() int         { return h.height }

// leftOut is a row of a file that is left out for a reason.
func leftOut(name, why string) contextfiles.Row {
	return contextfiles.Row{Name: name, Part: none, Left: &contextfiles.LeftOut{Path: name, Why: why}}
}

// TestWhatIsLeftOutComesFirst: above what is sent, each with its whole reason, below it where its row has no room; only
// files can be selected, and are counted.
func TestWhatIsLeftOutComesFirst(t *testing.T) {
	const why = "a reason that is longer than the row of a file on a narrow screen"
	for width, below := range map[int]int{40: 2, 120: 0} {
		s := &Screen{host: host{width: width, height: 24}, left: sideOf("sent", "all")}
		s.left.rows[0].Source = &contextfiles.Source{}
		s.left.rows = slices.Insert(s.left.rows, 1, leftOut("lost", why), leftOut("short", "why"))
		s.align()
		var names []string
		var reason string
		for _, l := range s.lines {
			switch {
			case l.isHead:
				names = append(names, "-- "+l.text)
			case l.text != "":
				reason += l.text + " "
			default:
				names = append(names, l.name)
			}
		}
		want := []string{"-- left out: 2 files", "lost", "short", "-- sent, in this order", "sent", "all"}
		if !slices.Equal(names, want) || len(s.lines) != len(want)+below || below > 0 && reason != why+" " {
			t.Errorf("%d cells: %q with %q below", width, names, reason)
		}
		sum := 0 // which has no place among the files
		places := map[string]int{"lost": 1, "short": 2, "sent": 3, "all": sum}
		for n, want := range map[int]string{0: "lost", 1: "short", 2: "sent", 3: "all", 9: "all"} {
			s.move(-99)
			for range n {
				s.move(1)
			}
			if at, of := s.place(); s.selected().name != want || at != places[want] || of != 3 {
				t.Errorf("%d down is %q, %d of %d", n, s.selected().name, at, of)
			}
		}
		s.move(99)
		if s.move(-2); s.selected().name != "short" {
			t.Errorf("two up is %q", s.selected().name)
		}
	}
	short := &Screen{host: host{width: 40, height: 7}, left: sideOf("sent", "all")}
	short.left.rows = slices.Insert(short.left.rows, 1, leftOut("lost", why), leftOut("short", "why"))
	short.align()
	if got := strings.Join(short.details(39), "/"); len(short.lines) != 4 || short.selected().name != "lost" ||
		!strings.Contains(got, "a reason that is longer than the row") || !strings.Contains(got, "narrow screen") {
		t.Errorf("on a short screen %v, with %q", short.lines, got)
	}
	low := &Screen{host: host{width: 80, height: 3}, left: sideOf("sent", "all")}
	low.left.rows = slices.Insert(low.left.rows, 1, leftOut("lost", why))
	if low.align(); len(low.lines) != 3 || low.lines[0].name != "lost" {
		t.Errorf("on a low screen: %v", low.lines)
	}
}

// TestLinesThatOneAgentIsSentAlone are marked, with all of their rows.
func TestLinesThatOneAgentIsSentAlone(t *testing.T) {
	text := func(text string) side {
		return side{briefing: &contextfiles.Briefing{Parts: []contextfiles.Part{{Text: text}}}}
	}
	left, right := text("both\n\nonly the left one has this\n"), text("both\nother\n")
	left.others = linesOf(&right)
	left.wrapAll(20)
	if got := left.parts[0].only; !slices.Equal(got, []bool{false, false, true, true}) {
		t.Errorf("%v of %q", got, left.parts[0].rows)
	}
	if right.wrapAll(20); slices.Contains(right.parts[0].only, true) {
		t.Error("alone nothing is marked")
	}
}

// TestAFileThatASideDoesNotLookForIsNotLeftOut: in the least room one word says so, and not that of a file left out.
func TestAFileThatASideDoesNotLookForIsNotLeftOut(t *testing.T) {
	for _, c := range []struct {
		row                contextfiles.Row
		whole, brief, word string
	}{
		{contextfiles.Row{Left: notLookedFor, State: notRead}, notRead, notRead, "none"},
		{
			contextfiles.Row{Left: &contextfiles.LeftOut{Why: "too large"}, State: "left out: too large"},
			"left out: too large", "left out", "out",
		},
		{
			contextfiles.Row{Source: &contextfiles.Source{Cut: &contextfiles.Cut{Line: 482}}, State: "cut, and why"},
			"cut, and why", "cut in line 482", "cut",
		},
		{
			contextfiles.Row{Source: &contextfiles.Source{Sent: 2, Size: 9}, State: "7 bytes removed, of 9"},
			"7 bytes removed, of 9", "partly removed", "part",
		},
		{contextfiles.Row{State: "one part, and more"}, "one part, and more", "one part", "one"},
	} {
		of := &side{briefing: &contextfiles.Briefing{Parts: make([]contextfiles.Part, 1)}}
		for form, want := range map[stateForm]string{wholeState: c.whole, briefState: c.brief, oneWord: c.word} {
			if got := stateText(c.row, of, form); got != want {
				t.Errorf("%q is %q in form %d, not %q", c.row.State, got, form, want)
			}
		}
	}
}
