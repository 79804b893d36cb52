package opencode

import (
	"strings"

	"eyeline/reader/briefing"
	"eyeline/reader/tools"
)

// ContextItem is how opencode and Kilo give a file of instructions.
const ContextItem = "Instructions from: {path}\n{text}"

// ruleNames are the files of instructions that are looked for in a folder, the first one that is there.
var ruleNames = []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"}

// Nested is what a read brings of the folders between the file and the working directory.
var Nested = &briefing.Nested{InAnswer: true, Block: briefing.Block{
	Open: "\n\n<system-reminder>\n", Item: ContextItem, Join: "\n\n", Close: "\n</system-reminder>",
	Form: briefing.Form{KeepBlank: true},
	From: []briefing.Place{{In: briefing.BelowCwdUp, Each: []briefing.Files{{Names: ruleNames}}}},
}}

// UpFiles are the files of one name in the folders from the working directory up; the next name only where there are
// none.
func UpFiles(names ...string) (places []briefing.Place) {
	for i, name := range names {
		place := briefing.In(briefing.UpToTop, briefing.FirstOf(name))
		place.Else = i > 0
		places = append(places, place)
	}
	return places
}

func init() { Tool.Brings = Context.Brings }

// Context is what opencode gets of files before it reads (CONTEXT-opencode).
var Context = &briefing.Profile{
	Tool: Tool, Mention: Mention, Nested: Nested,
	Start: []briefing.Block{{
		Item: ContextItem, Join: "\n", Form: briefing.Form{KeepBlank: true},
		From: append([]briefing.Place{
			briefing.In(briefing.Home, briefing.FirstOf(".config/opencode/AGENTS.md", ".claude/CLAUDE.md")),
		}, UpFiles(ruleNames...)...),
	}},
	Aside: "a mention is a file given by -f: @ in the text stays text; that CONTEXT.md is taken was not seen",
}

// Mention gives each file as a read of it.
func Mention(m *briefing.Mention) {
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
