package shellrun

import (
	"math"
	"reflect"
	"testing"

	"eyeline/reader/transcript/record"
)

// TestCondensed: what is kept of an outcome makes the same outcome again, whatever its reads say, and what it has beside
// them is kept once for two outcomes that are alike.
func TestCondensed(t *testing.T) {
	const output = "a.go:1:first\na.go:2:second\n"
	text := trimmedEnd(output)
	o := Outcome{
		Dir: "/w", Refused: []string{"a program"}, Understood: Understanding{All: true, Opened: []string{"/w/a.go"}},
		Reads: []record.Read{
			{Path: "/w/a.go", Text: text, Total: 2, Via: record.InDiff, Lines: []record.Line{
				{Number: 1, Start: 7, End: 12}, {Number: 2, Start: 20, End: 26},
			}},
			{Path: "/w/a.go", Text: text, Total: math.MaxInt32 + 1},
			{Path: "/w/a.go", Text: text, Total: -1, Rev: "HEAD", Media: true, Lines: []record.Line{
				{Number: 9, Start: 7, End: 12, Cut: true},
			}},
			{Path: "/w/b.go", Text: text, Total: -1, Named: true, Disagreement: "in a word"},
			{Path: "/w/c.go", Text: "of an earlier output", Lines: []record.Line{{Number: 3, Start: 0, End: 20}}},
			{Text: text, How: record.Unknown},
		},
	}

	first := Condense(o, output, Condensed{})
	if got := first.Outcome(output); !reflect.DeepEqual(got, o) {
		t.Errorf("got %+v\nwant %+v", got, o)
	}

	second := Condense(o, output, first)
	if second.other != first.other {
		t.Error("what two outcomes have in common is kept twice")
	}
	if _, isPlain := first.Plain(); isPlain {
		t.Error("an outcome with lines counts as plain")
	}

	for _, differs := range []Outcome{
		{Dir: "/v", Refused: o.Refused, Understood: o.Understood},
		{Dir: o.Dir, Understood: o.Understood},
		{Dir: o.Dir, Refused: o.Refused},
		{Dir: o.Dir, Refused: o.Refused, Understood: o.Understood, Edits: []record.Edit{{Path: "/w/a.go"}}},
	} {
		kept := Condense(differs, output, first)
		if got := kept.Outcome(output); !reflect.DeepEqual(got, differs) {
			t.Errorf("got %+v\nwant %+v", got, differs)
		}
	}
}

// TestPlain: two outcomes that only name the same file are equal, and others are not.
func TestPlain(t *testing.T) {
	of := func(reads ...record.Read) Plain {
		c := Condense(Outcome{Reads: reads}, "", Condensed{})
		p, isPlain := c.Plain()
		if !isPlain {
			t.Errorf("%+v is not plain", reads)
		}
		p.other = nil
		return p
	}
	a := record.Read{Path: "/w/a.go", Total: -1, Named: true}
	b := a
	b.Path = "/w/b.go"
	unnamed := a
	unnamed.Named = false
	if of(a) != of(a) || of() != of() {
		t.Error("equal outcomes differ")
	}
	if of(a) == of(b) || of(a) == of(unnamed) || of() == of(record.Read{}) {
		t.Error("different outcomes are equal")
	}
}
