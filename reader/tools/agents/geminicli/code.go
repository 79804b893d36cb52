package geminicli

import (
	"bytes"

	"eyeline/reader/contextfiles"
)

// codeOf returns the matches of JavaScript's (`+)([\s\S]*?)\1: from a run of backquotes to the next run of at least
// that length. If no such run follows, as much of the run as has a counterpart, possibly in the run itself, is taken.
func codeOf(text []byte) (code []contextfiles.Range) {
	runs := runsOf(text)
	longest := make([]int, len(runs)+1) // length of the longest run from each on
	for i := len(runs) - 1; i >= 0; i-- {
		longest[i] = max(longest[i+1], runs[i].End-runs[i].Start)
	}

	for i := 0; i < len(runs); {
		at := runs[i].Start
		n := runs[i].End - at
		size := min(n, longest[i+1])
		switch {
		case size > n/2:
			close := i + 1
			for runs[close].End-runs[close].Start < size {
				close++
			}

			runs[close].Start += size
			code = append(code, contextfiles.Range{Start: at, End: runs[close].Start})
			i = close
		case n >= 2: // the run is its own counterpart
			runs[i].Start += n / 2 * 2
			code = append(code, contextfiles.Range{Start: at, End: runs[i].Start})
		default:
			i++
		}

		if i < len(runs) && runs[i].Start == runs[i].End {
			i++
		}
	}

	return code
}

// runsOf returns the runs of backquotes of a text.
func runsOf(text []byte) (runs []contextfiles.Range) {
	for at := 0; ; {
		i := bytes.IndexByte(text[at:], '`')
		if i < 0 {
			return runs
		}
		start := at + i
		at = start + len(text[start:]) - len(bytes.TrimLeft(text[start:], "`"))
		runs = append(runs, contextfiles.Range{Start: start, End: at})
	}
}
