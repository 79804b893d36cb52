package kimicode

import "eyeline/reader/briefing"

// Context is what Kimi Code gets of files before it reads (CONTEXT-kimi_code).
var Context = &briefing.Profile{
	Tool: Tool,
	Start: []briefing.Block{{
		Open: "```````\n", Item: "<!-- From: {path} -->\n{text}", Join: "\n\n", Close: "\n```````",
		Form: briefing.Form{Trim: briefing.TrimEnds},
		From: []briefing.Place{
			{In: briefing.Home, Each: []briefing.Files{{Names: []string{".kimi-code/AGENTS.md", ".agents/AGENTS.md"}, Each: true}}},
			{In: briefing.TopDown, Each: []briefing.Files{{Names: []string{".kimi-code/AGENTS.md", "AGENTS.md"}, Each: true}}},
		},
	}},
	Aside: "a text with seven backquotes or more in a row was not tried",
}
