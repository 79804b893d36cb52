package kimicode

import "eyeline/reader/briefing"

// Context is what Kimi Code gets of files before it reads (CONTEXT-kimi_code).
var Context = &briefing.Profile{
	Tool: Tool,
	Start: []briefing.Block{{
		Open: "```````\n", Item: "<!-- From: {path} -->\n{text}", Join: "\n\n", Close: "\n```````",
		Form: briefing.Form{Trim: briefing.TrimEnds},
		From: []briefing.Place{
			briefing.In(briefing.Home, briefing.AllOf(".kimi-code/AGENTS.md", ".agents/AGENTS.md")),
			briefing.In(briefing.TopDown, briefing.AllOf(".kimi-code/AGENTS.md", "AGENTS.md")),
		},
	}},
	Aside: "a text with seven backquotes or more in a row was not tried",
}
