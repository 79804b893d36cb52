// Package coverage shows what an agent was sent of a file, line by line: in the gutter beside the lines, and as a bar in which a
// whole file is a few cells.
package coverage

import (
	"math"
	"slices"

	"eyeline/reader/transcript"
	"eyeline/themes"
)

// State is what is known of a line.
type State uint8

const (
	Never   State = iota
	Sent          // sent as the line is now
	Before        // sent before a compaction, and not since
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
	Before:  {"░", ":", themes.ReasonLevel, "sent before a compaction"},
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
func StateOf(f *transcript.FileCoverage, line int64) State {
	switch {
	case InRange(f.Sent, line):
		if InRange(f.Compacted, line) {
			return Before
		}
		return Sent
	case InRange(f.Cut, line):
		return Cut
	case InRange(f.Written, line):
		return Written
	case InRange(f.Changed, line):
		return Changed
	}
	return Never
}

// StateUntil is a line after a given one up to which, exclusive, all lines have the state of that one.
func StateUntil(f *transcript.FileCoverage, line int64) int64 {
	until := int64(math.MaxInt64)
	for _, ranges := range [][]transcript.Range{f.Sent, f.Compacted, f.Cut, f.Written, f.Changed} {
		i, _ := slices.BinarySearchFunc(ranges, line, func(r transcript.Range, n int64) int {
			if r[1] < n {
				return -1
			}
			return 1
		})
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

// InRange reports whether a line is in one of sorted ranges of lines, all 1-based.
func InRange(ranges []transcript.Range, line int64) bool {
	i, found := slices.BinarySearchFunc(ranges, line, func(r transcript.Range, n int64) int {
		switch {
		case r[1] < n:
			return -1
		case r[0] > n:
			return 1
		}
		return 0
	})
	return found && ranges[i][0] <= line
}
