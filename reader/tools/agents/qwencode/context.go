package qwencode

import (
	"strings"

	"eyeline/reader/briefing"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/geminicli"
	"eyeline/reader/tools/runtime/node"
)

// imports are Gemini CLI's, but that a Markdown parser tells what is code, and that a missing file stays @path.
var imports = func() *briefing.Imports {
	im := geminicli.Imports()
	im.Skip = briefing.Fence | briefing.TildeFence | briefing.Indented | briefing.Span
	im.Missing = ""
	return im
}()

// named are the places of files of one name: the user's, then from one folder above the repository down.
func named(name string) []briefing.Place {
	return []briefing.Place{
		{In: briefing.Home, Each: []briefing.Files{{Names: []string{".qwen/" + name}}}},
		{In: briefing.AboveDown, Each: []briefing.Files{{Names: []string{name}}}},
	}
}

// Context is what Qwen Code gets of files before it reads (CONTEXT-qwen_code).
var Context = &briefing.Profile{
	Tool: Tool, Mention: mention,
	Start: []briefing.Block{{
		Item: "--- Context from: {rel} ---\n{text}\n--- End of Context from: {rel} ---", Join: "\n\n",
		Form: briefing.Form{Trim: briefing.TrimEnds, Imports: imports},
		From: append(append(named("QWEN.md"), named("AGENTS.md")...), briefing.Place{
			In: briefing.TopCwd, Each: []briefing.Files{{
				Names: []string{".qwen/rules/**/*.md"}, Order: briefing.FilesFirst,
				Item: "--- Rule from: {rel} ---\n{text}\n--- End of Rule from: {rel} ---",
				Form: &briefing.Form{Trim: briefing.TrimEnds, FrontMatter: true, Unless: "paths"},
			}},
		}),
	}},
	Aside: "the file output-language.md that Qwen Code writes itself is not counted",
}

// mention gives the files that are mentioned, in their order.
func mention(m *briefing.Mention) {
	from := -1
	for _, typed := range m.Typed {
		path := m.Path(typed)
		dir, there := m.IsDir(path)
		switch {
		case !there:
			m.Leave(path, "it is not there")
			continue
		case !m.InCwd(path):
			m.Leave(path, "it is outside of the workspace")
			continue
		}
		if from < 0 {
			from = m.Added()
			m.Add(briefing.Words(geminicli.MentionsOpen))
		}
		m.Add(m.Named(path, "\nContent from "+typed+":\n"))
		if dir {
			m.Add(m.Named(path, tree(m, path, typed)))
			continue
		}
		p, err := m.Tool(path, tools.Encode(map[string]string{"file_path": path}))
		switch {
		case err != nil:
			m.Add(m.Named(path, err.Error()))
		case p.Text() != "":
			m.Add(p)
		}
	}
	if from >= 0 {
		m.Add(briefing.Words(geminicli.MentionsClose))
	}
}

const mostListed = 20

// tree lists a folder and those below it.
func tree(m *briefing.Mention, path, typed string) string {
	lines := []string{"Showing up to 20 items:\n", strings.TrimSuffix(node.Resolve(m.Env().Root, typed), "/") + "/"}
	var visit func(dir, before string)
	visit = func(dir, before string) {
		names := m.Names(dir, briefing.Sorted, true)
		for i, name := range names {
			if len(lines) == mostListed+2 {
				return
			}
			branch, below := "├───", "│   "
			if i == len(names)-1 {
				branch, below = "└───", "    "
			}
			lines = append(lines, before+branch+name)
			if strings.HasSuffix(name, "/") {
				visit(dir+"/"+strings.TrimSuffix(name, "/"), before+below)
			}
		}
	}
	visit(path, "")
	return strings.Join(lines, "\n")
}
