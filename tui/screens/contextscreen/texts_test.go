package contextscreen

import (
	"slices"
	"strings"
	"testing"

	"eyeline/reader/contextfiles"
)

// TestRowsOfAPartAreMadeOnce: all files of a part show the same rows, each from the row before its first line, and
// selecting another file wraps nothing again; another width does.
func TestRowsOfAPartAreMadeOnce(t *testing.T) {
	const text = "head\n\na long line of the first file\nfirst\nlast\n"
	of := &side{briefing: &contextfiles.Briefing{Parts: []contextfiles.Part{{Text: text}, {Text: "other"}}}}
	of.wrapAll(12)
	if len(of.parts) != 2 {
		t.Fatalf("%d parts are wrapped", len(of.parts))
	}
	made := of.parts[0].rows
	if want := []string{"head", "", "a long line", "of the first", "file", "first", "last"}; !slices.Equal(made, want) {
		t.Fatalf("%q", made)
	}
	for name, from := range map[string]int{"head": 0, "a long": 1, "first file": 1, "first\nlast": 4, "last": 5} {
		row := contextfiles.Row{Source: &contextfiles.Source{At: strings.Index(text, name)}}
		var shown sideText
		shown.wrap(of, row, textKey{briefing: of.briefing, width: 12})
		if shown.from != from || &shown.rows[0] != &made[0] {
			t.Errorf("%q is from row %d on, not %d, of %q", name, shown.from, from, shown.rows)
		}
	}
	var all sideText
	all.wrap(of, contextfiles.Row{}, textKey{briefing: of.briefing, width: 12})
	if want := append(slices.Clone(made), "other"); !slices.Equal(all.rows, want) {
		t.Errorf("all parts are %q", all.rows)
	}
	of.wrapAll(40)
	if got := of.wrapped(0).rows; len(got) != 5 {
		t.Errorf("in 40 cells it is %q", got)
	}
}

// TestSidesWithoutALineInCommonHaveNoSigns: where each line is of one agent alone, that is said once.
func TestSidesWithoutALineInCommonHaveNoSigns(t *testing.T) {
	sent := func(text string) side {
		return side{briefing: &contextfiles.Briefing{Parts: []contextfiles.Part{{Text: text}}}}
	}
	nothing := side{briefing: &contextfiles.Briefing{}}
	for _, one := range []struct {
		left, right side
		apart       bool
	}{
		{sent("a\n\nb\n"), sent("c\n\nd\n"), true},
		{sent("a\n\nb\n"), sent("c\n\na\n"), false},
		{sent("a\n"), nothing, false},
	} {
		m := made{left: one.left, right: &one.right}
		m.compare()
		if m.left.apart != one.apart || m.right.apart != one.apart || m.left.isOnly("b") == one.apart {
			t.Errorf("%v beside %v: apart %v", one.left.briefing.Parts, one.right.briefing.Parts, m.left.apart)
		}
	}
}

// TestTheWordsAboveTheFirstFile: the text begins with what the agent says before its first file where there is room for
// both, and else with the file.
func TestTheWordsAboveTheFirstFile(t *testing.T) {
	const text = "one\ntwo\nthree\nfour\nfile\n"
	for height, from := range map[int]int{24: 0, 12: 3} {
		s := &Screen{host: host{width: 40, height: height}, left: side{
			briefing: &contextfiles.Briefing{Parts: []contextfiles.Part{{Text: text}}},
			rows:     []contextfiles.Row{{Name: "a", Source: &contextfiles.Source{At: strings.Index(text, "file")}}},
		}}
		s.left.wrapAll(40)
		for range height { // a list of many files leaves little room for the text
			s.lines = append(s.lines, line{name: "a", left: 0, right: none})
		}
		var shown sideText
		if s.wrapSide(&shown, &s.left); shown.from != from {
			t.Errorf("%d rows with room for %d of text: from row %d on", height, s.textRoom(), shown.from)
		}
	}
}
