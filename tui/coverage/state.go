// Package coverage shows what an agent was sent of a file, line by line: in the gutter beside the lines, and as a bar
// in which a whole file is a few cells.
package coverage

import (
	"math"

	sent "eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/themes"
)

// State is what is known of a line.
type State uint8

const (
	Never   State = iota
	Sent          // sent as the line is now
	before        // sent before a compaction, and not since
	Cut           // sent, but not to its end
	Written       // written by the model
	Changed       // sent or written, and changed since
	States        // how many there are
)

// signs is how each state is drawn: in a colour, and by a sign that says it without one.
var signs = [States]struct {
	sign, ascii string
	role        themes.Role
	word        string
}{
	Never:   {"·", ".", themes.Dim, "never sent"},
	Sent:    {"█", "#", themes.Added, "sent"},
	before:  {"░", ":", themes.ReasonLevel, "sent before a compaction"},
	Cut:     {"▒", "%", themes.CutMark, "cut"},
	Written: {"w", "w", themes.ReasonAnchor, "written by the model"},
	Changed: {"~", "~", themes.Lost, "changed since"},
}

// Sign is one cell that says the state of a line; with ascii, one for a terminal that does not show UTF-8.
func (s State) Sign(ascii bool) string {
	if ascii {
		return signs[s].ascii
	}
	return signs[s].sign
}

// Role is the style of the sign.
func (s State) Role() themes.Role { return signs[s].role }

// String is the state in words.
func (s State) String() string { return signs[s].word }

// StateOf is the state of a line of a file, 1-based.
func StateOf(f *sent.File, line int64) State {
	switch {
	case f.Sent.Has(line):
		if f.Compacted.Has(line) {
			return before
		}
		return Sent
	case f.Cut.Has(line):
		return Cut
	case f.Written.Has(line):
		return Written
	case f.Changed.Has(line):
		return Changed
	}
	return Never
}

// StateUntil is a line after a given one up to which, exclusive, all lines have the state of that one.
func StateUntil(f *sent.File, line int64) int64 {
	until := int64(math.MaxInt64)
	for _, ranges := range []record.Ranges{f.Sent, f.Compacted, f.Cut, f.Written, f.Changed} {
		i := ranges.From(line)
		switch {
		case i == len(ranges):
		case ranges[i][0] > line:
			until = min(until, ranges[i][0])
		default:
			until = min(until, ranges[i][1]+1)
		}
	}
	return until
}
