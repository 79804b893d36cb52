package preview

import (
	"slices"
	"strings"

	"eyeline/reader/source"
	"eyeline/reader/window"
)

// givesPart reports whether what the call gives begins or ends inside a line of the file: the model gets a part of it.
func (r *Reading) givesPart(line int64) bool {
	_, found := slices.BinarySearch(r.parts, line)
	return found
}

// partLines are the lines of a file inside which runs begin or end, in rising order. It reads.
func partLines(runs []window.Run, file source.Bytes) (lines []int64) {
	for _, r := range runs {
		if r.First == 0 || r.End <= r.Start {
			continue
		}
		if r.Start > 0 && !endsLine(file, r.Start-1) {
			lines = append(lines, r.First)
		}
		if r.End < file.Size() && !endsLine(file, r.End-1) && !endsLine(file, r.End) {
			lines = append(lines, r.Last)
		}
	}

	slices.Sort(lines)
	return slices.Compact(lines)
}

// endsLine reports whether a byte of a file ends a line. A zero beside a line end belongs to it: in UTF-16 each has
// one.
func endsLine(file source.Bytes, at int64) bool {
	is := func(at int64, ends string) bool {
		var b [1]byte
		n, _ := file.ReadAt(b[:], at)
		return n == 1 && strings.IndexByte(ends, b[0]) >= 0
	}
	besideEnd := func() bool { return at > 0 && is(at-1, "\n\r") || is(at+1, "\n\r") }
	return is(at, "\n\r") || is(at, "\x00") && besideEnd()
}
