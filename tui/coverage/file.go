package coverage

import (
	sent "eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
)

// Share is how much of a file was sent or written, in hundredths rounded down; -1 for a file that is not there or is
// outside of the working folder.
func Share(f *sent.File) int {
	switch {
	case !f.Exists || f.Outside:
		return -1
	case f.Lines == 0:
		return 100
	}
	return int((f.Sent.Count() + f.Written.Count()) * 100 / f.Lines)
}

// Missing is how many lines of a file the model does not have as they are: never sent, cut, or changed since.
func Missing(f *sent.File) int64 {
	return f.Never.Count() + f.Cut.Count() + f.Changed.Count()
}

// Blind is how many lines the changes of a file wrote over lines that had never been sent.
func Blind(f *sent.File) (n int64) {
	for _, c := range f.Changes {
		n += c.Blind.Count()
	}
	return n
}

// LastLine is the 1-based number of the last line of a file or, where it is not there, of the last one that was sent; 0
// when none was.
func LastLine(f *sent.File) int64 {
	if f.Exists && !f.Outside && f.Lines > 0 {
		return f.Lines
	}
	last := int64(0)
	for _, ranges := range []record.Ranges{f.Sent, f.Cut, f.Written, f.Changed, f.Never} {
		if k := len(ranges); k > 0 {
			last = max(last, ranges[k-1][1])
		}
	}
	return last
}

// AnySent reports whether anything of a file was sent or written.
func AnySent(f *sent.File) bool {
	return len(f.Sent)+len(f.Cut)+len(f.Written)+len(f.Changed) > 0
}
