package kilo

import (
	"eyeline/reader/agentsearch"
	"eyeline/reader/tools/agents/opencode"
)

// Search is how Kilo searches (SEARCH-kilo): as opencode, of which it is a fork.
var Search = &agentsearch.Profile{
	Name: Tool.Name, Agent: Tool.Since.Agent, Version: Tool.Since.Version, Tool: "grep",
	Rg: opencode.SearchWithRg, NoRg: []*agentsearch.Method{opencode.SearchWithoutRg},
}
