package reader

import (
	"cmp"
	"fmt"
	"slices"

	"eyeline/reader/loss"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Lost is what of a file a model does not get.
type Lost struct {
	// Bytes is how many of the file's bytes: Answer.Size less those that the model gets. One that the model gets as
	// U+FFFD is not among them: Answer.Stats.Replaced counts those.
	Bytes int64
	// Runs are where they lie, in their order. Of very many lines that are cut only the first are among them.
	Runs []LostRun
	// Why says in a sentence what the model gets in place of the file's text, where it gets nothing of that: the whole
	// file is lost then. "" where it gets some.
	Why string
}

// LostRun is a part of a file that a model does not get: the bytes from Start up to End, and why.
type LostRun struct {
	Start, End int64
	// Why is "before" or "after" what is given, "between" parts of it, "cut" out of a line, or "whole" where nothing is
	// given.
	Why string
}

func (r LostRun) String() string { return fmt.Sprintf("%d-%d %s", r.Start, r.End, r.Why) }

// lostOf is what an answer does not give of a file.
func lostOf(r *tools.Result, stats tools.Stats) Lost {
	account := loss.AccountOf(r, stats)
	lost := Lost{Bytes: account.Lost(), Why: account.Instead}
	var given window.Set
	for _, run := range loss.Runs(r.Window, stats) {
		given.Add(window.Window{Start: max(run.Start, 0), End: min(run.End, account.File)})
	}

	for _, missing := range given.Missing(0, account.File) {
		run := LostRun{Start: missing[0], End: missing[1], Why: "between"}
		switch {
		case run.Start == 0 && run.End == account.File:
			run.Why = "whole"
		case run.Start == 0:
			run.Why = "before"
		case run.End == account.File:
			run.Why = "after"
		}

		lost.Runs = append(lost.Runs, run)
	}

	for _, cut := range stats.Cuts {
		for _, span := range given.Ranges() {
			start := max(cut.Start, span[0])
			end := min(cut.End, span[1])
			if start < end {
				lost.Runs = append(lost.Runs, LostRun{Start: start, End: end, Why: "cut"})
			}
		}
	}

	slices.SortFunc(lost.Runs, func(a, b LostRun) int { return cmp.Compare(a.Start, b.Start) })
	return lost
}

// Tokens counts the tokens of Text: in the vocabulary o200k or by the agent's own rule, as Estimate says, and of a long
// text from a part of it. It takes about 0.2 seconds for a MiB.
func (a Answer) Tokens() tokens.Estimate {
	if a.rule != nil && a.rule.Count != nil {
		return tokens.ByRule(a.rule, 0, int64(len(a.Text)), true)
	}
	return tokens.ByRule(a.rule, tokens.OfText(a.Text), int64(len(a.Text)), false)
}
