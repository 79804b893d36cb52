package copilotcli

import (
	"strings"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/lazy"
)

var imports = &contextfiles.Imports{
	Name: lazy.Regexp("(?:^|[^\\w`@])@((?:[^\\s\"'`()\\[\\]{}<>,;]*[^\\s\"'`()\\[\\]{}<>,;.:!?]))"),
	Path: func(name string) string {
		if strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~") {
			return ""
		}
		return name
	},
	Depth: 8, Keep: true, Once: true, Real: true, RealNames: true,
	Skip:     contextfiles.Fence | contextfiles.TildeFence | contextfiles.Span,
	Item:     "\n\n<imported_custom_instruction source=\"{path}\">\n{text}\n</imported_custom_instruction>",
	Repeated: "\n\n<imported_custom_instruction source=\"{path}\" skipped=\"already-loaded\" />",
	Form:     contextfiles.Form{Trim: contextfiles.TrimEnd, UTF8: true},
}

var (
	plainForm  = contextfiles.Form{KeepBlank: true}
	importForm = contextfiles.Form{KeepBlank: true, Imports: imports}
	listedForm = &contextfiles.Form{
		KeepBlank: true, Front: frontMatter, Refuse: refuse, Unless: []string{"applyTo"}, All: true,
	}
	readForm   = contextfiles.Form{}
	readImport = contextfiles.Form{Imports: imports}
	// readFiles are those of a folder that a read brings.
	readFiles = []contextfiles.Files{
		{Names: []string{".github/copilot-instructions.md"}, Fold: true, Form: &readImport},
		{Names: []string{"AGENTS.md"}, Fold: true, Form: &readImport},
		{Names: []string{"CLAUDE.md"}, Fold: true, Form: &readImport},
		{Names: []string{"GEMINI.md"}, Fold: true, Form: &readForm},
		readRules(".github/instructions/**/*.instructions.md", ""),
		readRules(".github/instructions/**/*.instructions.md", "applyTo"),
		readRules(".claude/rules/**/*.md", ""),
		readRules(".claude/rules/**/*.md", "applyTo"),
	}
	// folderFiles are those of a folder.
	folderFiles = []contextfiles.Files{
		{Names: []string{"AGENTS.md"}, Fold: true, Form: &importForm},
		{Names: []string{"CLAUDE.md"}, Fold: true, Form: &importForm},
		{Names: []string{"GEMINI.md"}, Fold: true},
	}
)

// instructionFiles are taken whole, or only named where they are for some files.
func instructionFiles(name string) []contextfiles.Files {
	return []contextfiles.Files{{Names: []string{name}, Sorted: true, Form: listedForm, Item: "{text}"}}
}

// readRules are instructions that a read brings: those for all files, or those whose patterns match.
func readRules(name, match string) contextfiles.Files {
	form := contextfiles.Form{Front: frontMatter, Refuse: refuse}
	if match == "" {
		form.Unless, form.All = []string{"applyTo"}, true
	}
	return contextfiles.Files{Names: []string{name}, Sorted: true, Match: match, Form: &form}
}

// frontMatter reads front matter. Its key "applyTo" has the patterns of both keys that agents know; none where they are
// for all files.
func frontMatter(text []byte) (n int, keys map[string][]string) {
	n, keys = contextfiles.FrontMatter(text)
	var patterns []string
	for _, p := range contextfiles.ByComma(append(keys["applyTo"], keys["paths"]...)) {
		if p == "**" || p == "**/*" || p == "*" || p == "null" {
			patterns = nil
			break
		}
		patterns = append(patterns, p)
	}
	if keys != nil {
		delete(keys, "paths")
		delete(keys, "applyTo")
	}
	if patterns != nil {
		keys["applyTo"] = patterns
	}
	return n, keys
}

// refuse says why instructions are left out.
func refuse(keys map[string][]string) string {
	if keys["excludeAgent"] != nil {
		return "its front matter has excludeAgent"
	}
	return ""
}

// escaped is a text as HTML.
var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func init() { Tool.Brings = Context.Brings }

// Context is what Copilot CLI gets of files before it reads (CONTEXT-copilot_cli).
var Context = &contextfiles.Profile{
	Tool: Tool,
	Start: []contextfiles.Block{{
		Item: "<custom_instruction>\n{text}\n</custom_instruction>", Join: "\n\n",
		Form: plainForm, OnceText: true, Table: table,
		From: []contextfiles.Place{
			contextfiles.In(
				contextfiles.Home,
				contextfiles.Files{Names: []string{".copilot/copilot-instructions.md"}, Form: &importForm},
			),
			contextfiles.In(
				contextfiles.TopCwd,
				contextfiles.Files{Names: []string{".github/copilot-instructions.md"}, Form: &importForm},
			),
			{In: contextfiles.TopCwdMid, Each: folderFiles},
			{In: contextfiles.TopCwd, Each: instructionFiles(".github/instructions/**/*.instructions.md"), After: "\n"},
			{In: contextfiles.TopCwd, Each: instructionFiles(".claude/rules/**/*.md"), After: "\n"},
			{In: contextfiles.Home, Each: instructionFiles(".copilot/instructions/**/*.instructions.md"), After: "\n"},
		},
	}},
	Nested: &contextfiles.Nested{Below: contextfiles.Top, ByReal: true, Itself: true, Block: contextfiles.Block{
		Open: "\n", Form: readForm, OnceFile: true, ReadEscape: escaped.Replace,
		Item: "<system_reminder>\nCustom instructions from {top}. Apply these to any code you write here:\n\n{text}\n" +
			"</system_reminder>",
		Join: "\n",
		From: []contextfiles.Place{
			{In: contextfiles.BesideUp, Each: readFiles},
			contextfiles.In(contextfiles.TopCwd, readFiles[5], readFiles[7]),
		},
	}},
}

const tableHead = `Here is a list of instruction files that contain rules for modifying or creating new code.
These files are important for ensuring that the code is modified or created correctly.
Please make sure to follow the rules specified in these files when working with the codebase.
If you have not already read the file, use the ` + "`view`" + ` tool to acquire it.
Make sure to acquire the instructions before making any changes to the code.
| Pattern | File Path | Description |
| ------- | --------- | ----------- |`

// table names the files that are for some files only.
func table(files []contextfiles.Listed) string {
	if files == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(tableHead)
	for _, f := range files {
		patterns := f.Keys["applyTo"]
		about := strings.Join(f.Keys["description"], ", ")
		about = strings.ReplaceAll(about, "|", `\|`)
		b.WriteString("\n| " + strings.Join(patterns, ", ") + " | '" + f.Rel + "' | " + about + " |")
	}
	return b.String()
}
