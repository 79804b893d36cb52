package opencode

import (
	"fmt"
	"strings"

	"eyeline/reader/agentsearch"
	"eyeline/reader/internal/runtime/js"
)

// maxFound is the limit of matches in an answer.
const maxFound = 100

// SearchWithRg returns the search of opencode and Kilo, for which say writes the answer.
func SearchWithRg(say func(*agentsearch.Found) (string, error)) *agentsearch.Method {
	return &agentsearch.Method{
		By: "ripgrep", Selector: agentsearch.Ripgrep{Hidden: true, Globs: []string{"**/.git/**"}},
		BadLine: agentsearch.FailsCall, MaxRecord: 65536, PathStyle: agentsearch.Slashed,
		Cap: agentsearch.Cap{Most: maxFound, Unit: "matches", Width: "2,000 characters"},
		Say: say, NeedsText: true,
		SayBad: "Invalid ripgrep match output", SayLong: "Ripgrep JSON record exceeded 65536 bytes",
	}
}

// SearchWithoutRg returns the failure of both if there is no ripgrep and it cannot be fetched; says is the text, "" if
// it is not known.
func SearchWithoutRg(says string) *agentsearch.Method {
	return &agentsearch.Method{
		By: "no engine", SayFails: says,
		Fails: "ripgrep is fetched from the network, and where that fails each search answers that ripgrep could not " +
			"be run",
	}
}

// Search is how opencode searches (SEARCH-opencode).
var Search = &agentsearch.Profile{
	Name: Tool.Name, Agent: Tool.Origin.Agent, Version: Tool.Origin.Newest(), Tool: "grep",
	Rg: SearchWithRg(saySearch), NoRg: []*agentsearch.Method{SearchWithoutRg("ripgrep execution failed")},
}

// saySearch writes the answer. For 100 matches it says that there are more, whether or not there are.
func saySearch(f *agentsearch.Found) (string, error) {
	text, n, _ := SayMatches(f)
	if n == 0 {
		return text, nil
	}

	more := ""
	foot := ""
	if n == maxFound {
		more = " (more matches available)"
		foot = "\n\n(Results truncated. Consider using a more specific path or pattern.)"
	}

	return fmt.Sprintf("Found %d matches%s\n%s%s", n, more, text, foot), nil
}

// SayMatches writes n matches of an answer without what surrounds them; cut: a line is cut.
func SayMatches(f *agentsearch.Found) (text string, n int, cut bool) {
	const width = 2000 // UTF-16 units
	var lines []string
	for i, file := range f.Files {
		if i > 0 {
			lines = append(lines, "")
		}

		lines = append(lines, f.Path(file)+":")
		for _, line := range file.Lines {
			text := line.Text
			if js.Length(text) > width {
				text = strings.TrimSuffix(js.Prefix(text, width), "\uFFFD") + "..."
				cut = true
			}
			lines = append(lines, fmt.Sprintf("  Line %d: %s", line.Number, text))
			n++
		}
	}

	if n == 0 {
		return "No files found", 0, false
	}

	return strings.Join(lines, "\n"), n, cut
}
