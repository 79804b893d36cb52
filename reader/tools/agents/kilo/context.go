package kilo

import (
	"eyeline/reader/briefing"
	"eyeline/reader/tools/agents/opencode"
)

// rules are files of which one without text is left out, other than files of instructions.
func rules(names ...string) briefing.Files {
	return briefing.Files{Names: names, Form: &briefing.Form{KeepBOM: true}}
}

func init() { Tool.Brings = Context.Brings }

// Context is what Kilo gets of files before it reads (CONTEXT-kilo).
var Context = &briefing.Profile{
	Tool: Tool, Mention: opencode.Mention, Nested: opencode.Nested,
	Start: []briefing.Block{{
		Item: opencode.ContextItem, Join: "\n", Form: briefing.Form{KeepBOM: true, KeepBlank: true},
		From: append(append([]briefing.Place{
			briefing.In(briefing.Home, briefing.FirstOf(".config/kilo/AGENTS.md")),
		}, opencode.UpFiles("AGENTS.md", "CLAUDE.md")...),
			briefing.In(briefing.Home, rules(".kilocode/rules/*.md")),
			briefing.In(briefing.Cwd, rules(".kilo/rules/*.md", ".kilocode/rules/*.md")),
		),
	}},
	Aside: "few cases were run; a mention is a file given by -f; .kilocode/rules in place of .kilo/rules was not seen",
}
