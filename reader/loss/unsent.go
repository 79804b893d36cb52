package loss

import (
	"errors"

	"eyeline/reader/source"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Unsent is how much of a file is in none of several answers. What they cut from lines does not count.
type Unsent struct {
	// Lines is how many of OfLines lines no answer has completely; OfLines is 0 if that is not known. A line that is
	// cut between others counts as sent.
	Lines, OfLines int64
	Bytes, OfBytes int64
	// Follows: the calls that read on return all of it, or most.
	Follows bool
	// Never is how many of the bytes they do not return.
	Never int64
}

// UnsentOf returns what the runs of answers omit of a file with a size in bytes and a number of lines, -1 if that is
// not known. Runs without line numbers make the number of lines unknown.
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
	case lines < 0: // the number of lines is not known
	case u.Bytes > 0:
		u.Lines = max(lines-numbers.Covered(), 0)
		u.OfLines = lines
	default:
		u.OfLines = lines
	}

	return u
}

// LinesOutside shrinks holes to the lines that nothing is sent of: a partial line at either end of a hole counts as
// sent. The error is that of reading.
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

// insideLine reports whether the line of the byte at off begins before it, and whether that line's text continues
// there.
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

// AnswerStart returns the offset at which an answer from the start of the file begins: after an omitted byte order
// mark, else 0.
func AnswerStart(w window.Window, s tools.Stats) int64 {
	if runs := Runs(w, s); len(runs) > 0 && runs[0].Start == 0 {
		return w.Spans()[0].Start
	}
	return 0
}

// Runs returns the runs of an answer. An omitted byte order mark before the first one is included, since it is reported
// as dropped or decoded.
func Runs(w window.Window, s tools.Stats) []window.Run {
	runs := append([]window.Run(nil), w.Spans()...)
	dropped := s.Altered[tools.DroppedBOM]+s.Altered[tools.Transcoded] > 0
	if len(runs) > 0 && dropped && runs[0].Start <= 4 {
		runs[0].Start = 0
	}
	return runs
}
