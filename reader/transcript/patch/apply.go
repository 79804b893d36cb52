package patch

import (
	"strings"

	"eyeline/reader/transcript/record"
)

// Apply reads a patch in the form of apply_patch, which has no line numbers.
func Apply(patch string) []record.Edit {
	var edits []record.Edit
	var run []string
	flush := func() {
		if len(edits) > 0 && len(run) > 0 {
			text := strings.Join(run, "\n")
			if e := &edits[len(edits)-1]; e.IsWhole {
				e.Whole += text + "\n"
			} else {
				e.New = append(e.New, text)
			}
		}
		run = nil
	}
	for line := range strings.SplitSeq(patch, "\n") {
		switch {
		case strings.HasPrefix(line, "*** "):
			flush()
			kind, file, ok := strings.Cut(strings.TrimPrefix(line, "*** "), " File: ")
			if ok {
				edits = append(edits, record.Edit{
					Path: strings.TrimSpace(file), IsWhole: kind == "Add",
					Deleted: kind == "Delete",
				})
			}
		case strings.HasPrefix(line, "+") && len(edits) > 0:
			run = append(run, line[1:])
		case len(edits) == 0 || !edits[len(edits)-1].IsWhole:
			flush()
		}
	}
	flush()
	return edits
}
