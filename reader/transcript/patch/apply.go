package patch

import (
	"strings"

	"eyeline/reader/transcript/record"
)

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
		case last < 0 || edits[last].Deleted:
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
