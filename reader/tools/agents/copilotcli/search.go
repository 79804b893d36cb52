package copilotcli

import (
	"strings"

	"eyeline/reader/agentsearch"
)

// Search is how GitHub Copilot CLI searches (SEARCH-copilot_cli): by the ripgrep 15 that it brings along.
var Search = &agentsearch.Profile{
	Name: Tool.Name, Agent: Tool.Origin.Agent, Version: Tool.Origin.Newest(), Tool: "grep",
	Rg: searchMethod, NoRg: []*agentsearch.Method{searchMethod},
	Aside: "the index that it has in place of ripgrep in large repositories was not seen",
}

var searchMethod = &agentsearch.Method{
	By: "its own ripgrep 15", Selector: agentsearch.Ripgrep{Own: true, Hidden: true, Globs: []string{"**/.git"}},
	Cap: agentsearch.Cap{Most: 20 << 10, Unit: "bytes"}, Say: saySearch,
}

// maxRaw is the greatest number of files in an answer that was seen without groups.
const maxRaw = 44

// saySearch writes the answer, which is ripgrep's list of files.
func saySearch(f *agentsearch.Found) (string, error) {
	switch {
	case len(f.Files) == 0:
		return "", agentsearch.NewUnsettled("nothing matches, and the words for that are not known")
	case len(f.Files) > maxRaw:
		return "", agentsearch.NewUnsettled(
			"a longer answer is put together in groups, from a length that is not known",
		)
	}

	var names []string
	for _, file := range f.Files {
		names = append(names, "./"+file.Rel)
	}

	return strings.Join(names, "\n"), nil
}
