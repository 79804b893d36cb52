package kimicode

import (
	"fmt"
	"strings"

	"eyeline/reader/agentsearch"
	"eyeline/reader/internal/runtime/js"
)

// maxAnswer is how many characters an answer may have before it is put into a file.
const maxAnswer = 50_000

// saySearch writes an answer: the names of the files. The time before it differs from call to call.
func saySearch(f *agentsearch.Found) (string, error) {
	var lines []string
	for _, file := range f.Files {
		lines = append(lines, file.Rel)
	}

	if len(lines) == 0 {
		lines = append(lines, "No non-sensitive matches found")
	}

	if len(f.Withheld) > 0 {
		names := strings.Join(f.Withheld, ", ")
		lines = append(lines, fmt.Sprintf("Filtered %d sensitive file(s): %s", len(f.Withheld), names))
	}

	if f.Cut {
		lines = append(lines, fmt.Sprintf("Results truncated to %d lines (total: %d). Use offset=%[1]d to see more.",
			maxListed, f.All))
	}

	text := strings.Join(lines, "\n")
	if js.Length(text) > maxAnswer {
		return "", agentsearch.NewUnsettled("an answer of more than %d characters is put into a file", maxAnswer)
	}

	return "Wall time: 0.000 seconds\n" + text, nil
}
