package loss

import (
	"errors"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Unsent is how much of a file is in none of some answers. What an answer cuts off the lines that it gives is not
// part of it.
type Unsent struct {
	// Lines is how many of OfLines lines no answer gives whole; OfLines is 0 where that is not known. A line whose end
	// is cut off between others that are given counts as given.
	Lines, OfLines int64
	Bytes, OfBytes int64
	// Follows: the calls that read on give all of it, or most.
	Follows bool
	// Never is how many of the bytes they do not give then.
	Never int64
}

// UnsentOf is what the runs of answers leave out of a file of a size in bytes and a number of lines; lines is -1
// where they are not counted. Runs without the numbers of their lines leave the lines unknown.
func UnsentOf(runs []window.Run, size, lines int64) Unsent {
	var bytes, numbers window.Set
	for _, r := range runs {
		bytes.Add(window.Window{Start: max(r.Start, 0), End: min(r.End, size)})
		if r.First == 0 {
			lines = -1
		}
		numbers.Add(window.Window{Start: r.First - 1, End: min(r.Last, lines)})
	}

	u := Unsent{Bytes: max(size-bytes.Covered(), 0), OfBytes: size}
	switch {
	case lines < 0: // how many lines there are is not known
	case u.Bytes > 0:
		u.Lines = max(lines-numbers.Covered(), 0)
		u.OfLines = lines
	default:
		u.OfLines = lines
	}

	return u
}

// LinesOutside leaves holes only the lines of which nothing is given: where a hole begins or ends, a line of whose text
// a part is given counts as given. Errors are those of reading.
func LinesOutside(file source.Bytes, holes []window.Run) error {
	for i := range holes {
		h := &holes[i]
		begun, _, err := insideLine(file, h.Start)
		if begun {
			h.First++
		}

		_, goesOn, failed := insideLine(file, h.End)
		if goesOn {
			h.Last--
		}
		if err := errors.Join(err, failed); err != nil {
			return err
		}
	}

	return nil
}

// insideLine reports whether the line of the byte at off begins before it, and whether that line's text goes on there.
func insideLine(file source.Bytes, off int64) (begun, goesOn bool, err error) {
	var around [3]byte // the last is 0 at the end of the file
	if off <= 0 || off >= file.Size() {
		return false, false, nil
	}
	n, err := source.ReadFull(file, around[:], off-1)
	if n < 2 && err != nil {
		return false, false, err
	}
	ended := around[1] == '\n' || around[1] == '\r' && around[2] == '\n'
	begun = around[0] != '\n'
	return begun, begun && !ended, nil
}

// Begins is the byte at which the text of an answer begins that gives the file from its start: behind a byte-order mark
// that it leaves out, 0 for all others.
func Begins(w window.Window, s tools.Stats) int64 {
	if runs := Runs(w, s); len(runs) > 0 && runs[0].Start == 0 {
		return w.Spans()[0].Start
	}
	return 0
}

// Runs are the runs of an answer. A byte-order mark that it leaves out before the first is part of that: it is said
// to be dropped, or the text to be decoded.
func Runs(w window.Window, s tools.Stats) []window.Run {
	runs := append([]window.Run(nil), w.Spans()...)
	dropped := s.Altered[tools.DroppedBOM]+s.Altered[tools.Transcoded] > 0
	if len(runs) > 0 && dropped && runs[0].Start <= 4 {
		runs[0].Start = 0
	}
	return runs
}
