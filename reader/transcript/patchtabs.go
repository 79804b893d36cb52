package transcript

import (
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// Claude Code before 2.1.81 writes two blanks for each tab at the start of a line into the patch that it records beside
// an edit. The file, and what it sends of the file, have the tabs.

// withTabs are the hunks of such a patch with the lines that the file has, by its recorded text before the change and
// by the text that was put in. Hunks that do not fit that text stay as they are.
func withTabs(hunks []record.Hunk, original, put string) []record.Hunk {
	if !strings.Contains("\n"+original, "\n\t") {
		return hunks
	}

	lines := strings.Split(original, "\n")
	restored := make([]record.Hunk, len(hunks))
	for i, h := range hunks {
		var fits bool
		if restored[i], fits = hunkWithTabs(h, lines, put); !fits {
			return hunks
		}
	}
	return restored
}

// hunkWithTabs is a hunk with the lines of the file before it; false where these are others. Lines that are put in have
// the tabs that the text has which was put in. Where that begins within a line, it does not say what the line begins
// with: that is what the line before it begins with that was taken out, or tabs.
func hunkWithTabs(h record.Hunk, lines []string, put string) (record.Hunk, bool) {
	text := make([]string, len(h.Lines))
	at := int(h.Old) - 1
	begins := map[int]string{} // what lines of the file begin with, by how many blanks the patch has for it
	for i, line := range h.Lines {
		mark := line[:1]
		if mark == "+" {
			text[i] = mark + tabbed(line[1:], put, begins)
			continue
		}

		if at >= len(lines) || !isWithoutTabs(line[1:], lines[at]) {
			return h, false
		}
		text[i] = mark + lines[at]
		begins[blanksBefore(line[1:])] = lines[at][:len(lines[at])-len(strings.TrimLeft(lines[at], "\t "))]
		at++
	}

	h.Lines = text
	return h, true
}

// isWithoutTabs reports whether a line of a patch is a line of the file, with two blanks for each tab at its start.
func isWithoutTabs(inPatch, inFile string) bool {
	rest := strings.TrimLeft(inFile, "\t")
	tabs := len(inFile) - len(rest)
	return strings.TrimSuffix(inPatch, "\r") == strings.TrimSuffix(strings.Repeat("  ", tabs)+rest, "\r")
}

// tabbed is a line of a patch as it stands in a text that was put in, or with what lines of the file begin with that
// have as many blanks in the patch, or else with a tab for each two blanks at its start.
func tabbed(inPatch, put string, begins map[int]string) string {
	for line := range strings.SplitSeq(put, "\n") {
		if isWithoutTabs(inPatch, line) {
			return line
		}
	}

	blanks := blanksBefore(inPatch)
	begin, isKnown := begins[blanks]
	if !isKnown {
		begin = strings.Repeat("\t", blanks/2) + strings.Repeat(" ", blanks%2)
	}
	return begin + inPatch[blanks:]
}

// blanksBefore is how many blanks a line of a patch begins with.
func blanksBefore(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// mayLackTabs reports whether hunks have lines that begin with two blanks, and none that begins with a tab.
func mayLackTabs(hunks []record.Hunk) bool {
	some := false
	for _, h := range hunks {
		for _, line := range h.Lines {
			if strings.HasPrefix(line[1:], "\t") {
				return false
			}
			some = some || strings.HasPrefix(line[1:], "  ")
		}
	}
	return some
}

// claudesPatch is the patch that Claude Code records beside a change, with the lines that the file has.
func claudesPatch(side jsonskim.Value, asked record.Edit) []record.Hunk {
	hunks := structuredPatch(side.Get("structuredPatch"))
	if !mayLackTabs(hunks) {
		return hunks
	}

	put := asked.Whole
	for _, h := range asked.Hunks {
		put += "\n" + strings.Join(h.Added(), "\n")
	}
	return withTabs(hunks, side.Get("originalFile").Text(record.TextLimit), put)
}
