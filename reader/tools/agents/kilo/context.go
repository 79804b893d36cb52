package kilo

import (
	"eyeline/reader/contextfiles"
	"eyeline/reader/tools/agents/opencode"
)

// rules are files of which one without text is left out, other than files of instructions.
func rules(names ...string) contextfiles.Files {
	return contextfiles.Files{Names: names, Form: &contextfiles.Form{KeepBOM: true}}
}

func init() { Tool.Brings = Context.Brings }

// Context is what Kilo gets of files before it reads (CONTEXT-kilo).
var Context = &contextfiles.Profile{
	Tool: Tool, Mention: opencode.Mention, Nested: opencode.Nested,
	Start: []contextfiles.Block{{
		Item: opencode.ContextItem, Join: "\n", Form: contextfiles.Form{KeepBOM: true, KeepBlank: true},
		From: append(append([]contextfiles.Place{
			contextfiles.In(contextfiles.Home, contextfiles.FirstOf(".config/kilo/AGENTS.md")),
		}, opencode.UpFiles("AGENTS.md", "CLAUDE.md")...),
			contextfiles.In(contextfiles.Home, rules(".kilocode/rules/*.md")),
			contextfiles.In(contextfiles.Cwd, rules(".kilo/rules/*.md", ".kilocode/rules/*.md")),
		),
	}},
	Aside: "few cases were run; a mention is a file given by -f; .kilocode/rules in place of .kilo/rules was not seen",
}
