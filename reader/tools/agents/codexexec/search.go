package codexexec

import (
	"fmt"
	"strings"

	"eyeline/reader/agentsearch"
	"eyeline/reader/agentsearch/pattern"
	"eyeline/reader/internal/lossy"
)

// Search is how Codex searches: by its shell, with rg where there is one.
var Search = &agentsearch.Profile{
	Name: Exec.Name, Agent: Exec.Origin.Agent, Version: Exec.Origin.Newest(), Tool: "rg -n in the shell",
	Rg: &agentsearch.Method{
		By: "ripgrep", Selector: agentsearch.Ripgrep{}, Say: saySearch(""), NeedsText: true, TellsBinary: true,
	},
	NoRg: []*agentsearch.Method{{
		By: "GNU grep", Selector: agentsearch.Listing{}, Syntax: pattern.Basic, Read: agentsearch.ByGrep,
		Say: saySearch("./"), NeedsText: true, TellsBinary: true,
	}},
	Aside: "it has no search tool: taken is rg -n PATTERN, or grep -rn PATTERN . without rg, with no other options",
}

// saySearch writes the answer to "rg -n PATTERN", or to "grep -rn PATTERN ." whose paths begin with a prefix.
func saySearch(prefix string) func(*agentsearch.Found) (string, error) {
	return func(f *agentsearch.Found) (string, error) {
		var out strings.Builder
		status := 1
		for _, file := range f.Files {
			for _, line := range file.Lines {
				status = 0
				fmt.Fprintf(&out, "%s%s:%d:%s\n", prefix, file.Rel, line.Number, strings.TrimSuffix(line.Text, "\n"))
			}
		}

		text := string(lossy.Decode([]byte(out.String())))
		if most := Exec.Caps.Output.Most * bytesPerToken; int64(len(text)) > most {
			return "", agentsearch.NewUnsettled("an answer of more than %d bytes loses its middle, of any files", most)
		}

		return header(status, int64(out.Len())) + text, nil
	}
}
