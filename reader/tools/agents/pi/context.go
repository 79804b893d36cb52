package pi

import "eyeline/reader/briefing"

// Context is what pi gets of files before it reads (CONTEXT-pi).
var Context = &briefing.Profile{
	Tool: Tool15, Mention: mention,
	Start: []briefing.Block{{
		Open: "<project_context>\nProject-specific instructions and guidelines:\n\n",
		Item: "<project_instructions path=\"{path}\">\n{text}\n</project_instructions>", Join: "\n\n",
		Close: "\n</project_context>",
		Form:  briefing.Form{KeepBlank: true},
		From: []briefing.Place{
			briefing.In(briefing.Home, briefing.FirstOf(".pi/agent/AGENTS.md", ".pi/agent/CLAUDE.md")),
			briefing.In(briefing.AllDown, briefing.FirstOf("AGENTS.override.md", "AGENTS.md", "CLAUDE.md")),
		},
	}},
	Aside: "a mention is an argument @PATH of the command line: @ in the prompt stays text",
}

// mention gives the files at the beginning of the prompt.
func mention(m *briefing.Mention) {
	var pieces []briefing.Piece
	for _, path := range m.There() {
		p, data, ok := m.Whole(path, briefing.Form{})
		switch {
		case !ok:
			continue
		case len(data) == 0:
			m.Leave(path, "it is empty")
			continue
		case pieces != nil:
			pieces = append(pieces, briefing.Words("\n"))
		}
		pieces = append(pieces, briefing.Words("<file name=\""+path+"\">\n"), p, briefing.Words("\n</file>"))
	}
	if pieces != nil {
		m.Add(pieces...)
	}
}
