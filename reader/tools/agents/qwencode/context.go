package qwencode

import (
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/geminicli"
)

// imports are Gemini CLI's, except that a Markdown parser finds the code, that a missing file stays @path, and that the
// first file is not imported either.
var imports = func() *contextfiles.Imports {
	im := geminicli.Imports()
	im.Code = codeOf
	im.Missing, im.Self, im.Real = "", true, false
	im.Ring = "<!-- Import failed: {name} - ELOOP: too many symbolic links encountered, access '{path}' -->"
	return im
}()

// flat are the imports for context.importFormat "flat".
var flat = func() *contextfiles.Imports {
	im := *imports
	im.Flat = &contextfiles.Flat{Item: "--- File: {path} ---\n{text}\n--- End of File: {path} ---", Depth: im.Depth}
	return &im
}()

// named returns the places of files of one name: the user's, then from one folder above the repository down.
func named(name string) []contextfiles.Place {
	return []contextfiles.Place{
		contextfiles.PlaceIn(contextfiles.Home, contextfiles.FirstOf(".qwen/"+name)),
		contextfiles.PlaceIn(contextfiles.AboveDown, contextfiles.FirstOf(name)),
	}
}

// rules returns files of rules: those for all files, or with the key of their patterns those for the file being read.
func rules(match string) contextfiles.Files {
	form := &contextfiles.TextRules{
		Trim: contextfiles.TrimEnds, FrontMatter: true, Front: frontMatter, Comments: contextfiles.EveryComment,
	}
	if match == "" {
		form.Unless = []string{"paths"}
		form.All = true
	}

	return contextfiles.Files{
		Names: []string{".qwen/rules/**/*.md"}, Sorted: true, NoLinks: true, Match: match, Globs: true,
		Item: "--- Rule from: {top} ---\n{text}\n--- End of Rule from: {top} ---", Form: form,
	}
}

// frontMark matches front matter, with at least one line between its delimiters.
var frontMark = lazy.Regexp(`(?s)^---\r?\n.*?\r?\n---(?:\r?\n|$)`)

// noText matches patterns that YAML does not take for strings.
var noText = lazy.Regexp(`(?m)^paths:[ \t]*(?:~|(?i:null|true|false)|[-+]?[0-9][0-9_.eE+-]*)[ \t]*\r?$`)

// frontMatter parses front matter. Its key "paths" has patterns, or is missing.
func frontMatter(text []byte) (n int, keys map[string][]string) {
	front := frontMark().Find(text)
	_, keys = contextfiles.FrontMatter(front)
	if noText().Match(front) {
		delete(keys, "paths")
	}
	return len(front), keys
}

// from returns the places of files of some names, of those of extensions, and of what is always looked for.
func from(extensions []contextfiles.Place, names ...string) (places []contextfiles.Place) {
	for _, name := range names {
		places = append(places, named(name)...)
	}
	places = append(places, extensions...)
	return append(places,
		contextfiles.PlaceIn(contextfiles.Repository, contextfiles.FirstOf(".qwen/QWEN.local.md")),
		contextfiles.PlaceIn(contextfiles.Home, rules("")), contextfiles.PlaceIn(contextfiles.Top, rules("")),
	)
}

// adapt applies the user's extensions, and the settings: context.fileName replaces QWEN.md and AGENTS.md, that of the
// working directory, else of the user. contextFileName is its older key.
func adapt(s *contextfiles.Setup, p *contextfiles.Profile) {
	var set struct {
		Old     geminicli.Names `json:"contextFileName"`
		Context struct {
			FileName geminicli.Names `json:"fileName"`
			Format   string          `json:"importFormat"`
		} `json:"context"`
	}
	for _, dir := range []string{s.Home(), s.Cwd()} {
		s.JSON(filepath.Join(dir, ".qwen", "settings.json"), &set)
	}

	names := set.Context.FileName
	if names == nil {
		names = set.Old
	}
	if len(names) == 0 {
		names = ownNames
	}

	extensions := geminicli.ExtensionPlaces(s, ".qwen/extensions", "qwen-extension.json", nil, "QWEN.md")
	start := p.Start[0]
	start.From = from(extensions, names...)
	if set.Context.Format == "flat" {
		start.Form.Imports = flat
	}

	p.Start = []contextfiles.Block{start}
}

var ownNames = []string{"QWEN.md", "AGENTS.md"}

func init() { Tool.AddedTexts = Context.AddedTexts }

