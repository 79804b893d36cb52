// Package linestates, which changes without notice, shows what an agent was sent of a file, line by line: in the gutter
// beside the lines, and as a bar in which a whole file is a few cells.
package linestates

import (
	"math"
	"slices"
	"strings"

	"eyeline/reader/lists"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/themes"
)

// State is what is known of a line, as it is shown: [StateOf] tells it by the ranges of a coverage.File that the line
// is in, which are made of the heldlines.State in which the calls left it. Of one line a coverage.LineState has the
// calls, too. The states that other packages compare with have exported names.
type State uint8

const (
	Never   State = iota
	Sent          // sent as the line is now
	Left          // sent, and no longer in the context: before a compaction, say, and not since
	Cut           // sent, but not to its end
	Written       // written by the model
	Changed       // sent or written, and changed since
	Unsure        // perhaps sent: in what is not understood, or in a part of the run that is not recorded or opened
	Others        // sent to other agents alone, or written by them, where what one agent was sent is shown
)

// signs is how each state is drawn: in a colour, and by a sign that says it without one.
var signs = [...]struct {
	sign, ascii string
	role        themes.Role
	short, word string // in the legend, and where there is room
}{
	Never:   {"·", ".", themes.Dim, "not sent", "not sent"},
	Sent:    {"█", "#", themes.Added, "sent", "sent"},
	Left:    {"░", ":", themes.ReasonLevel, "left context", "sent, but left the context"},
	Cut:     {"▒", "%", themes.CutMark, "cut", "cut"},
	Written: {"w", "w", themes.ModelLineValue, "written", "written by the model"},
	Changed: {"~", "~", themes.Lost, "changed", "changed since"},
	Unsure:  {"?", "?", themes.Dim, "not known", "not known whether it was sent"},
	Others:  {"o", "o", themes.ReasonLevel, "another agent's", "not sent to this agent, but another agent's"},
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

// IsUnsent reports whether the agent that is meant was not sent the line, and did not write it.
func (s State) IsUnsent() bool { return s == Never || s == Others }

// Short is the state in a word or two.
func (s State) Short() string { return signs[s].short }

// String is the state in words.
func (s State) String() string { return signs[s].word }

// Legend says what the signs of states mean, of each once.
func Legend(ascii bool, of ...State) []string {
	shown := slices.DeleteFunc([]State{Never, Others, Left, Cut, Changed, Written, Sent, Unsure},
		func(s State) bool { return !slices.Contains(of, s) })
	return lists.Map(shown, func(s State) string { return s.Sign(ascii) + " " + signs[s].short })
}

// LegendOf says what the signs of the states mean that lines of files are in, and begins with what they are, since keys
// stand behind it; "" where no line has a state.
func LegendOf(ascii bool, files ...coverage.File) string {
	var of []State
	for s := range State(len(signs)) {
		if slices.ContainsFunc(files, func(f coverage.File) bool { return s.anyOf(&f) }) {
			of = append(of, s)
		}
	}
	if of == nil {
		return ""
	}

	return "marks: " + strings.Join(Legend(ascii, of...), " ")
}

// anyOf reports whether a line of a file is in a state.
func (s State) anyOf(f *coverage.File) bool {
	switch s {
	case Sent:
		return len(f.Sent.Without(f.Compacted)) > 0
	case Left:
		return f.Sent.Without(f.Compacted).Count() < f.Sent.Count()
	case Cut:
		return len(f.Cut) > 0
	case Written:
		return len(f.Written) > 0
	case Changed:
		return len(f.Changed) > 0
	case Unsure:
		return len(f.Unsure) > 0
	case Others:
		return len(f.ByOthers) > 0
	}

	if len(f.Never.Without(f.ByOthers)) > 0 {
		return true
	}
	return hasGaps(f)
}

// hasGaps reports whether, of a file that is not there, lines were not sent before the last one of which anything is
// known: no range has them.
func hasGaps(f *coverage.File) bool {
	last := LastLine(f)
	for line := int64(1); !f.Exists && line <= last; line = StateUntil(f, line) {
		if StateOf(f, line) == Never {
			return true
		}
	}
	return false
}

// StateOf is the state of a line of a file, 1-based.
func StateOf(f *coverage.File, line int64) State {
	switch {
	case f.Sent.Has(line):
		if f.Compacted.Has(line) {
			return Left
		}
		return Sent
	case f.Cut.Has(line):
		return Cut
	case f.Written.Has(line):
		return Written
	case f.Changed.Has(line):
		return Changed
	case f.Unsure.Has(line):
		return Unsure
	case f.ByOthers.Has(line):
		return Others
	}

	return Never
}

// StateUntil is a line after a given one up to which, exclusive, all lines have the state of that one.
func StateUntil(f *coverage.File, line int64) int64 {
	until := int64(math.MaxInt64)
	for _, ranges := range []record.Ranges{f.Sent, f.Compacted, f.Cut, f.Written, f.Changed, f.Unsure, f.ByOthers} {
		i := ranges.From(line)
		switch {
		case i == len(ranges): // no such line follows
		case ranges[i][0] > line:
			until = min(until, ranges[i][0])
		default:
			until = min(until, ranges[i][1]+1)
		}
	}

	return until
}

// Missing is how many lines of a file the model does not have as they are: never sent, cut, or changed since.
func Missing(f *coverage.File) int64 {
	return f.Never.Count() + f.Cut.Count() + f.Changed.Count()
}

// IsLengthKnown reports whether it is known how many lines a file has: it is there, and was looked at.
func IsLengthKnown(f *coverage.File) bool { return f.Exists && !f.Outside && f.Lines > 0 }

// LastLine is the 1-based number of the last line of a file or, where it is not there, of the last one that was sent; 0
// when none was.
func LastLine(f *coverage.File) int64 {
	if IsLengthKnown(f) {
		return f.Lines
	}

	last := int64(0)
	for _, ranges := range []record.Ranges{f.Sent, f.Cut, f.Written, f.Changed, f.Never, f.Unsure} {
		if k := len(ranges); k > 0 {
			last = max(last, ranges[k-1][1])
		}
	}

	return last
}

// AnySent reports whether anything of a file was sent or written.
func AnySent(f *coverage.File) bool {
	return len(f.Sent)+len(f.Cut)+len(f.Written)+len(f.Changed) > 0
}

// linesOf are the first and the last line, 1-based, of cell i of width cells that show a file of total lines.
func linesOf(i, width int, total int64) (first, last int64) {
	first = int64(i)*total/int64(width) + 1
	return first, max(int64(i+1)*total/int64(width), first)
}

// Bar draws a file as width cells from its first line to its last: each says what is true of most of its lines, but a
// cell in which lines were cut, have changed or were written says that, and one with some lines not sent is not drawn
// as sent. No state that a line has is missing from the bar, as far as there are cells.
func Bar(f *coverage.File, width int) []State {
	cells := make([]State, width)
	total := LastLine(f)
	if total == 0 {
		return cells
	}

	for i := range cells {
		a, b := linesOf(i, width, total)
		cells[i] = cellOf(f, a, b, total <= int64(width))
	}

	for _, s := range []State{Never, Sent, Unsure, Left} {
		s.keepIn(cells, f, total)
	}

	return cells
}

// cellOf is what a cell of a bar says of the lines first to last, 1-based. isFine: the bar has a cell for each line.
func cellOf(f *coverage.File, first, last int64, isFine bool) State {
	n := last - first + 1
	given := f.Sent.Between(first, last)
	sent := given + f.Written.Between(first, last)
	switch {
	case f.Cut.Between(first, last) > 0:
		return Cut
	case f.Changed.Between(first, last) > 0:
		return Changed
	case f.Written.Between(first, last) > 0:
		return Written
	case sent < n && f.Unsure.Between(first, last)*2 > n:
		return Unsure
	case (sent*2 < n || sent < n && isFine) && !IsLengthKnown(f) && f.Never.Between(first, last) == 0:
		return Unsure // of lines of a file that is gone nobody knows whether they are there
	case sent*2 < n || sent < n && isFine:
		return Never
	case f.Compacted.Between(first, last)*2 > given:
		return Left
	}
	return Sent
}

// keepIn gives a state that lines of a file have, and no cell of its bar, a cell with such a line: one that is not the
// only cell of its own state.
func (s State) keepIn(cells []State, f *coverage.File, total int64) {
	if slices.Contains(cells, s) {
		return
	}

	ranges := s.rangesOf(f)
	for i, is := range cells {
		a, b := linesOf(i, len(cells), total)
		others := slices.Contains(cells[:i], is) || slices.Contains(cells[i+1:], is)
		if others && ranges.Between(a, b) > 0 {
			cells[i] = s
			return
		}
	}
}

// rangesOf are the lines of a file that are in one of the states that most of a cell decides.
func (s State) rangesOf(f *coverage.File) record.Ranges {
	switch s {
	case Sent:
		return f.Sent.Without(f.Compacted)
	case Left:
		return f.Sent.Without(f.Sent.Without(f.Compacted))
	case Unsure:
		return f.Unsure
	}
	return f.Never
}
