package opencode

import "eyeline/reader/agentsearch"

// SearchWithRg is how opencode and Kilo search.
var SearchWithRg = &agentsearch.Method{
	By: "ripgrep", Look: agentsearch.Ripgrep{Hidden: true, Globs: []string{"**/.git/**"}},
	BadLine: agentsearch.FailsCall, MostRecord: 65536, Named: agentsearch.Slashed,
	Cap: agentsearch.Cap{Most: 100, Unit: "matches", Width: "2,000 characters"},
}

// SearchWithoutRg is what both answer without ripgrep, where it cannot be fetched.
var SearchWithoutRg = &agentsearch.Method{
	By: "no engine", Fails: "ripgrep is fetched from the network, and where that fails each search answers that " +
		"ripgrep could not be run",
}

// Search is how opencode searches (SEARCH-opencode).
var Search = &agentsearch.Profile{
	Name: Tool.Name, Agent: Tool.Since.Agent, Version: Tool.Since.Version, Tool: "grep",
	Rg: SearchWithRg, NoRg: []*agentsearch.Method{SearchWithoutRg},
}
