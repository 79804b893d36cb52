package geminicli

import (
	"encoding/json"
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
		Name: importName, Depth: 5, Skip: contextfiles.Backquotes, URLs: true, Real: true,
		Item:      "<!-- Imported from: {name} -->\n{text}\n<!-- End of import from: {name} -->",
		Form:      contextfiles.Form{KeepBOM: true},
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
	contextForm  = contextfiles.Form{Trim: contextfiles.TrimEnds, Imports: Imports()}
	contextFiles = []contextfiles.Files{{Names: []string{"GEMINI.md"}}}
)

func init() { Tool.Brings = Context.Brings }

// Context is what Gemini CLI gets of files before it reads (CONTEXT-gemini_cli).
var Context = &contextfiles.Profile{
	Tool: Tool, Mention: mention, Adapt: adapt,
	Start: []contextfiles.Block{
		{
			Open: "<loaded_context>\n", Item: contextItem, Join: "\n\n", Close: "\n</loaded_context>",
			Form: contextForm,
			From: []contextfiles.Place{contextfiles.In(contextfiles.Home, contextfiles.FirstOf(".gemini/GEMINI.md"))},
		},
		{
			Open: "<loaded_context>\n<project_context>\n", Item: contextItem, Join: "\n\n", Form: contextForm,
			Close: "\n</project_context>\n</loaded_context>", OnceFile: true,
			From: []contextfiles.Place{{In: contextfiles.TopDown, Each: contextFiles}},
		},
	},
	Nested: &contextfiles.Nested{InAnswer: true, ByReal: true, Itself: true, Block: contextfiles.Block{
		Open: "\n\n--- Newly Discovered Project Context ---\n", Item: contextItem, Join: "\n\n", Form: contextForm,
		Close: "\n--- End Project Context ---", OnceFile: true,
		From: []contextfiles.Place{{In: contextfiles.BelowCwd, Each: contextFiles}},
	}},
}

// Names are the texts of a setting that is one or a list.
type Names []string

// UnmarshalJSON reads one text, or a list.
func (n *Names) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*n = Names{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(n))
}

// adapt adds the names of context.fileName before GEMINI.md: those of the settings of the working directory, else of
// the user.
func adapt(s *contextfiles.Setup, p *contextfiles.Profile) {
	var set struct {
		Context struct {
			FileName Names `json:"fileName"`
		} `json:"context"`
	}
	for _, dir := range []string{s.Home(), s.Cwd()} {
		s.JSON(filepath.Join(dir, ".gemini", "settings.json"), &set)
	}
	if len(set.Context.FileName) == 0 {
		return
	}
	all := append(slices.Clone(set.Context.FileName), "GEMINI.md")
	var users []string
	for _, name := range all {
		users = append(users, ".gemini/"+name)
	}
	place := func(b contextfiles.Block, in contextfiles.Where, names []string) contextfiles.Block {
		b.From = []contextfiles.Place{contextfiles.In(in, contextfiles.AllOf(names...))}
		return b
	}
	sorted := slices.Sorted(slices.Values(all))
	p.Start = []contextfiles.Block{
		place(p.Start[0], contextfiles.Home, users), place(p.Start[1], contextfiles.TopDown, sorted),
	}
	nested := *p.Nested
	nested.Block = place(nested.Block, contextfiles.BelowCwd, all)
	p.Nested = &nested
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
	files := mentioned(m)
	if len(files) == 0 {
		return
	}
	m.Add(contextfiles.Words(MentionsOpen))
	files = slices.DeleteFunc(files, func(file string) bool {
		base := filepath.Base(file)
		never := base == ".env" || base == "GEMINI.md"
		if never {
			m.Leave(file, "a mention gives nothing of files of this name")
		}
		return never
	})
	if len(files) == 0 {
		m.Add(contextfiles.Words("No files matching the criteria were found or all were skipped."))
		return
	}
	for _, file := range files {
		give(m, file)
	}
	for _, file := range files {
		m.AddNested(file)
	}
	m.Add(contextfiles.Words(MentionsClose))
}

// mentioned are the files that are mentioned and that git does not ignore, sorted by path.
func mentioned(m *contextfiles.Mention) (files []string) {
	for i, typed := range m.Typed {
		m.Typed[i] = closed(typed)
	}
	for typed, path := range m.There() {
		dir, _ := m.IsDir(path)
		switch {
		case !m.InCwd(path) || strings.HasPrefix(typed, "~"):
			m.Leave(path, "it is outside of the workspace")
		case !m.InCwd(m.Real(path)):
			m.Leave(path, "it is a link that leads out of the workspace")
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
	slices.Sort(files)
	return slices.Compact(files)
}

// give gives one file as the read tool does.
func give(m *contextfiles.Mention, file string) {
	rel, _ := filepath.Rel(m.Env().Root, file)
	p, err := m.Tool(file, tools.Encode(map[string]string{"file_path": file}))
	if p.Media() != "" {
		return // the file itself follows, which is no text
	}
	m.Add(m.Named(file, "\nContent from @"+rel+":\n"))
	if err != nil {
		p = m.Named(file, err.Error())
	}
	text := p.Text()
	if _, rest, ok := strings.Cut(text, ruler); ok && strings.HasPrefix(text, heading) {
		text = mentionCut + rest
	}
	if text = strings.TrimFunc(text, textfile.IsJSSpace); text != "" {
		m.Add(p.With(text))
	}
}

// closed is a mention without the signs that end it.
func closed(typed string) string {
	if i := strings.IndexAny(typed, ",()[];{}"); i >= 0 && !strings.Contains(typed, " ") {
		typed = typed[:i]
	}
	return strings.TrimRight(typed, ".!?:")
}
