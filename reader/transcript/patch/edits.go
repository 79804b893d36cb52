package patch

import (
	"path"
	"strings"

	"eyeline/reader/transcript/record"
)

// UnifiedEdits are the changes of files that a unified diff makes, as patch -pN takes them: the first strip parts of
// each name are left out.
func UnifiedEdits(diff string, strip int) (edits []record.Edit) {
	of := section{}
	var body strings.Builder
	end := func() {
		if n := len(edits) - 1; n >= 0 && body.Len() > 0 {
			edits[n].Hunks = Unified(body.String())
			if made := addedAll(edits[n].Hunks); of.oldName == "/dev/null" && made != "" {
				edits[n].Hunks = nil
				edits[n].Whole = made
				edits[n].IsWhole = true
			}
		}

		body.Reset()
	}

	at := walk{}
	for line := range strings.SplitSeq(strings.TrimSuffix(diff, "\n"), "\n") {
		kind := at.take(line)
		switch {
		case kind != 0:
			body.WriteString(line + "\n")
		case strings.HasPrefix(line, "--- "):
			end()
			of = section{oldName: unquoted(line[4:])}
		case strings.HasPrefix(line, "+++ "):
			name := unquoted(line[4:])
			isGone := false
			if name == "/dev/null" {
				name = of.oldName
				isGone = true
			}
			edits = append(edits, record.Edit{Path: stripped(name, strip), Deleted: isGone})
		}
	}

	end()
	return edits
}

// stripped is a name without its first parts.
func stripped(name string, parts int) string {
	for range parts {
		_, rest, ok := strings.Cut(name, "/")
		if !ok {
			break
		}
		name = rest
	}
	return path.Clean(name)
}

// IsOfNothing reports whether the hunks put lines in at the beginning, and have no line of the file around them: a diff
// that shows such lines where there are any is then of a file that had none. Some say that they come after line 1.
func IsOfNothing(hunks []record.Hunk) bool {
	return len(hunks) == 1 && hunks[0].Old <= 2 && addedAll(hunks) != ""
}

// addedAll is the text of hunks that put lines in and take none out.
func addedAll(hunks []record.Hunk) string {
	text := ""
	for _, h := range hunks {
		for _, l := range h.Lines {
			if l[0] != '+' {
				return ""
			}

			text += l[1:] + "\n"
		}
	}

	return text
}
