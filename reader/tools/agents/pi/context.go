package pi

import "eyeline/reader/contextfiles"

// Context is what pi gets of files before it reads (CONTEXT-pi).
var Context = &contextfiles.Profile{
	Tool: Tool, Mention: mention,
	Start: []contextfiles.Block{{
		Open: "<project_context>\nProject-specific instructions and guidelines:\n\n",
		Item: "<project_instructions path=\"{path}\">\n{text}\n</project_instructions>", Join: "\n\n",
		Close: "\n</project_context>",
		Form:  contextfiles.Form{KeepBlank: true},
		From: []contextfiles.Place{
			contextfiles.In(contextfiles.Home, contextfiles.FirstOf(".pi/agent/AGENTS.md", ".pi/agent/CLAUDE.md")),
			contextfiles.In(contextfiles.AllDown, contextfiles.FirstOf("AGENTS.override.md", "AGENTS.md", "CLAUDE.md")),
		},
	}},
	Aside: "a mention is an argument @PATH of the command line: @ in the prompt stays text",
}

// mention gives the files at the beginning of the prompt.
func mention(m *contextfiles.Mention) {
	var pieces []contextfiles.Piece
	for _, path := range m.There() {
		p, data, ok := m.Whole(path, contextfiles.Form{})
		switch {
		case !ok:
			continue
		case len(data) == 0:
			m.Leave(path, "it is empty")
			continue
		case pieces != nil:
			pieces = append(pieces, contextfiles.Words("\n"))
		}
		pieces = append(pieces, contextfiles.Words("<file name=\""+path+"\">\n"), p, contextfiles.Words("\n</file>"))
	}
	if pieces != nil {
		m.Add(pieces...)
	}
}
