// Package patch reads changes of files as diffs and patches have them.
package patch

import (
	"strings"

	"eyeline/reader/source/revision"
	"eyeline/reader/transcript/record"
)

// Add takes a line of a diff into a hunk; other lines than the three kinds are none.
func Add(h *record.Hunk, line string) {
	if line == "" {
		line = " "
	}
	switch line[0] {
	case ' ', '-', '+':
		h.Lines = append(h.Lines, line)
	}
}

// Unified reads the hunks of a unified diff of one file.
func Unified(diff string) []record.Hunk {
	var hunks []record.Hunk
	left, right := int64(0), int64(0) // lines that are still to come in the hunk
	for line := range strings.SplitSeq(strings.TrimSuffix(diff, "\n"), "\n") {
		if left <= 0 && right <= 0 {
			h, err := revision.ParseHunk(line)
			if err != nil {
				continue
			}
			if left, right = h.OldLines, h.NewLines; left == 0 {
				h.OldFirst++ // nothing is replaced: the number is that of the line before
			}
			hunks = append(hunks, record.Hunk{Old: h.OldFirst})
			continue
		}
		h := &hunks[len(hunks)-1]
		Add(h, line)
		switch {
		case strings.HasPrefix(line, "-"):
			left--
		case strings.HasPrefix(line, "+"):
			right--
		case !strings.HasPrefix(line, `\`):
			left, right = left-1, right-1
		}
	}
	return Ordered(hunks)
}

// Ordered gives the hunks back when they are in the file's order and do not overlap; else the record is not to be
// trusted.
func Ordered(hunks []record.Hunk) []record.Hunk {
	end := int64(0)
	for _, h := range hunks {
		if h.Old < max(end, 1) {
			return nil
		}
		end = h.Old
		for _, l := range h.Lines {
			if l[0] != '+' {
				end++
			}
		}
	}
	return hunks
}
