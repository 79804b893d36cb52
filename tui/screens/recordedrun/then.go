package recordedrun

import (
	"slices"

	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
)

// asChanged gives the lines that a call changed the states that they had for the agent of that call: its context
// differs from that of another agent, or of an abandoned branch. f is the coverage before the call.
func asChanged(f *coverage.File, call int) {
	i := slices.IndexFunc(f.Changes, func(c coverage.Change) bool { return c.Call == call })
	if i < 0 {
		return
	}

	c := &f.Changes[i]
	if f.Exists && f.NotRead == "" {
		// The ranges are numbers of lines as they are now, which the change put in place of the lines that it replaced.
		isOneState := len(c.SentThen)+len(c.UnknownThen)+len(c.OtherThen)+len(c.PartThen) == 0
		if meant := common(f.Changed, c.Blind); isOneState && len(meant) > 0 {
			f.Changed = f.Changed.Without(meant)
			f.Never = with(f.Never, meant)
		}

		return
	}

	unsent := c.BlindThen.Without(c.OtherThen).Without(c.PartThen)
	for _, one := range []struct {
		state *record.Ranges
		lines record.Ranges
	}{
		{&f.Never, unsent},
		{&f.Changed, c.OtherThen},
		{&f.Cut, c.PartThen},
		{&f.Unsure, c.UnknownThen},
	} {
		f.Move(one.lines, one.state)
	}
}

// common returns the lines that are in both.
func common(a, b record.Ranges) record.Ranges { return a.Without(a.Without(b)) }

// with returns the lines that are in either, sorted.
func with(a, b record.Ranges) record.Ranges {
	all := slices.Concat(a, b)
	all.Sort()
	return all
}
