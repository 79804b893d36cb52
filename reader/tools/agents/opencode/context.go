package opencode

import (
	"strings"

	"eyeline/reader/contextfiles"
	"eyeline/reader/tools"
)

// ContextItem is how opencode and Kilo give a file of instructions.
const ContextItem = "Instructions from: {path}\n{text}"

// ruleNames are the files of instructions that are looked for in a folder, the first one that is there.
var ruleNames = []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"}

// Nested is what a read brings of the folders between the file and the working directory.
var Nested = &contextfiles.Nested{InAnswer: true, Block: contextfiles.Block{
	Open: "\n\n<system-reminder>\n", Item: ContextItem, Join: "\n\n", Close: "\n</system-reminder>",
	Form: contextfiles.Form{KeepBlank: true},
	From: []contextfiles.Place{{In: contextfiles.BelowCwdUp, Each: []contextfiles.Files{{Names: ruleNames}}}},
}}

// UpFiles are the files of one name in the folders from the working directory up; the next name only where there are
// none.
func UpFiles(names ...string) (places []contextfiles.Place) {
	for i, name := range names {
		place := contextfiles.In(contextfiles.UpToTop, contextfiles.FirstOf(name))
		place.Else = i > 0
		places = append(places, place)
	}
	return places
}

func init() { Tool.Brings = Context.Brings }

// Context is what opencode gets of files before it reads (CONTEXT-opencode).
var Context = &contextfiles.Profile{
	Tool: Tool, Mention: Mention, Nested: Nested,
	Start: []contextfiles.Block{{
		Item: ContextItem, Join: "\n", Form: contextfiles.Form{KeepBlank: true},
		From: append([]contextfiles.Place{
			contextfiles.In(contextfiles.Home, contextfiles.FirstOf(".config/opencode/AGENTS.md", ".claude/CLAUDE.md")),
		}, UpFiles(ruleNames...)...),
	}},
	Aside: "a mention is a file given by -f: @ in the text stays text; that CONTEXT.md is taken was not seen",
}

// Mention gives each file as a read of it.
func Mention(m *contextfiles.Mention) {
	for _, path := range m.There() {
		args := tools.Encode(map[string]string{"filePath": path})
		p, err := m.Tool(path, args)
		m.Add(m.Named(path, "Called the Read tool with the following input: "+string(args)))
		if err != nil {
			why := strings.TrimPrefix(err.Error(), "Error: ")
			p = m.Named(path, "Read tool failed to read "+path+" with the following error: "+why)
		}
		m.Add(p)
		if dir, _ := m.IsDir(path); !dir && err == nil {
			m.AddNested(path)
		}
	}
}
