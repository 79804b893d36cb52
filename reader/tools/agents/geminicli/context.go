package geminicli

import (
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// Imports are those of Gemini CLI, and of Qwen Code but for what it changes.
func Imports() *contextfiles.Imports {
	return &contextfiles.Imports{
		Name: importName, Depth: 5, Skip: contextfiles.Backquotes,
		Item:     "<!-- Imported from: {name} -->\n{text}\n<!-- End of import from: {name} -->",
		Form:     contextfiles.Form{KeepBOM: true},
		Repeated: "<!-- File already processed: {name} -->",
		Missing:  "<!-- Import failed: {name} - ENOENT: no such file or directory, access '{path}' -->",
		Folder:   "<!-- Import failed: {name} - EISDIR: illegal operation on a directory, read -->",
		Outside:  "<!-- Import failed: {name} - Path traversal attempt -->",
	}
}

var importName = lazy.Regexp(`(?:^|\s)@([./a-zA-Z]\S*)`)

const contextItem = "--- Context from: {path} ---\n{text}\n--- End of Context from: {path} ---"

var (
	contextForm  = contextfiles.Form{Trim: contextfiles.TrimEnds, Imports: Imports()}
	contextFiles = []contextfiles.Files{{Names: []string{"GEMINI.md"}}}
)

func init() { Tool.Brings = Context.Brings }

// Context is what Gemini CLI gets of files before it reads (CONTEXT-gemini_cli).
var Context = &contextfiles.Profile{
	Tool: Tool, Mention: mention,
	Start: []contextfiles.Block{
		{
			Open: "<loaded_context>\n", Item: contextItem, Join: "\n\n", Close: "\n</loaded_context>",
			Form: contextForm,
			From: []contextfiles.Place{contextfiles.In(contextfiles.Home, contextfiles.FirstOf(".gemini/GEMINI.md"))},
		},
		{
			Open: "<loaded_context>\n<project_context>\n", Item: contextItem, Join: "\n\n", Form: contextForm,
			Close: "\n</project_context>\n</loaded_context>",
			From:  []contextfiles.Place{{In: contextfiles.TopDown, Each: contextFiles}},
		},
	},
	Nested: &contextfiles.Nested{InAnswer: true, Block: contextfiles.Block{
		Open: "\n\n--- Newly Discovered Project Context ---\n", Item: contextItem, Join: "\n\n", Form: contextForm,
		Close: "\n--- End Project Context ---",
		From:  []contextfiles.Place{{In: contextfiles.BelowCwd, Each: contextFiles}},
	}},
}

// What stands around the files that are mentioned.
const (
	MentionsOpen  = "\n--- Content from referenced files ---"
	MentionsClose = "\n--- End of content ---"
)

const mentionCut = "[WARNING: This file was truncated. " +
	"To view the full content, use the 'read_file' tool on this specific file.]\n\n"

// mention gives the files that are mentioned, and those below folders, sorted by path, each once.
func mention(m *contextfiles.Mention) {
	var files []string
	for typed, path := range m.There() {
		dir, _ := m.IsDir(path)
		switch {
		case !m.InCwd(path) || strings.HasPrefix(typed, "~"):
			m.Leave(path, "it is outside of the workspace")
		case dir:
			files = append(files, m.Below(path)...)
		default:
			files = append(files, path)
		}
	}
	files = slices.DeleteFunc(files, func(file string) bool {
		ignored, err := m.Ignored(file)
		switch {
		case err != nil:
			m.Leave(file, "whether git ignores it is not known: "+err.Error())
		case ignored:
			m.Leave(file, "git ignores it")
		}
		return ignored || err != nil
	})
	if slices.Sort(files); len(files) == 0 {
		return
	}
	m.Add(contextfiles.Words(MentionsOpen))
	files = slices.Compact(files)
	for _, file := range files {
		rel, _ := filepath.Rel(m.Env().Root, file)
		m.Add(m.Named(file, "\nContent from @"+rel+":\n"))
		p, err := m.Tool(file, tools.Encode(map[string]string{"file_path": file}))
		if err != nil {
			p = m.Named(file, err.Error())
		}
		text := p.Text()
		if _, rest, ok := strings.Cut(text, ruler); ok && strings.HasPrefix(text, heading) {
			text = mentionCut + rest
		}
		if text = strings.TrimRightFunc(text, textfile.IsJSSpace); text != "" {
			m.Add(p.With(text))
		}
	}
	for _, file := range files {
		m.AddNested(file)
	}
	m.Add(contextfiles.Words(MentionsClose))
}
