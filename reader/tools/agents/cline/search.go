package cline

import (
	"strings"

	"eyeline/reader/agentsearch"
	"eyeline/reader/agentsearch/pattern"
)

// searchExtensions are those of the files that Cline's own search looks at.
var searchExtensions = strings.Fields("ts tsx js jsx mjs cjs json md mdx txt yaml yml toml py rb go rs java kt swift " +
	"c cpp h hpp css scss less html vue svelte sql sh bash zsh fish ps1 env gitignore dockerignore editorconfig")

// searchFolders are those that it does not look into.
var searchFolders = strings.Fields("node_modules .git dist build .next coverage __pycache__ .venv venv .cache .turbo " +
	".output out target bin obj")

// own is Cline's own search over a list of files; nil: over all of them.
func own(list agentsearch.FileSelector) *agentsearch.Method {
	return &agentsearch.Method{
		By: "its own search", Fold: true, Syntax: pattern.JS, Read: agentsearch.AllLines,
		Selector: agentsearch.Listing{
			List: list, Folders: searchFolders, Extensions: searchExtensions, NoDotFiles: true, Deepest: 20,
			NotAtHome: list == nil,
		},
		Cap: searchCap, Say: sayOwn, NeedsText: true, Counts: true,
	}
}

var searchCap = agentsearch.Cap{Most: maxFound, Unit: "matches", Width: "2,000 characters, of 8,000 in all"}

// Search is how Cline searches (SEARCH-cline).
var Search = &agentsearch.Profile{
	Name: Tool.Name, Agent: Tool.Origin.Agent, Version: Tool.Origin.Newest(), Tool: "search_codebase",
	Rg: &agentsearch.Method{
		By: "ripgrep", Fold: true, Selector: agentsearch.Ripgrep{}, FirstOnly: true, OnTrouble: agentsearch.WithoutRg,
		IfNone: own(agentsearch.Ripgrep{Hidden: true, Globs: []string{".git"}}), Cap: searchCap,
		Say: sayRg, NeedsText: true,
	},
	NoRg:  []*agentsearch.Method{own(nil)},
	Aside: "with ripgrep the answer has the place of a match and not the line's text",
}
