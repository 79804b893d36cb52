package qwencode

import (
	"eyeline/reader/agentsearch"
	"eyeline/reader/agentsearch/pattern"
	"eyeline/reader/tools/agents/geminicli"
)

// searchFiles are Qwen Code's own ignore files.
var searchFiles = []string{".agentignore", ".aiignore", ".qwenignore"}

const maxSearched = 20_000

// searchCap is the limit of an answer, in which a longer line leaves nothing.
var searchCap = agentsearch.Cap{Most: maxSearched, Unit: "characters"}

// Search is how Qwen Code searches (SEARCH-qwen_code).
var Search = &agentsearch.Profile{
	Name: Tool.Name, Agent: Tool.Origin.Agent, Version: Tool.Origin.Newest(), Tool: "grep_search",
	Rg: &agentsearch.Method{
		By: "ripgrep", Fold: true, Selector: agentsearch.Ripgrep{Files: searchFiles, Absolute: true},
		Filters: []agentsearch.Filter{agentsearch.NPMFiles(searchFiles)}, DropLong: maxSearched, Cap: searchCap,
		Say: saySearch(true), NeedsText: true,
	},
	NoRg: []*agentsearch.Method{
		{
			By: "git grep", When: agentsearch.InGit, Fold: true, Syntax: pattern.Extended,
			Selector: agentsearch.GitGrep{UserConfig: true}, Read: agentsearch.ByGit,
			DropLong: maxSearched, Cap: searchCap,
			Sorted: agentsearch.ByPath, Say: saySearch(false), NeedsText: true,
		},
		{
			By: "GNU grep", Syntax: pattern.Extended, Selector: agentsearch.Listing{Folders: geminicli.GrepFolders},
			Read: agentsearch.ByGrep, DropLong: maxSearched, Cap: searchCap,
			Say: saySearch(false), NeedsText: true,
		},
	},
	Aside: "the ripgrep that it brings along is not executable as it is published, so that the one on PATH runs",
}
