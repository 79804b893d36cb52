package patch

import (
	"path"
	"strings"

	"eyeline/reader/source/revision"
	"eyeline/reader/transcript/record"
)

// Shown are the lines that a unified diff in a text shows of the files after the change, by their numbers there: those
// that it adds, and those around them. dir is what its names are relative to.
func Shown(text, dir string) []record.Read {
	var reads []record.Read
	at := section{}
	next, old, now := int64(0), int64(0), int64(0) // the next line's number; lines that the hunk still has of either side
	for _, l := range record.SplitLines(strings.TrimSuffix(text, "\n")) {
		line := text[l.Start:l.End]
		kind := " "
		if line != "" {
			kind = line[:1]
		}
		switch {
		case (old > 0 || now > 0) && strings.Contains(" +-", kind):
			if kind != "+" {
				old--
			}
			if kind == "-" {
				continue
			}
			now--
			if last := len(reads) - 1; last >= 0 && reads[last].Path != "" {
				l.Number, l.Start = next, min(l.Start+1, l.End)
				reads[last].Lines = append(reads[last].Lines, l)
			}
			next++
		case strings.HasPrefix(line, "diff --git "):
			at = section{git: strings.TrimPrefix(line, "diff --git ")}
			old, now = 0, 0
		case strings.HasPrefix(line, "--- "):
			at.oldName = line[4:]
		case strings.HasPrefix(line, "+++ "):
			name := at.path(line[4:])
			if name != "" {
				name = record.ResolvePath(dir, path.Clean(name))
			}
			reads = append(reads, record.Read{Path: name, Text: text, Total: -1, How: record.ByText, Via: record.InDiff})
		default:
			if h, err := revision.ParseHunk(line); err == nil {
				old, now, next = h.OldLines, h.NewLines, h.NewFirst
			}
		}
	}
	return reads
}
