package pi

import (
	"bytes"
	"path/filepath"

	"eyeline/reader/contextfiles"
)

// Context is what pi gets of files before it reads (CONTEXT-pi).
var Context = &contextfiles.Profile{
	Tool: Tool, Mention: mention, Adapt: adapt,
	Start: []contextfiles.Block{{
		Open: "<project_context>\nProject-specific instructions and guidelines:\n\n",
		Item: "<project_instructions path=\"{path}\">\n{text}\n</project_instructions>", Join: "\n\n",
		Close: "\n</project_context>",
		Form:  contextfiles.TextRules{KeepBlank: true},
		From: []contextfiles.Place{
			contextfiles.PlaceIn(contextfiles.Home, contextfiles.FirstOf(below(".pi/agent/", names)...)),
			contextfiles.PlaceIn(contextfiles.AllDown, contextfiles.FirstOf(names...)),
		},
	}},
	Aside: "a mention is an argument @PATH of the command line: @ in the prompt stays text",
}

// names are the files of instructions of a folder: the first one that exists is read.
var names = []string{"AGENTS.override.md", "AGENTS.md", "AGENTS.MD", "CLAUDE.md", "CLAUDE.MD"}

func below(dir string, names []string) (paths []string) {
	for _, name := range names {
		paths = append(paths, dir+name)
	}
	return paths
}

// adapt skips the file of a repository if a linked work tree below has its own.
func adapt(s *contextfiles.Setup, _ *contextfiles.Profile) {
	top := s.Top()
	main := s.MainOf(top)
	if main == "" || !s.Inside(main, top) || !s.IsFile(filepath.Join(s.GitDir(top), "commondir")) {
		return
	}

	for _, name := range names {
		if s.IsFile(filepath.Join(top, name)) {
			hidden := filepath.Join(main, name)
			s.Exclude(func(path string) string {
				if path == hidden {
					return "the worktree below it has a file of the same name"
				}
				return ""
			})
			return
		}
	}
}

// mention adds the files at the beginning of the prompt.
func mention(m *contextfiles.Mention) {
	var pieces []contextfiles.Piece
	for _, path := range m.ExistingPaths() {
		p, data, ok := m.WholeFile(path, contextfiles.TextRules{})
		switch {
		case !ok:
			continue
		case len(data) == 0:
			m.Leave(path, "it is empty")
			continue
		case pieces != nil:
			pieces = append(pieces, contextfiles.Words("\n"))
		}

		if isPicture(data) {
			pieces = append(pieces, m.Named(path, "<file name=\""+path+"\"></file>"))
			continue
		}

		pieces = append(pieces, contextfiles.Words("<file name=\""+path+"\">\n"), p, contextfiles.Words("\n</file>"))
	}

	if pieces != nil {
		m.Add(pieces...)
	}
}

// isPicture reports whether a file is sent as a separate picture.
func isPicture(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")) || bytes.HasPrefix(data, []byte("\xFF\xD8\xFF"))
}
