package kimicode

import "eyeline/reader/contextfiles"

// Context is what Kimi Code gets of files before it reads (CONTEXT-kimi_code).
var Context = &contextfiles.Profile{
	Tool: Tool,
	Start: []contextfiles.Block{{
		Open: "```````\n", Item: "<!-- From: {path} -->\n{text}", Join: "\n\n", Close: "\n```````",
		Form: contextfiles.Form{Trim: contextfiles.TrimEnds},
		From: []contextfiles.Place{
			contextfiles.In(contextfiles.Home, contextfiles.AllOf(".kimi-code/AGENTS.md", ".agents/AGENTS.md")),
			contextfiles.In(contextfiles.TopDown, contextfiles.AllOf(".kimi-code/AGENTS.md", "AGENTS.md")),
		},
	}},
	Aside: "a text with seven backquotes or more in a row was not tried",
}
