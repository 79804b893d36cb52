package codexexec

import "eyeline/reader/contextfiles"

// Context is what Codex gets of files before it reads (CONTEXT-codex_exec).
var Context = &contextfiles.Profile{
	Tool: Exec,
	Start: []contextfiles.Block{{
		Open:     "# AGENTS.md instructions for {cwd}\n\n<INSTRUCTIONS>\n",
		OpenHome: "# AGENTS.md instructions\n\n<INSTRUCTIONS>\n",
		Item:     "{text}", Join: "\n\n", Close: "\n</INSTRUCTIONS>",
		Form: contextfiles.Form{KeepBOM: true},
		From: []contextfiles.Place{
			{In: contextfiles.Home, Each: []contextfiles.Files{{
				Names: []string{".codex/AGENTS.override.md", ".codex/AGENTS.md"},
				Form:  &contextfiles.Form{KeepBOM: true, Trim: contextfiles.TrimEnds},
			}}},
			{
				In: contextfiles.TopDown, Budget: 32 << 10, Before: "\n\n--- project-doc ---\n\n",
				Each: []contextfiles.Files{{Names: []string{"AGENTS.override.md", "AGENTS.md"}}},
			},
		},
	}},
	Aside: "the terminal interface was not tried: what @ does there is not known",
}
