package linestates

import (
	"slices"

	"eyeline/reader/loss"
	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/window"
	"eyeline/tui/kit/humanize"
)

// GivenLines are the lines of a file by what a model has of them. A line is in one of the ranges at most; of a line in
// none of them it has nothing.
type GivenLines struct {
	Whole   record.Ranges // as they are now
	Part    record.Ranges // not to their ends, or not from their beginnings
	Changed record.Ranges // as they were before
	Unsure  record.Ranges // it is not known
}

// Recorded is what was sent and written of a file of a transcript.
func Recorded(f *coverage.File) GivenLines {
	g := GivenLines{Whole: slices.Concat(f.Sent, f.Written), Part: f.Cut, Changed: f.Changed, Unsure: f.Unsure}
	g.Whole.Sort()
	return g
}

// ByReads is what reads give of a file: runs of its bytes with the numbers of their lines, and the lines that are cut
// off. more: further lines behind the last cut are cut, too. The errors are those of reading.
func ByReads(file source.Bytes, runs []window.Run, cuts []tools.Cut, more bool) (g GivenLines, err error) {
	touched := joined(runs)
	for _, r := range touched {
		g.Part = append(g.Part, record.Range{r.First, r.Last})
	}

	g.Part.Sort()
	if err := loss.LinesOutside(file, touched); err != nil { // leaves of each run the lines that it has whole
		return GivenLines{}, err
	}

	var cut record.Ranges
	for _, c := range cuts {
		cut = append(cut, record.Range{c.Line, c.Line})
	}

	cut.Sort()
	var whole record.Ranges
	for _, r := range touched {
		if r.First <= r.Last {
			whole = append(whole, record.Range{r.First, r.Last})
		}
	}

	whole.Sort()
	whole = whole.Without(cut)
	if n := len(cut); more && n > 0 {
		known := record.Ranges{{1, cut[n-1][1]}}
		g.Unsure = whole.Without(known)
		whole = whole.Without(g.Unsure)
	}

	g.Part = g.Part.Without(whole).Without(g.Unsure)
	g.Whole = whole
	return g, nil
}

// joined returns runs sorted by start, touching ones merged.
func joined(runs []window.Run) (all []window.Run) {
	runs = slices.DeleteFunc(slices.Clone(runs), func(r window.Run) bool { return r.End <= r.Start })
	slices.SortFunc(runs, func(a, b window.Run) int { return int(min(max(a.Start-b.Start, -1), 1)) })
	for _, r := range runs {
		if k := len(all) - 1; k >= 0 && r.Start <= all[k].End {
			all[k].End = max(all[k].End, r.End)
			all[k].Last = max(all[k].Last, r.Last)
			continue
		}

		all = append(all, r)
	}

	return all
}

// LackWords says how many of the lines from first to last, 1-based and inclusive, a model has nothing of; "" where it
// has something of each, or of no line anything.
func (g GivenLines) LackWords(first, last int64) string {
	of := last - first + 1
	lacks := of - g.Whole.Between(first, last) - g.Part.Between(first, last)
	lacks -= g.Changed.Between(first, last) + g.Unsure.Between(first, last)
	if lacks <= 0 || lacks == of {
		return ""
	}
	return humanize.Group(lacks) + " of " + humanize.Group(of) + " not sent"
}

// Of is the state of the lines from first to last, counted from 1, inclusive: Sent where a model has all of them, Never
// where it has nothing of them, else Cut, or Changed where it has all, some as they were before.
func (g GivenLines) Of(first, last int64) State {
	n := last - first + 1
	whole := g.Whole.Between(first, last)
	part := g.Part.Between(first, last)
	changed := g.Changed.Between(first, last)
	perhaps := g.Unsure.Between(first, last)
	switch {
	case whole == n:
		return Sent
	case whole+part+changed+perhaps == 0:
		return Never
	case perhaps > 0 && whole+perhaps == n, perhaps > 0 && whole+part+changed == 0:
		return Unsure
	case part == 0 && whole+changed == n:
		return Changed
	}

	return Cut
}
