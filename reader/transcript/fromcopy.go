package transcript

import (
	"strings"

	"eyeline/reader/transcript/patch"
	"eyeline/reader/transcript/record"
)

// fromCopy places what was asked of a file in what the file was before, which its agent copied; no hunks where that
// changes no line. false where there is no such copy, and where the copy is not what the change was made in.
func fromCopy(c *record.Call, asked record.Edit) (hunks []record.Hunk, ok bool) {
	before, copied := c.Before()
	if !copied || before == "" {
		return nil, false
	}

	after, ok := changed(before, asked)
	if !ok {
		return nil, false
	}
	return patch.Between(before, after), true
}

// changed is a text after a change that was asked for. false where a text that it replaces is not there, or where it is
// not said which of several places is meant.
func changed(text string, asked record.Edit) (after string, ok bool) {
	if asked.IsWhole {
		return asked.Whole, true
	}

	for _, hunk := range asked.Hunks {
		was := strings.Join(hunk.Removed(), "\n")
		put := strings.Join(hunk.Added(), "\n")
		switch count := strings.Count(text, was); {
		case was == "" && len(asked.Hunks) == 1: // Grok Build: all of the file
			text = put
		case was == "" || count == 0 || count > 1 && !hunk.Everywhere:
			return "", false
		default:
			text = strings.ReplaceAll(text, was, put)
		}
	}

	return text, len(asked.Hunks) > 0
}
