package recorded

import (
	"slices"
	"strconv"

	sent "eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/tui/coverage"
)

// File is a file of a transcript, with what was sent of it. Its text, a document, is the file itself or was put
// together from what was sent, so that a row, a line of that text, may be another line of the file.
type File struct {
	Run  *Run
	Path string // as in the coverage; "" for the result of a call that concerns no file
	// Title is that of the run, and Version that of the agent, as recorded.
	Title, Version string
	Call           int // number of the call that is shown, or is being read
	Coverage       sent.File
	Lines          []sent.LineState
	// Rebuilt are the runs of a text that was put together from what was sent; nil when the file itself is shown. Why
	// says why it is not.
	Rebuilt []sent.Segment
	Why     string
}

// Take takes what has come with the call that is shown.
func (f *File) Take(rc *Call) {
	f.Coverage = rc.Coverage
	if f.Rebuilt == nil {
		f.Lines = rc.Lines
	}
}

// Row gives for a line of the file the row that shows it, 0 where none does. It may be used by another goroutine than
// the File.
func (f *File) Row() func(line int64) int64 {
	if f.Rebuilt == nil {
		return func(line int64) int64 { return line }
	}
	runs := f.Rebuilt
	return func(line int64) int64 {
		for _, r := range runs {
			if !r.Gap && line >= r.First && line < r.First+r.Lines {
				return r.Row + line - r.First
			}
		}
		return 0
	}
}

// Line is the file's line that is shown in a row, and whether that is none but says that lines are missing.
func (f *File) Line(row int64) (line int64, gap bool) {
	if f.Rebuilt == nil || row == 0 {
		return row, false
	}
	i, _ := slices.BinarySearchFunc(f.Rebuilt, row, func(r sent.Segment, row int64) int {
		if r.Row+r.Lines <= row {
			return -1
		}
		return 1
	})
	if i == len(f.Rebuilt) {
		return 0, false
	}
	r := f.Rebuilt[i]
	return r.First + row - r.Row, r.Gap
}

// Number is the number of the file's line in a row; "" where lines are missing.
func (f *File) Number(row int64) string {
	if line, gap := f.Line(row); !gap && line > 0 {
		return strconv.FormatInt(line, 10)
	}
	return ""
}

// Place is which of the file's calls is shown, from 1, and of how many.
func (f *File) Place() (at, of int) {
	for i, n := range f.Coverage.Calls {
		if int(n) == f.Call {
			return i + 1, len(f.Coverage.Calls)
		}
	}
	return 0, 0
}

// Shown is the row that shows a line of the file, or the nearest one before it.
func (f *File) Shown(line int64) int64 {
	shown := line
	for _, r := range f.Rebuilt {
		if r.First <= line {
			shown = r.Row + min(line-r.First, r.Lines-1)
		}
	}
	return shown
}

// RunsOf are the first rows of the runs of the text: of consecutive rows for whose states is returns true.
func (f *File) RunsOf(is func(coverage.State) bool) []int64 {
	var starts []int64
	if f.Rebuilt != nil {
		last := int64(-1)
		for _, r := range f.Rebuilt {
			for k := int64(0); k < r.Lines; {
				state, next := coverage.Never, r.Lines
				if !r.Gap {
					state = coverage.StateOf(&f.Coverage, r.First+k)
					next = min(coverage.StateUntil(&f.Coverage, r.First+k)-r.First, r.Lines)
				}
				if is(state) {
					if r.Row+k != last+1 {
						starts = append(starts, r.Row+k)
					}
					last = r.Row + next - 1
				}
				k = next
			}
		}
		return starts
	}
	var all record.Ranges
	for state, ranges := range map[coverage.State]record.Ranges{
		coverage.Never: f.Coverage.Never, coverage.Cut: f.Coverage.Cut, coverage.Written: f.Coverage.Written,
		coverage.Changed: f.Coverage.Changed,
	} {
		if is(state) {
			all = append(all, ranges...)
		}
	}
	slices.SortFunc(all, func(a, b record.Range) int { return int(a[0] - b[0]) })
	for i, r := range all {
		if i == 0 || all[i-1][1]+1 < r[0] {
			starts = append(starts, r[0])
		}
	}
	return starts
}
