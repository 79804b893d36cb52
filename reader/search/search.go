// Package search, which changes without notice, finds a pattern in files of any size, at memory speed and in flat
// memory.
//
// A pattern works on lines: a line ends at '\n', a '\r' right before that '\n' is not part of it, and a match never
// crosses '\n'. The matches of a line are the leftmost ones that do not overlap, from the line's start, as
// [regexp.Regexp.FindAllIndex] gives them. [Finder], [Counter] and [Pattern.MatchesInPart] agree on that set, so the
// number of a match does not depend on how it was reached.
//
// The file is worked through in blocks of 320 KiB that are read by ReadAt, several at a time, and consumed in order.
// Most of a file is skipped by looking for text that every match must contain; the regular expression runs on the
// lines that hold it. See needle for how that text is looked for.
//
// Limits, all of them for lines longer than 1 MiB, which are searched in pieces so that memory stays flat:
//   - a regular expression may miss a match longer than 64 KiB, or take such a match for several; '^' and '$' hold
//     at the line's real ends only;
//   - literal text is found exactly, but for letters whose cases differ in length (the Kelvin sign is a k) with case
//     ignored, which a regular expression looks for where they are in the file. Only where copies of it overlap each
//     other without a gap for more than 1 MiB ("aa" in a run of a's) does the choice of those that do not overlap
//     start afresh in between.
//
// All offsets are 0-based byte offsets in int64; ranges are half-open.
package search

import (
	"errors"
	"io"

	"eyeline/reader/internal/scratch"
	"eyeline/reader/source"
)

// ErrTruncated is the error of a file that ended before the size of its view. Earlier results are valid.
var ErrTruncated = errors.New("the file became shorter while it was searched")

// Direction is the direction of a search.
type Direction uint8

const (
	// Forward finds the first match that starts at or after the offset.
	Forward Direction = iota
	// Backward finds the last match that starts before the offset.
	Backward
)

// Opposite returns the other direction.
func (d Direction) Opposite() Direction {
	if d == Forward {
		return Backward
	}
	return Forward
}

// Match is one match in a file.
type Match struct {
	Start, End int64 // half-open offsets; equal for an empty match
	LineStart  int64 // offset of the first byte of the line with the match
}

// sizes are parameters of a search, which tests make small.
type sizes struct {
	block   int64 // size of a block in bytes
	line    int64 // longest line, without '\n', that is held completely
	overlap int64 // bytes on either side of a piece of a longer line
	step    int64 // bytes first read around a block
}

var defaultSizes = sizes{block: scratch.Read, line: 1 << 20, overlap: 64 << 10, step: 4 << 10}

// readFull fills buf from off on. The error is ErrTruncated if the bytes end before, since callers stay within the
// view's size.
func readFull(r io.ReaderAt, buf []byte, off int64) error {
	_, err := source.ReadFull(r, buf, off)
	if errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.ErrNoProgress) {
		err = ErrTruncated
	}
	return err
}
