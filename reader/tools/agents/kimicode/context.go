package kimicode

import (
	"path/filepath"

	"eyeline/reader/contextfiles"
)

var (
	form    = contextfiles.TextRules{Trim: contextfiles.TrimEnds, DropBad: true}
	ownFile = contextfiles.Files{Names: []string{".kimi-code/AGENTS.md"}}
	files   = contextfiles.Files{Names: []string{"AGENTS.md", "agents.md"}, NotBlank: true}
	shared  = contextfiles.Files{Names: []string{".agents/AGENTS.md", ".agents/agents.md"}, NotBlank: true}
)

func init() { Tool.AddedTexts = Context.AddedTexts }

// Context is what Kimi Code gets of files before it reads (CONTEXT-kimi_code).
var Context = &contextfiles.Profile{
	Tool: Tool, Tops: tops,
	Start: []contextfiles.Block{{
		Open: "```````\n", Item: "<!-- From: {path} -->\n{text}", Join: "\n\n", Close: "\n```````", Form: form,
		From: []contextfiles.Place{
			contextfiles.PlaceIn(contextfiles.Home, ownFile, shared),
			contextfiles.PlaceIn(contextfiles.TopDown, ownFile, files),
		},
	}},
	// A read brings the names of files, not their texts.
	Nested: &contextfiles.Nested{
		Missing: true, Anywhere: true,
		Block: contextfiles.Block{
			Open: "<system-reminder>\nThe following AGENTS.md file(s) apply to paths accessed by your recent " +
				"tool call, but were not included in your system prompt:\n",
			Item: "- {path}", Join: "\n", Form: form,
			Close: "\nRead them before making changes in those directories.\n</system-reminder>",
			From:  []contextfiles.Place{contextfiles.PlaceIn(contextfiles.OwnTop, ownFile, files)},
		},
	},
}

// tops: a folder is the top with a folder .git, or a file that names one.
func tops(s *contextfiles.Setup) func(dir string) contextfiles.TopKind {
	return func(dir string) contextfiles.TopKind {
		if s.IsDir(filepath.Join(dir, ".git")) || s.GitDir(dir) != "" {
			return contextfiles.IsTop
		}
		return contextfiles.Below
	}
}
