// Package patch reads changes of files as diffs and patches have them.
package patch

import (
	"fmt"
	"strconv"
	"strings"

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
			h, err := parseHeader(line)
			if err != nil {
				continue
			}
			if left, right = h.oldLines, h.newLines; left == 0 {
				h.oldFirst++ // nothing is replaced: the number is that of the line before
			}
			hunks = append(hunks, record.Hunk{Old: h.oldFirst})
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

// header is the first line of a hunk: where it begins on either side, and how many lines it has there.
type header struct{ oldFirst, oldLines, newFirst, newLines int64 }

// parseHeader reads "@@ -OLD,N +NEW,N @@".
func parseHeader(line string) (h header, err error) {
	rest, ok1 := strings.CutPrefix(line, "@@ ")
	before, rest, ok2 := strings.Cut(rest, " ")
	after, _, ok3 := strings.Cut(rest, " @@")
	if !ok1 || !ok2 || !ok3 {
		return h, fmt.Errorf("%.60q is no hunk header", line)
	}
	if h.oldFirst, h.oldLines, err = parseRange(before, "-"); err == nil {
		h.newFirst, h.newLines, err = parseRange(after, "+")
	}
	return h, err
}

func parseRange(text, sign string) (first, count int64, err error) {
	rest, ok := strings.CutPrefix(text, sign)
	from, n, counted := strings.Cut(rest, ",")
	if !counted {
		n = "1"
	}
	first, err1 := strconv.ParseInt(from, 10, 64)
	count, err2 := strconv.ParseInt(n, 10, 64)
	if !ok || err1 != nil || err2 != nil || first < 0 || count < 0 || first >= record.MaxLine || count >= record.MaxLine {
		return 0, 0, fmt.Errorf("%.60q is no range of lines", text)
	}
	return first, count, nil
}
