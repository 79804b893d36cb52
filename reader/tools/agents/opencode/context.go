package opencode

import (
	"path/filepath"
	"strings"

	"eyeline/reader/contextfiles"
	"eyeline/reader/tools"
)

// ContextItem is the wrapper of a file of instructions.
const ContextItem = "Instructions from: {path}\n{text}"

// ruleNames are the files of instructions of a folder: the first one that exists is read.
var ruleNames = []string{"AGENTS.md", "CLAUDE.md", "CONTEXT.md"}

// form is that of all files: empty ones are skipped, blank ones are sent.
var form = contextfiles.TextRules{KeepBlank: true, NoEmpty: true}

// Nested is what a read brings of the folders between the file and the working directory.
var Nested = &contextfiles.Nested{InAnswer: true, Given: true, Forget: true, Block: contextfiles.Block{
	Open: "\n\n<system-reminder>\n", Item: ContextItem, Join: "\n\n", Close: "\n</system-reminder>",
	Form: form,
	From: []contextfiles.Place{
		contextfiles.PlaceIn(contextfiles.BelowCwdUp, contextfiles.Files{Names: ruleNames, HidesLater: true}),
	},
}}

// UpFiles returns the files of one name in the folders from the working directory up; the next name only if there are
// no such files.
func UpFiles(in contextfiles.FolderOrder, files contextfiles.Files, names ...string) (places []contextfiles.Place) {
	files.HidesLater = true
	for i, name := range names {
		files.Names = []string{name}
		place := contextfiles.PlaceIn(in, files)
		place.Else = i > 0
		places = append(places, place)
	}
	return places
}

func init() { Tool.AddedTexts = Context.AddedTexts }

// Context is what opencode gets of files before it reads (CONTEXT-opencode).
var Context = &contextfiles.Profile{
	Tool: Tool, Mention: Mention, Nested: Nested, Tops: tops, Adapt: Adapt(userSettings, ProjectSettings),
	Start: []contextfiles.Block{{
		Item: ContextItem, Join: "\n", Form: form,
		From: append([]contextfiles.Place{
			contextfiles.PlaceIn(contextfiles.Home, contextfiles.Files{
				Names: []string{".config/opencode/AGENTS.md", ".claude/CLAUDE.md"}, HidesLater: true,
			}),
		}, UpFiles(contextfiles.UpToTop, contextfiles.Files{}, ruleNames...)...),
	}},
	Aside: "a mention is a file given by -f: @ in the text stays text",
}

// tops: a folder .git is the top of a repository if it is one, or a file .git that names one.
func tops(s *contextfiles.Setup) func(dir string) contextfiles.TopKind {
	return func(dir string) contextfiles.TopKind {
		git := filepath.Join(dir, ".git")
		switch {
		case !s.Has(git):
			return contextfiles.Below
		case s.IsFile(filepath.Join(git, "HEAD")) || s.GitDir(dir) != "":
			return contextfiles.IsTop
		}

		return contextfiles.NoRepository
	}
}

// Mention adds each file as a read of it.
func Mention(m *contextfiles.Mention) {
	mention(m, m.AddNested)
}

// MentionAlone adds each file as a read of it, without what that brings.
func MentionAlone(m *contextfiles.Mention) { mention(m, func(string) {}) }

// mention adds each file as a read of it; then is called after each that is not a folder.
func mention(m *contextfiles.Mention, then func(path string)) {
	for _, path := range m.ExistingPaths() {
		args := tools.Encode(map[string]string{"filePath": path})
		p, err := m.Tool(path, args)
		m.Add(m.Named(path, "Called the Read tool with the following input: "+string(args)))

		if err != nil {
			why := strings.TrimPrefix(err.Error(), "Error: ")
			p = m.Named(path, "Read tool failed to read "+path+" with the following error: "+why)
		}

		if p.Media() == "" { // else the file itself follows
			m.Add(p)
		}
		if dir, _ := m.IsDir(path); !dir && err == nil {
			then(path)
		}
	}
}
