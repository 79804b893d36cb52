package kilo

import (
	"eyeline/reader/contextfiles"
	"eyeline/reader/tools/agents/opencode"
)

// rules returns files, other than those of instructions, that are skipped if they are blank.
func rules(name string) contextfiles.Files {
	return contextfiles.Files{Names: []string{name}, OnceBase: true, Form: &contextfiles.TextRules{KeepBOM: true}}
}

func init() { Tool.AddedTexts = Context.AddedTexts }

var form = contextfiles.TextRules{KeepBOM: true, KeepBlank: true, NoEmpty: true}

// Context is what Kilo gets of files before it reads (CONTEXT-kilo).
var Context = &contextfiles.Profile{
	Tool: Tool, Mention: mention, Nested: opencode.Nested,
	Adapt: opencode.Adapt(nil, append([]string{"kilo.json", "kilo.jsonc"}, opencode.ProjectSettings...)),
	Start: []contextfiles.Block{{
		Item: opencode.ContextItem, Join: "\n", Form: form,
		From: append(append([]contextfiles.Place{
			contextfiles.PlaceIn(contextfiles.Home, contextfiles.Files{
				Names: []string{".config/kilo/AGENTS.md", ".claude/CLAUDE.md"}, HidesLater: true,
			}),
		}, opencode.UpFiles(
			contextfiles.UpToCwd, contextfiles.Files{SkipLinksOutsideRepo: true},
			"AGENTS.md", "CLAUDE.md", "CONTEXT.md",
		)...),
			contextfiles.PlaceIn(contextfiles.Home, rules(".kilocode/rules/*.md")),
			contextfiles.PlaceIn(contextfiles.Cwd, rules(".kilo/rules/*.md"), rules(".kilocode/rules/*.md")),
		),
	}},
	Aside: "few cases were run; a mention is a file given by -f",
}

// mention adds each file like opencode, without what a read brings.
func mention(m *contextfiles.Mention) { opencode.MentionAlone(m) }
