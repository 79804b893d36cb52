package contextscreen

import (
	"slices"
	"strings"
	"testing"

	"eyeline/reader/contextfiles"
)

// TestRowsOfAPartAreMadeOnce: all files of a part show the same rows, each from the row before its first line, the first
// from the few words above it on, and
// selecting another file wraps nothing again; another width does.
func TestRowsOfAPartAreMadeOnce(t *testing.T) {
	const text = "head\n\na long line of the first file\nfirst\nlast\n"
	first := contextfiles.Row{Source: &contextfiles.Source{At: strings.Index(text, "a long")}}
	of := &side{rows: []contextfiles.Row{first}, briefing: &contextfiles.Briefing{Parts: []contextfiles.Part{{Text: text}, {Text: "other"}}}}
	of.wrapAll(12)
	if len(of.parts) != 2 {
		t.Fatalf("%d parts are wrapped", len(of.parts))
	}
	made := of.parts[0].rows
	if want := []string{"head", "", "a long line", "of the first", "file", "first", "last"}; !slices.Equal(made, want) {
		t.Fatalf("%q", made)
	}
	for name, from := range map[string]int{"head": 0, "a long": 0, "first file": 1, "first\nlast": 4, "last": 5} {
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
