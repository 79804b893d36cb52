// Package differ finds how the contents of two calls differ, line by line, and which lines of a file a content shows.
package differ

import (
	"context"
	"slices"

	"eyeline/tui/capture"
)

// difference is how a line of one content differs from the other's.
type difference uint8

const (
	same    difference = iota
	Changed            // the other content gives this line otherwise
	Alone              // the other content does not give it
)

// span is lines of a content that differ in one way: from a 0-based number on.
type span struct {
	from, lines int64
	how         difference
}

// Differences are the lines of two contents that differ. Of their zero value nothing is known.
type Differences struct {
	known bool
	sides [2][]span // in rising order
}

// mostSpans bounds the spans that are kept of each content; lines after them are not marked.
const mostSpans = 1 << 16

// Known reports whether the contents have been compared.
func (d Differences) Known() bool { return d.known }

// Exchanged is the differences with the two contents in each other's place.
func (d Differences) Exchanged() Differences {
	d.sides[0], d.sides[1] = d.sides[1], d.sides[0]
	return d
}

// At is how line n, 0-based, of a content differs; side is 0 for the first and 1 for the second.
func (d Differences) At(side int, n int64) difference {
	spans := d.sides[side]
	i, found := slices.BinarySearchFunc(spans, n, func(s span, n int64) int {
		switch {
		case n < s.from:
			return 1
		case n >= s.from+s.lines:
			return -1
		}
		return 0
	})
	if !found {
		return same
	}
	return spans[i].how
}

// add says how the next line of a content differs; false when no more can be kept.
func (d *Differences) add(side int, n int64, how difference) bool {
	spans := d.sides[side]
	if k := len(spans) - 1; k >= 0 && spans[k].how == how && spans[k].from+spans[k].lines == n {
		spans[k].lines++
		return true
	}
	if len(spans) == mostSpans {
		return false
	}
	d.sides[side] = append(spans, span{n, 1, how})
	return true
}

// Between compares two contents, going through both at once. Lines that show the same line of the file, by the runs of
// their content, are compared; so are, one after the other, those that show none, such as a notice at the end. Without
// texts only those lines differ that one content does not give. The errors are those of the context and of reading.
func Between(ctx context.Context, contents [2]*capture.Capture, runs [2][]Run, texts bool) (Differences, error) {
	d := Differences{known: true}
	var walks [2]*walk
	for i := range walks {
		walks[i] = newWalk(contents[i], runs[i])
	}
	a, b := walks[0], walks[1]
	more := true
	only := func(i int) error {
		more = d.add(i, walks[i].n, Alone)
		return walks[i].skip()
	}
	for more && !(a.done && b.done) {
		if err := ctx.Err(); err != nil {
			return d, err
		}
		var err error
		switch {
		case a.before(b):
			err = only(0)
		case b.before(a):
			err = only(1)
		default:
			na, nb := a.n, b.n
			var equal bool
			equal, err = nextEqual(a, b)
			if !equal && texts && err == nil {
				more = d.add(0, na, Changed) && d.add(1, nb, Changed)
			}
		}
		if err != nil {
			return d, err
		}
	}
	return d, nil
}
