package kilo

import (
	"fmt"

	"eyeline/reader/agentsearch"
	"eyeline/reader/tools/agents/opencode"
)

// Search is how Kilo searches (SEARCH-kilo): as opencode, of which it is a fork.
var Search = &agentsearch.Profile{
	Name: Tool.Name, Agent: Tool.Origin.Agent, Version: Tool.Origin.Newest(), Tool: "grep",
	Rg: opencode.SearchWithRg(saySearch), NoRg: []*agentsearch.Method{opencode.SearchWithoutRg("")},
}

// saySearch writes the answer.
func saySearch(f *agentsearch.Found) (string, error) {
	text, n, cut := opencode.SayMatches(f)
	if n == 0 {
		return text, nil
	}

	more := ""
	foot := ""
	if f.Cut {
		more = " (more matches available)"
		foot = fmt.Sprintf("\n\n%d matches limit reached. Use limit=%d for more, or refine pattern.", n, 2*n)
	}
	if cut {
		foot += "\n\nSome matching or context lines were truncated. Use read for full lines."
	}

	return fmt.Sprintf("Found %d matches%s\n%s%s", n, more, text, foot), nil
}
