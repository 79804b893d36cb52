package shownafter

import (
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/transcript/record"
)

// described are lines with their numbers.
func described(text string, lines []record.Line) string {
	all := make([]string, 0, len(lines))
	for _, l := range lines {
		all = append(all, fmt.Sprintf("%d:%s", l.Number, text[l.Start:l.End]))
	}
	return strings.Join(all, " ")
}

// TestLinesAroundChange: what each agent answers to a change has lines of the file, where it is certain which.
func TestLinesAroundChange(t *testing.T) {
	hunk := record.Hunk{Old: 4, Lines: []string{" c", "-d", "+D", "+E", " e"}}
	later := record.Hunk{Old: 40, Lines: []string{" p", "-q", "+Q", " r"}}
	placed := record.Edit{Hunks: []record.Hunk{hunk, later}}
	const gemini = "Successfully modified file: /w/a (1 replacements). Here is the updated code:\n"
	const qwen = "The file: /w/a has been updated. Showing lines %s of 25 from the edited file:\n\n---\n\n%s"
	for _, c := range []struct {
		text string
		edit record.Edit
		want string
	}{
		{"The file /w/a has been edited. Here's the result of running `cat -n` on a snippet of /w/a:\n" +
			"     4\tc\n     5\tD\nReview the changes.", record.Edit{}, "4:c 5:D"},
		{"The file /w/a has been updated. Here's the result of running `cat -n` on a snippet of the edited file:\n" +
			"     4→c\n     5→D\n", record.Edit{}, "4:c 5:D"},
		{"running `cat -n` on a snippet of /w/a:\n     4\tc\n     5\tother\n", placed, ""},
		{fmt.Sprintf(qwen, "4-6", "c\nD\nE"), placed, "4:c 5:D 6:E"},
		{fmt.Sprintf(qwen, "4-6", "c\nD"), placed, ""},
		{fmt.Sprintf(qwen, "4-5", "c\nother"), placed, ""},
		{gemini + "...\nb\nc\nD\nE\ne\nf\n...", placed, "3:b 4:c 5:D 6:E 7:e 8:f"},
		{gemini + "...\nc\nD\nE\ne\n...\no\np\nQ\nr\n", placed, "4:c 5:D 6:E 7:e 40:o 41:p 42:Q 43:r"},
		{gemini + "c\nD\nE\ne\nc\nD\nE\ne\n...", placed, ""}, // in two places
		{gemini + "something else\n...", placed, ""},
		{gemini + "c\nD\n...", record.Edit{Hunks: []record.Hunk{{Lines: []string{"-d", "+D"}}}}, ""},
		{gemini + "one\ntwo\n", record.Edit{IsWhole: true, Whole: "one\ntwo\n"}, "1:one 2:two"},
		{gemini, placed, ""},
		{"ok", placed, ""},
	} {
		if got := described(c.text, Of(c.text, c.edit)); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestSidesOverEachOther: hunks that lie over each other say as much of a file as they agree on; where they do not, no
// line is certain.
func TestSidesOverEachOther(t *testing.T) {
	const text = "running `cat -n` on a snippet of /w/a:\n     4\tc\n     5\td\n     6\te\n     7\tf\n"
	for name, c := range map[string]struct {
		later []string // of the hunk at line 5, below one that says that 4 is c, and 5 is d
		want  string
	}{
		"they agree":             {[]string{" d", " e"}, "4:c 5:d 6:e 7:f"},
		"one is within another":  {[]string{" d"}, "4:c 5:d 6:e 7:f"},
		"they contradict":        {[]string{" z", " e"}, ""},
		"the text is another":    {[]string{" d", " z"}, ""},
		"the text is another on": {[]string{" d", " e", " z"}, ""},
	} {
		e := record.Edit{Hunks: []record.Hunk{{Old: 4, Lines: []string{" c", " d"}}, {Old: 5, Lines: c.later}}}
		if got := described(text, Of(text, e)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestWorkOfManyHunks: the lines of a result are not compared with each of the hunks of a change, and lines that are all
// alike are not found where that is much work.
func TestWorkOfManyHunks(t *testing.T) {
	const n = 2000
	text, lines, sides := "", []record.Line{}, []side{}
	for i := range int64(n) {
		lines = append(lines, record.Line{Number: 3*i + 1, Start: len(text), End: len(text) + 1})
		text += "x\n"
		sides = append(sides, side{3*i + 1, []string{"x", "y"}})
	}
	if !fits(text, lines, sides) {
		t.Error("the lines do not fit")
	}
	sides[7].lines[0] = "z"
	if fits(text, lines, sides) {
		t.Error("a line that is another one fits")
	}
	hunk := record.Hunk{Old: 1}
	for range n / 2 {
		hunk.Lines = append(hunk.Lines, "+x")
	}
	e := record.Edit{}
	for range n {
		hunk.Old += n
		e.Hunks = append(e.Hunks, hunk)
	}
	f := finder{text, maxCompared}
	if got := f.around(lines, e); got != nil || f.left > 0 {
		t.Errorf("%d lines are found, %d comparisons are left", len(got), f.left)
	}
}

// TestMergedSidesAreCopiedOnce: hunks that each lie over the one before cost no copy of all that was merged so far, and
// the lines that they were made of stay as they are.
func TestMergedSidesAreCopiedOnce(t *testing.T) {
	const n = 4000
	lines := make([]string, n+1)
	for i := range lines {
		lines[i] = fmt.Sprint(i)
	}
	sides := make([]side, 0, n)
	for i := range int64(n) {
		sides = append(sides, side{i + 1, lines[i : i+2 : i+2]})
	}
	var all []side
	allocated := testing.AllocsPerRun(1, func() { all, _ = merged(sides) })
	if len(all) != 1 || len(all[0].lines) != n+1 || all[0].lines[n] != fmt.Sprint(n) {
		t.Fatalf("%d sides", len(all))
	}
	if allocated > 100 {
		t.Errorf("%.0f allocations for %d sides", allocated, n)
	}
	if len(sides[0].lines) != 2 {
		t.Errorf("the first side became %d lines", len(sides[0].lines))
	}
	shared := []string{"a", "b", "kept"}
	if _, agree := merged([]side{{1, shared[:2]}, {2, []string{"b", "c"}}}); !agree || shared[2] != "kept" {
		t.Errorf("the lines behind a side became %q", shared[2])
	}
}
