package codexexec

import "eyeline/reader/agentsearch"

// Search is how Codex searches: by its shell, with rg where there is one.
var Search = &agentsearch.Profile{
	Name: Exec.Name, Agent: Exec.Since.Agent, Version: Exec.Since.Version, Tool: "rg -n in the shell",
	Rg: &agentsearch.Method{By: "ripgrep", Look: agentsearch.Ripgrep{}},
	NoRg: []*agentsearch.Method{{
		By: "GNU grep", Look: agentsearch.Listing{}, Syntax: agentsearch.Basic, Read: agentsearch.ByGrep,
	}},
	Aside: "it has no search tool: taken is rg -n PATTERN, or grep -rn PATTERN . without rg, with no other options",
}
