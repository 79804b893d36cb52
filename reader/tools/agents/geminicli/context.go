package geminicli

import (
	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/lazy"
)

// Imports returns those of Gemini CLI, on which Qwen Code's are based.
func Imports() *contextfiles.Imports {
	return &contextfiles.Imports{
		Name: importName, Depth: 5, Code: codeOf, URLs: true, Real: true,
		Item:      "<!-- Imported from: {name} -->\n{text}\n<!-- End of import from: {name} -->",
		Form:      contextfiles.TextRules{KeepBOM: true},
		Repeated:  "<!-- File already processed: {name} -->",
		Missing:   "<!-- Import failed: {name} - ENOENT: no such file or directory, access '{path}' -->",
		Folder:    "<!-- Import failed: {name} - EISDIR: illegal operation on a directory, read -->",
		Outside:   "<!-- Import failed: {name} - Path traversal attempt -->",
		BelowFile: "<!-- Import failed: {name} - ENOTDIR: not a directory, access '{path}' -->",
	}
}

var importName = lazy.Regexp(`(?:^|[\t\n\r ])@([./a-zA-Z][^\t\n\r ]*)`)

const contextItem = "--- Context from: {path} ---\n{text}\n--- End of Context from: {path} ---"

var (
	contextForm  = contextfiles.TextRules{Trim: contextfiles.TrimEnds, Imports: Imports()}
	contextFiles = []contextfiles.Files{{Names: []string{"GEMINI.md"}}}
)

// The groups of files. That of the user's files needs another one in the part.
var (
	usersGroup = &contextfiles.Group{
		Open: "<global_context>\n", Close: "\n</global_context>", Join: "\n", Together: true,
	}
	memory = &contextfiles.Group{
		Open:  "<user_project_memory>\n--- Private Project Memory Index (private, not committed to repo) ---\n",
		Close: "\n--- End Private Project Memory Index ---\n</user_project_memory>", Join: "\n",
	}
	extended = &contextfiles.Group{Open: "<extension_context>\n", Close: "\n</extension_context>", Join: "\n"}
	project  = &contextfiles.Group{Open: "<project_context>\n", Close: "\n</project_context>", Join: "\n"}
)

// start returns a part that is sent at the start.
func start(form contextfiles.TextRules, from ...contextfiles.Place) contextfiles.Block {
	return contextfiles.Block{
		Open: "<loaded_context>\n", Item: contextItem, Join: "\n\n", Close: "\n</loaded_context>",
		Form: form, OnceFile: true, From: from,
	}
}

func init() { Tool.AddedTexts = Context.AddedTexts }

// Context is what Gemini CLI gets of files before it reads (CONTEXT-gemini_cli).
var Context = &contextfiles.Profile{
	Tool: Tool, Adapt: adapt,
	Start: []contextfiles.Block{
		start(contextForm, contextfiles.Place{
			In: contextfiles.Home, Each: []contextfiles.Files{contextfiles.FirstOf(".gemini/GEMINI.md")},
			Group: usersGroup,
		}),
		start(contextForm, contextfiles.Place{
			In: contextfiles.TopDown, Each: contextFiles, Sorted: true, Group: project,
		}),
	},
	Nested: &contextfiles.Nested{InAnswer: true, Given: true, ByReal: true, Itself: true, Block: contextfiles.Block{
		Open: "\n\n--- Newly Discovered Project Context ---\n", Item: contextItem, Join: "\n\n", Form: contextForm,
		Close: "\n--- End Project Context ---", OnceFile: true,
		From: []contextfiles.Place{{In: contextfiles.BelowCwd, Each: contextFiles}},
	}},
}
