package codexexec

import "eyeline/reader/briefing"

// Context is what Codex gets of files before it reads (CONTEXT-codex_exec).
var Context = &briefing.Profile{
	Tool: Exec,
	Start: []briefing.Block{{
		Open:     "# AGENTS.md instructions for {cwd}\n\n<INSTRUCTIONS>\n",
		OpenHome: "# AGENTS.md instructions\n\n<INSTRUCTIONS>\n",
		Item:     "{text}", Join: "\n\n", Close: "\n</INSTRUCTIONS>",
		Form: briefing.Form{KeepBOM: true},
		From: []briefing.Place{
			{In: briefing.Home, Each: []briefing.Files{{
				Names: []string{".codex/AGENTS.override.md", ".codex/AGENTS.md"},
				Form:  &briefing.Form{KeepBOM: true, Trim: briefing.TrimEnds},
			}}},
			{
				In: briefing.TopDown, Budget: 32 << 10, Before: "\n\n--- project-doc ---\n\n",
				Each: []briefing.Files{{Names: []string{"AGENTS.override.md", "AGENTS.md"}}},
			},
		},
	}},
	Aside: "the terminal interface was not tried: what @ does there is not known",
}
