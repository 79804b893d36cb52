// Package patch, which changes without notice, reads changes of files as diffs and patches have them.
package patch

import (
	"cmp"
	"path"
	"strings"

	"eyeline/reader/source/revision"
	"eyeline/reader/transcript/record"
)

// Add takes a line of a diff into a hunk; it ignores lines that begin with neither " ", "-" nor "+".
func Add(h *record.Hunk, line string) {
	line = cmp.Or(line, " ")
	if strings.IndexByte(" -+", line[0]) >= 0 {
		h.Lines = append(h.Lines, line)
	}
}

// walk goes through the lines of a unified diff.
type walk struct {
	head     revision.Hunk // of the hunk
	old, now int64         // lines that it still has of either side
	next     int64         // the number of the next line after the change
}

// take takes a line, and says what it is: ' ', '-' or '+' in a hunk, '@' the head of one, 0 another one.
func (h *walk) take(line string) (kind byte) {
	kind = (line + " ")[0]
	if (h.old > 0 || h.now > 0) && strings.IndexByte(" +-", kind) >= 0 {
		if kind != '+' {
			h.old--
		}

		if kind != '-' {
			h.now--
			h.next++
		}

		return kind
	}

	head, err := revision.ParseHunk(line)
	if err != nil {
		return 0
	}

	h.old = head.OldLines
	h.head = head
	h.now = head.NewLines
	h.next = head.NewFirst
	return '@'
}

// Unified reads the hunks of a unified diff of one file.
func Unified(diff string) []record.Hunk {
	var hunks []record.Hunk
	at := walk{}
	for line := range strings.SplitSeq(strings.TrimSuffix(diff, "\n"), "\n") {
		switch at.take(line) {
		case 0: // no line of a hunk
		case '@':
			if at.old == 0 {
				at.head.OldFirst++ // nothing is replaced: the number is that of the line before
			}
			hunks = append(hunks, record.Hunk{Old: at.head.OldFirst})
		default:
			Add(&hunks[len(hunks)-1], line)
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

// Shown are the lines that a unified diff in a text shows of the files after the change, by their numbers there: those
// that it adds, and those around them. dir is what its names are relative to. Of a file of which nothing but its name
// stands in the text, as where only the heads of a diff were printed, and of one that is deleted, it shows no line.
func Shown(text, dir string) []record.Read {
	var reads []record.Read
	of := section{}
	at := walk{}
	isBare := false // the line before names a file
	endBare := func() {
		if isBare {
			reads[len(reads)-1].How = record.NoLines
		}
		isBare = false
	}

	for _, l := range record.SplitLines(strings.TrimSuffix(text, "\n")) {
		line := text[l.Start:l.End]
		kind := at.take(line)
		if strings.HasPrefix(line, "+++ b/") || strings.HasPrefix(line, "diff --git ") {
			endBare()
		}
		isBare = false

		switch {
		case kind == ' ' || kind == '+':
			if last := len(reads) - 1; last >= 0 && reads[last].Path != "" {
				l.Number = at.next - 1
				l.Start = min(l.Start+1, l.End)
				reads[last].Lines = append(reads[last].Lines, l)
			}
		case kind != 0: // a line of the hunk that is not read
		case strings.HasPrefix(line, "diff --git "):
			of = section{git: strings.TrimPrefix(line, "diff --git ")}
			at = walk{}
		case strings.HasPrefix(line, "--- "):
			of.oldName = line[4:]
		case strings.HasPrefix(line, "+++ "):
			name := of.path(line[4:])
			if name != "" {
				name = record.ResolvePath(dir, path.Clean(name))
			}

			reads = append(
				reads, record.Read{Path: name, Text: text, Total: -1, How: record.ByText, Via: record.InDiff},
			)
			isBare = true
			if name == "" {
				reads[len(reads)-1].How = record.NoLines
			}
		}
	}

	endBare()
	return reads
}

// Apply reads a patch in the form of apply_patch, which has no line numbers.
func Apply(patch string) []record.Edit {
	var edits []record.Edit
	begins := false // of a hunk
	for line := range strings.SplitSeq(patch, "\n") {
		last := len(edits) - 1
		switch {
		case strings.HasPrefix(line, "*** "):
			begins = true
			kind, file, ok := strings.Cut(strings.TrimPrefix(line, "*** "), " File: ")
			if ok {
				edits = append(edits, record.Edit{
					Path: strings.TrimSpace(file), IsWhole: kind == "Add",
					Deleted: kind == "Delete",
				})
			}
		case last < 0 || edits[last].Deleted: // nothing to change
		case edits[last].IsWhole:
			if text, ok := strings.CutPrefix(line, "+"); ok {
				edits[last].Whole += text + "\n"
			}
		case strings.HasPrefix(line, "@@"):
			begins = true
		default:
			e := &edits[last]
			if begins {
				e.Hunks = append(e.Hunks, record.Hunk{})
			}
			begins = false
			Add(&e.Hunks[len(e.Hunks)-1], line)
		}
	}

	return edits
}
