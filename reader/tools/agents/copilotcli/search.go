package copilotcli

import "eyeline/reader/agentsearch"

// Search is how GitHub Copilot CLI searches (SEARCH-copilot_cli): by the ripgrep 15 that it brings along.
var Search = &agentsearch.Profile{
	Name: Tool.Name, Agent: Tool.Since.Agent, Version: Tool.Since.Version, Tool: "grep",
	Rg: searchMethod, NoRg: []*agentsearch.Method{searchMethod},
	Aside: "the index that it has in place of ripgrep in large repositories was not seen",
}

var searchMethod = &agentsearch.Method{
	By: "its own ripgrep 15", Look: agentsearch.Ripgrep{Own: true, Hidden: true, Globs: []string{"**/.git"}},
	Cap: agentsearch.Cap{Most: 20 << 10, Unit: "bytes"},
}
