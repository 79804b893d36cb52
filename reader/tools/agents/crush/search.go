// Package crush, which changes without notice, is the search of Crush.
package crush

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"eyeline/reader/agentsearch"
	"eyeline/reader/agentsearch/pattern"
)

// common are patterns of less precedence than ignore files.
var common = strings.Fields("*.swp *.swo *~ .DS_Store Thumbs.db target build dist out bin obj *.o *.so *.dylib *.dll " +
	"*.exe *.log *.tmp *.temp *.pyc *.pyo vendor Cargo.lock package-lock.json yarn.lock pnpm-lock.yaml")

var searchCap = agentsearch.Cap{Most: 100, Unit: "matches", Order: "newest", Width: "500 columns"}

// Search is how Crush searches (SEARCH-crush).
var Search = &agentsearch.Profile{
	Name: "crush", Agent: "Crush", Version: "37f36e93", Tool: "grep",
	Rg: &agentsearch.Method{
		By: "ripgrep", Selector: agentsearch.Ripgrep{Files: []string{".gitignore", ".crushignore"}, Absolute: true},
		OnTrouble: agentsearch.WithoutRg, Cap: searchCap, Say: saySearch(true), NeedsText: true,
	},
	NoRg: []*agentsearch.Method{{
		By: "its own search", Syntax: pattern.Go, Read: agentsearch.Sniffed, FollowsLinks: true,
		Selector: agentsearch.GoWalk{
			Common: common, Config: "crush/ignore", Files: []string{".gitignore", ".crushignore"},
		},
		Cap: searchCap, Sorted: agentsearch.ByNames, Stop: 200, Say: saySearch(false), NeedsText: true,
	}},
}

// maxWidth is how many columns of a line are shown.
const maxWidth = 500

// saySearch writes the answer; rg: lines are trimmed, and empty if they are not UTF-8.
func saySearch(rg bool) func(*agentsearch.Found) (string, error) {
	return func(f *agentsearch.Found) (string, error) {
		if len(f.Files) == 0 {
			return "No files found", nil
		}

		var out strings.Builder
		matches := 0
		for i, file := range f.Files {
			if i > 0 {
				out.WriteByte('\n')
			}

			fmt.Fprintf(&out, "%s:\n", f.Path(file))
			for _, line := range file.Lines {
				matches++
				text, err := shown(line.Text, rg)
				if err != nil {
					return "", err
				}
				fmt.Fprintf(&out, "  Line %d, Char %d: %s\n", line.Number, line.Starts[0]+1, text)
			}
		}

		if f.Cut {
			out.WriteString("\n(Results are truncated. Consider using a more specific path or pattern.)")
		}

		return fmt.Sprintf("Found %d matches\n%s", matches, out.String()), nil
	}
}

// shown returns the shown part of a line.
func shown(line string, rg bool) (string, error) {
	switch {
	case rg && !utf8.ValidString(line):
		return "", nil
	case rg:
		line = strings.TrimSpace(line)
	default:
		// each invalid byte becomes U+FFFD
		line = string([]rune(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")))
	}

	if len(line) <= maxWidth {
		return line, nil
	}
	if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
		return "", agentsearch.NewUnsettled("where a line is cut at %d columns is not known", maxWidth)
	}

	return line[:maxWidth-len("...")] + "...", nil
}
