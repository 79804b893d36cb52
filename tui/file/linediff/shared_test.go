package linediff

import (
	"math"
	"strings"
	"testing"

	"eyeline/tui/file/tooloutput"
)

// The four sets of lines are named, each with one number, and a line that a side numbers and the file lacks is said.
func TestSharedInWords(t *testing.T) {
	names := [2]string{"left", "right"}
	for _, test := range []struct {
		s                   Shared
		words, short, signs string
	}{
		{
			Shared{Only: [2]int64{1065, 329}, Both: 344}.Of(4000, Differences{}),
			"only right: 329 lines · only left: 1,065 · both: 344 · neither: 2,262",
			"only right 329 · only left 1,065 · neither 2,262 · both 344", "-329 · +1,065 · neither 2,262 · both 344",
		},
		{
			Shared{Both: 3}.Of(3, Differences{changed: 1}),
			"both: 3 lines, 1 differs", "both 3, 1 differs", "both 3, 1 differs",
		},
		{
			Shared{Both: 437, Beyond: [2]int64{438, 0}}.Of(437, Differences{}),
			"both send the same 437 lines · left numbers a line 438 that is not there",
			"both 437 · line 438 is not there", "both 437 · line 438 is not there",
		},
		{
			Shared{Both: 2, Beyond: [2]int64{3, 3}}.Of(-1, Differences{}),
			"both send the same 2 lines", "both 2", "both 2",
		},
		{
			Shared{Both: 2}.Of(-1, Differences{ends: [2]bool{false, true}}),
			"both send the same 2 lines · only right sends the last line end",
			"both 2 · only right the last line end", "both 2 · -the last line end",
		},
	} {
		for want, got := range map[string][]string{
			test.words: test.s.Words(names), test.short: test.s.Short(names), test.signs: test.s.Signed(),
		} {
			if said := strings.Join(got, " · "); said != want {
				t.Errorf("%+v: %q, not %q", test.s, said, want)
			}
		}
	}
	run := []Run{{First: 1, Lines: 438, InFile: 438}}
	if n := SharedBy([2][]Run{run, {{First: 1, Lines: 437, InFile: 437}}}, 437); n.Beyond != [2]int64{438, 0} {
		t.Errorf("beyond the end are %v", n.Beyond)
	}
}

// TestOnlyBlankLines: that all lines which only one side gives are blank is said where it is known, and only there.
func TestOnlyBlankLines(t *testing.T) {
	side := func(text string, before int) Input {
		out := tooloutput.New()
		_, _ = out.Write([]byte(text))
		n := int64(strings.Count(text, "\n"))
		return Input{
			Out: out, Runs: []Run{{First: 1, Lines: n, InFile: n}},
			Before: func(int64) int { return before },
		}
	}
	for _, test := range []struct {
		left, right string
		before      int
		want        string
	}{
		{"1:a\n", "1:a\n2:\n3: \t\n", 2, "only right: 2 lines, blank · both: 1"},
		{"1:a\n", "1:a\n2:\n3:b\n", 2, "only right: 2 lines · both: 1"},
		{"1:a\n", "1:a\n2:\n3:\n", math.MaxInt, "only right: 2 lines · both: 1"},
	} {
		sides := [2]Input{side(test.left, test.before), side(test.right, test.before)}
		found, err := Between(t.Context(), sides, func(int64) bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		shared := SharedBy([2][]Run{sides[0].Runs, sides[1].Runs}, 3).Of(3, found)
		if got := strings.Join(shared.Words([2]string{"left", "right"}), " · "); got != test.want {
			t.Errorf("%q, not %q", got, test.want)
		}
	}
}

// TestOnlyTheLastLineEnd: two contents that differ in the end of their last line alone say so; where one goes on with
// words of its own, nothing is said.
func TestOnlyTheLastLineEnd(t *testing.T) {
	for _, test := range []struct {
		left, right string
		want        [2]bool
	}{
		{"a\nb\n", "a\nb", [2]bool{true, false}},
		{"a\nb", "a\nb\n", [2]bool{false, true}},
		{"a\nb\n", "a\nb\n", [2]bool{}},
		{"a\nb", "a\nb", [2]bool{}},
		{"a\nb\n(end)", "a\nb", [2]bool{}},
		{"a\nb\n(end)", "a\nb\n", [2]bool{}},
	} {
		var sides [2]Input
		for i, text := range []string{test.left, test.right} {
			out := tooloutput.New()
			_, _ = out.Write([]byte(text))
			sides[i] = Input{Out: out, Runs: []Run{{First: 1, Lines: 2, InFile: 2}}}
		}
		d, err := Between(t.Context(), sides, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Shared{Both: 2}).Of(2, d).Ends; got != test.want {
			t.Errorf("%q and %q: %v, not %v", test.left, test.right, got, test.want)
		}
		if got := (Shared{Both: 2}).Of(2, d.Exchanged()).Ends; got != [2]bool{test.want[1], test.want[0]} {
			t.Errorf("%q and %q, exchanged: %v", test.left, test.right, got)
		}
	}
}
