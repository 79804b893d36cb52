package tui

import (
	"math"
	"slices"

	"eyeline/reader/transcript"
	"eyeline/themes"
)

// coverState is what the gutter of a file and the bar of a list say of a line.
type coverState uint8

const (
	coverNever coverState = iota
	coverSent
	coverBefore // sent before a compaction, and not since
	coverCut
	coverWritten
	coverChanged
	coverStates
)

// coverSign is how a state is drawn: in a colour, and by a sign that says it without one.
type coverSign struct {
	sign, ascii string
	role        themes.Role
	word        string
}

var coverSigns = [coverStates]coverSign{
	coverNever:   {"·", ".", themes.Dim, "never sent"},
	coverSent:    {"█", "#", themes.Added, "sent"},
	coverBefore:  {"░", ":", themes.ReasonLevel, "sent before a compaction"},
	coverCut:     {"▒", "%", themes.CutMark, "cut"},
	coverWritten: {"w", "w", themes.ReasonAnchor, "written by the model"},
	coverChanged: {"~", "~", themes.Lost, "changed since"},
}

// text is the sign where the terminal shows UTF-8, or not.
func (c coverSign) text(ascii bool) string {
	if ascii {
		return c.ascii
	}
	return c.sign
}

// stateOf is the state of a line of a file, 1-based.
func stateOf(f *transcript.FileCoverage, line int64) coverState {
	switch {
	case inRange(f.Sent, line):
		if inRange(f.Compacted, line) {
			return coverBefore
		}
		return coverSent
	case inRange(f.Cut, line):
		return coverCut
	case inRange(f.Written, line):
		return coverWritten
	case inRange(f.Changed, line):
		return coverChanged
	}
	return coverNever
}

// stateUntil is a line after a given one up to which, exclusive, all lines have the state of that one.
func stateUntil(f *transcript.FileCoverage, line int64) int64 {
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

// inRange reports whether a line is in one of sorted ranges.
func inRange(ranges []transcript.Range, line int64) bool {
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

// between is how many lines from a to b, inclusive, are in sorted ranges.
func between(ranges []transcript.Range, a, b int64) (n int64) {
	i, _ := slices.BinarySearchFunc(ranges, a, func(r transcript.Range, n int64) int {
		if r[1] < n {
			return -1
		}
		return 1
	})
	for ; i < len(ranges) && ranges[i][0] <= b; i++ {
		n += min(ranges[i][1], b) - max(ranges[i][0], a) + 1
	}
	return n
}

// lastLine is the number of the last line of a file or, where it is not there, of the last one that was sent.
func lastLine(f *transcript.FileCoverage) int64 {
	if f.Exists && !f.Outside && f.Lines > 0 {
		return f.Lines
	}
	last := int64(0)
	for _, ranges := range [][]transcript.Range{f.Sent, f.Cut, f.Written, f.Changed, f.Never} {
		if k := len(ranges); k > 0 {
			last = max(last, ranges[k-1][1])
		}
	}
	return last
}

// coverageBar draws a file as so many cells from its first line to its last: each says what is true of most of its lines,
// but a cell in which lines were cut or have changed says that, and one with some lines never sent is not drawn as sent.
func coverageBar(f *transcript.FileCoverage, width int) []coverState {
	cells := make([]coverState, width)
	total := lastLine(f)
	if total == 0 {
		return cells
	}
	for i := range cells {
		a := int64(i)*total/int64(width) + 1
		b := max(int64(i+1)*total/int64(width), a)
		n := b - a + 1
		sent, written := between(f.Sent, a, b), between(f.Written, a, b)
		switch {
		case between(f.Cut, a, b) > 0:
			cells[i] = coverCut
		case between(f.Changed, a, b) > 0:
			cells[i] = coverChanged
		case (sent+written)*2 < n || sent+written < n && total <= int64(width):
			cells[i] = coverNever
		case written > sent:
			cells[i] = coverWritten
		case between(f.Compacted, a, b)*2 > sent:
			cells[i] = coverBefore
		default:
			cells[i] = coverSent
		}
	}
	return cells
}
