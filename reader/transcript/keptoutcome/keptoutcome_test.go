package keptoutcome

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/shellrun"
)

// TestCondensed: what is kept of an outcome makes the same outcome again, whatever its reads say. What it has beside
// them is kept once for two outcomes that are alike.
func TestCondensed(t *testing.T) {
	const output = "a.go:1:first\na.go:2:second\n"
	text := record.WithoutLineEnd(output)
	o := shellrun.Outcome{
		Dir: "/w", Refused: []string{"a program"},
		Understood: shellrun.Understanding{All: true, Opened: []string{"/w/a.go"}},
		Reads: []record.Read{
			{Path: "/w/a.go", Text: text, Total: 2, Via: record.InDiff, Lines: []record.Line{
				{Number: 1, Start: 7, End: 12}, {Number: 2, Start: 20, End: 26},
			}},
			{Path: "/w/a.go", Text: text, Total: math.MaxInt32 + 1},
			{Path: "/w/a.go", Text: text, Total: -1, Rev: "HEAD", Media: true, Lines: []record.Line{
				{Number: 9, Start: 7, End: 12, Cut: true},
			}},
			{Path: "/w/b.go", Text: text, Total: -1, Named: true, Disagreement: "in a word"},
			{Path: "/w/b.go", Text: text, Total: -1, Recoded: true, Lines: []record.Line{
				{Number: 9, Start: 7, End: 12, Cut: true},
			}},
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

	for _, differs := range []shellrun.Outcome{
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

// TestMadeUpReads: whatever lines of an output a read has, it is the same again.
func TestMadeUpReads(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var output strings.Builder
		for range random.IntN(8) {
			output.WriteString(strings.Repeat("a", random.IntN(5)) + "\n")
		}
		r := record.Read{Path: "/w/a.go", Total: random.Int64N(4) - 1, Text: record.WithoutLineEnd(output.String())}
		number := random.Int64N(9) + 1
		for _, row := range rowsOf(output.String()) {
			if random.IntN(3) == 0 {
				number = random.Int64N(9) + 1
				continue
			}
			row.Number = number
			row.Start += random.IntN(row.End - row.Start + 1)
			row.End -= random.IntN(row.End - row.Start + 1)
			row.Cut = random.IntN(9) == 0
			r.Lines = append(r.Lines, row)
			number++
		}

		o := shellrun.Outcome{Reads: []record.Read{r}}
		kept := Condense(o, output.String(), Condensed{})
		if got := kept.Outcome(output.String()); !reflect.DeepEqual(got, o) {
			t.Fatalf("%q:\n got %+v\nwant %+v", output.String(), got, o)
		}
	}
}

// TestPlain: two outcomes that only name the same file are equal, and others are not.
func TestPlain(t *testing.T) {
	of := func(reads ...record.Read) Plain {
		c := Condense(shellrun.Outcome{Reads: reads}, "", Condensed{})
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
	again := a
	if first, second := of(a), of(again); first != second {
		t.Error("equal outcomes differ")
	}
	if none, empty := of(), of(); none != empty {
		t.Error("equal empty outcomes differ")
	}
	if of(a) == of(b) || of(a) == of(unnamed) || of() == of(record.Read{}) {
		t.Error("different outcomes are equal")
	}
}
