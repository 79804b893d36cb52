package geminicli

import (
	"eyeline/reader/agentsearch"
	"eyeline/reader/agentsearch/pattern"
)

// searchGlobs are what Gemini CLI excludes from ripgrep's search.
var searchGlobs = []string{
	"**/node_modules/**", "**/.git/**", "**/bower_components/**", "**/.svn/**", "**/.hg/**",
	"**/.vscode/**", "**/.idea/**",
	"**/dist/**", "**/build/**", "**/coverage/**", "**/__pycache__/**", "*.log", "*.tmp",
}

// GrepFolders are what Gemini CLI and Qwen Code exclude from grep.
var GrepFolders = []string{"node_modules", ".git", "bower_components", ".svn", ".hg"}

// searchCap is the limit of an answer.
var searchCap = agentsearch.Cap{Most: 100, Unit: "matches", Width: "2,000 characters from its beginning"}

// Search is how Gemini CLI searches (SEARCH-gemini_cli).
var Search = &agentsearch.Profile{
	Name: Tool.Name, Agent: Tool.Origin.Agent, Version: Tool.Origin.Newest(), Tool: "grep_search",
	Rg: &agentsearch.Method{
		By: "ripgrep", Fold: true,
		Selector: agentsearch.Ripgrep{Globs: searchGlobs, Files: []string{".geminiignore"}, Absolute: true},
		Filters:  []agentsearch.Filter{agentsearch.NPMGit{Own: ".geminiignore"}},

		BadLine: agentsearch.Dropped, BadPath: true, OnTrouble: agentsearch.Refused, Cap: searchCap,
		Say: saySearch(`in path "."`, true), NeedsText: true,
	},
	NoRg: []*agentsearch.Method{
		{
			By: "git grep", When: agentsearch.InGit, Fold: true, Syntax: pattern.Extended,
			Selector: agentsearch.GitGrep{},
			Read:     agentsearch.ByGit, PathStyle: agentsearch.Quoted, BreakLines: true, Cap: searchCap,
			Sorted: agentsearch.ByPath, Say: saySearch("in the workspace directory", false), NeedsText: true,
		},
		{
			By: "GNU grep", Fold: true, Syntax: pattern.Extended,
			Selector: agentsearch.Listing{Folders: GrepFolders},
			Read:     agentsearch.ByGrep, PathStyle: agentsearch.Parsed, BreakLines: true, Cap: searchCap,
			Say: saySearch("in the workspace directory", false), NeedsText: true,
		},
	},
	Aside: "an rg counts only in the system's folders; without git, and without grep, a search of its own runs",
}
