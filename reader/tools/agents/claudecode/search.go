package claudecode

import "eyeline/reader/agentsearch"

// searchFolders are the folders that grep in Claude Code's shell does not look into.
var searchFolders = []string{".git", ".svn", ".hg", ".bzr", ".jj", ".sl"}

// Search is how Claude Code searches (SEARCH-claude_code): it has no search tool, and grep in its shell is a function
// over the ugrep that it brings along, whether or not there is a ripgrep.
var Search = &agentsearch.Profile{
	Name: Tool.Name, Agent: Tool.Since.Agent, Version: "2.1.332", Tool: "grep -r in Bash",
	Rg: searchMethod, NoRg: []*agentsearch.Method{searchMethod},
	Aside: "where its shell is asked for rg, the machine's own runs, by other rules",
}

var searchMethod = &agentsearch.Method{
	By: "ugrep 7.8", Look: agentsearch.Ugrep{Folders: searchFolders},
	Syntax: agentsearch.Basic, Read: agentsearch.ByUgrep,
	Cap: agentsearch.Cap{Most: 30_000, Unit: "characters"},
}
