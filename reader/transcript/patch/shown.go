package patch

import (
	"path"
	"strings"

	"eyeline/reader/transcript/record"
)

// Shown are the lines that a unified diff in a text shows of the files after the change, by their numbers there: those
// that it adds, and those around them. dir is what its names are relative to.
func Shown(text, dir string) []record.Read {
	var reads []record.Read
	of, at := section{}, walk{}
	for _, l := range record.SplitLines(strings.TrimSuffix(text, "\n")) {
		line := text[l.Start:l.End]
		switch kind := at.take(line); {
		case kind == ' ' || kind == '+':
			if last := len(reads) - 1; last >= 0 && reads[last].Path != "" {
				l.Number, l.Start = at.next-1, min(l.Start+1, l.End)
				reads[last].Lines = append(reads[last].Lines, l)
			}
		case kind != 0:
		case strings.HasPrefix(line, "diff --git "):
			of, at = section{git: strings.TrimPrefix(line, "diff --git ")}, walk{}
		case strings.HasPrefix(line, "--- "):
			of.oldName = line[4:]
		case strings.HasPrefix(line, "+++ "):
			name := of.path(line[4:])
			if name != "" {
				name = record.ResolvePath(dir, path.Clean(name))
			}
			reads = append(reads, record.Read{Path: name, Text: text, Total: -1, How: record.ByText, Via: record.InDiff})
		}
	}
	return reads
}
