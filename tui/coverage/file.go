package coverage

import "eyeline/reader/transcript"

// Share is how much of a file was sent or written, in hundredths rounded down; -1 for a file that is not there or is outside
// of the working folder.
func Share(f *transcript.FileCoverage) int {
	switch {
	case !f.Exists || f.Outside:
		return -1
	case f.Lines == 0:
		return 100
	}
	return int((transcript.Count(f.Sent) + transcript.Count(f.Written)) * 100 / f.Lines)
}

// Missing is how many lines of a file the model does not have as they are: never sent, cut, or changed since.
func Missing(f *transcript.FileCoverage) int64 {
	return transcript.Count(f.Never) + transcript.Count(f.Cut) + transcript.Count(f.Changed)
}

// Blind is how many lines the changes of a file wrote over lines that had never been sent.
func Blind(f *transcript.FileCoverage) (n int64) {
	for _, c := range f.Changes {
		n += transcript.Count(c.Blind)
	}
	return n
}

// LastLine is the 1-based number of the last line of a file or, where it is not there, of the last one that was sent; 0 when
// none was.
func LastLine(f *transcript.FileCoverage) int64 {
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

// AnySent reports whether anything of a file was sent or written.
func AnySent(f *transcript.FileCoverage) bool {
	return len(f.Sent)+len(f.Cut)+len(f.Written)+len(f.Changed) > 0
}