// Context is what Qwen Code gets of files before it reads (CONTEXT-qwen_code).
var Context = &contextfiles.Profile{
	Tool: Tool, Mention: mention, Adapt: adapt, NotAbove: ".qwen",
	Start: []contextfiles.Block{{
		Item: "--- Context from: {rel} ---\n{text}\n--- End of Context from: {rel} ---", Join: "\n\n",
		Form: contextfiles.TextRules{Trim: contextfiles.TrimEnds, Imports: imports}, OnceFile: true,
		From: from(nil, ownNames...),
	}},
	Nested: &contextfiles.Nested{InAnswer: true, Below: contextfiles.Top, Block: contextfiles.Block{
		Open: "\n\n<system-reminder>\n", Join: "\n\n", Close: "\n</system-reminder>", Escape: escape,
		From: []contextfiles.Place{
			contextfiles.PlaceIn(contextfiles.Home, rules("paths")),
			contextfiles.PlaceIn(contextfiles.Top, rules("paths")),
		},
	}},
	Aside: "the file output-language.md that Qwen Code writes itself is not counted",
}

var (
	tag       = lazy.Regexp(`<[^<>]*>`)
	ignorable = lazy.Regexp(`[\p{Cc}\x{AD}\x{61C}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{180B}-\x{180F}\x{200B}-\x{200F}` +
		`\x{202A}-\x{202E}\x{2060}-\x{206F}\x{3164}\x{FE00}-\x{FE0F}\x{FEFF}\x{FFA0}\x{FFF0}-\x{FFF8}` +
		`\x{1BCA0}-\x{1BCA3}\x{1D173}-\x{1D17A}\x{E0000}-\x{E0FFF}]`)
	// reminder matches the letter S in ASCII alone, since ignoring case would include others.
	reminder = lazy.Regexp(`^<\p{Z}*(/?)\p{Z}*[sS][yY][sS](?i:tem-reminder)(?:\p{Z}[^>]*|/?\p{Z}*)>$`)
	entities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")
)

// escape escapes tags of a text that look like the agent's own.
func escape(text string) string {
	return tag().ReplaceAllStringFunc(text, func(tag string) string {
		is := reminder().FindStringSubmatch(ignorable().ReplaceAllString(tag, ""))
		switch {
		case is == nil:
			return tag
		case is[1] != "":
			return `<\/system-reminder>`
		}

		return entities.Replace(tag)
	})
}

// mention adds the mentioned files, in order.
func mention(m *contextfiles.Mention) {
	from := -1
	for i, typed := range m.Typed {
		m.Typed[i] = geminicli.Closed(typed)
	}

	m.Typed = slices.DeleteFunc(m.Typed, func(typed string) bool { return typed == "" })
	for typed, path := range m.ExistingPaths() {
		if !m.InCwd(path) || !m.InCwd(m.Real(path)) {
			m.Leave(path, "it is outside of the workspace")
			continue
		}

		if from < 0 {
			from = m.Added()
			m.Add(contextfiles.Words(geminicli.MentionsOpen))
		}

		m.Add(m.Named(path, "\nContent from "+typed+":\n"))
		if dir, _ := m.IsDir(path); dir {
			m.Add(m.Named(path, tree(m, path, typed)))
			continue
		}

		if pieces := mentioned(m, path); pieces != nil {
			m.Add(pieces...)
		}
	}

	if from >= 0 {
		m.Add(contextfiles.Words(geminicli.MentionsClose))
	}
}

// mentioned returns a file as the read tool does, but read no further than necessary, which that only does for large
// files.
func mentioned(m *contextfiles.Mention, path string) []contextfiles.Piece {
	m.Settings = map[string]int64{streamFrom: 1}
	p, err := m.Tool(path, tools.Encode(map[string]string{"file_path": path}))
	text := p.Text()
	switch {
	case err != nil && err.Error() == noPDF:
		name := filepath.Base(path)
		return []contextfiles.Piece{m.Named(path, `[Cannot extract text from PDF: "`+name+`". `+noPDF+"]")}
	case err != nil:
		return []contextfiles.Piece{m.Named(path, err.Error())}
	case text == emptyNotice:
		return nil
	case strings.HasPrefix(text, "Showing lines "):
		return []contextfiles.Piece{p.With(strings.Replace(text, ruler, "\n---\n", 1))}
	}

	return []contextfiles.Piece{p}
}

const maxListed = 20

// tree lists a folder recursively.
func tree(m *contextfiles.Mention, path, typed string) string {
	real := m.Real(node.Path(m.Env()).Resolve(m.Env().Root, typed))
	lines := []string{"Showing up to 20 items:\n", strings.TrimSuffix(real, "/") + "/"}
	var visit func(dir, before string)
	visit = func(dir, before string) {
		names := m.Names(dir, true, true)
		for i, name := range names {
			if len(lines) == maxListed+2 {
				return
			}

			branch := "├───"
			below := "│   "
			if i == len(names)-1 {
				branch = "└───"
				below = "    "
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
