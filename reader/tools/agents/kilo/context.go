package kilo

import (
	"eyeline/reader/briefing"
	"eyeline/reader/tools/agents/opencode"
)

// ruleForm: a rule without text is left out; a file of instructions is not.
var ruleForm = &briefing.Form{KeepBOM: true}

func init() { Tool.Brings = Context.Brings }

// Context is what Kilo gets of files before it reads (CONTEXT-kilo).
var Context = &briefing.Profile{
	Tool: Tool, Mention: opencode.Mention, Nested: opencode.Nested,
	Start: []briefing.Block{{
		Item: opencode.ContextItem, Join: "\n", Form: briefing.Form{KeepBOM: true, KeepBlank: true},
		From: append(append([]briefing.Place{
			{In: briefing.Home, Each: []briefing.Files{{Names: []string{".config/kilo/AGENTS.md"}}}},
		}, opencode.UpFiles("AGENTS.md", "CLAUDE.md")...),
			briefing.Place{In: briefing.Home, Each: []briefing.Files{{Names: []string{".kilocode/rules/*.md"}, Form: ruleForm}}},
			briefing.Place{In: briefing.Cwd, Each: []briefing.Files{{Names: []string{".kilo/rules/*.md", ".kilocode/rules/*.md"}, Form: ruleForm}}},
		),
	}},
	Aside: "few cases were run; a mention is a file given by -f; that .kilocode/rules stands in for .kilo/rules was not seen",
}
