package copilotcli

import (
	"strings"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/lazy"
)

// ends are the characters that end the name of an import: white space, quotes, backquotes and angle brackets.
const ends = "\\s\\x0b\\x85\\p{Z}\"'`<>"

// importName matches an import: not preceded by a character of a mail address, and without a final bracket or
// punctuation.
var importName = lazy.Regexp(
	`(?:^|[^\w%+.\-` + "`" + `])@([^@\\` + ends + `](?:[^` + ends + `]*[^` + ends + `!),.:;?\]}])?)`)

var imports = &contextfiles.Imports{
	Name: importName,
	Path: func(name string) string {
		if strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~") {
			return ""
		}
		return name
	},
	Depth: 8, Keep: true, Once: true, Real: true, RealNames: true,
	Code: codeOf,
	Escape: strings.NewReplacer("<imported_custom_instruction", "&lt;imported_custom_instruction",
		"</imported_custom_instruction", "&lt;/imported_custom_instruction").Replace,
	Item:     "\n\n<imported_custom_instruction source=\"{path}\">\n{text}\n</imported_custom_instruction>",
	Repeated: "\n\n<imported_custom_instruction source=\"{path}\" skipped=\"already-loaded\" />",
	Form:     contextfiles.TextRules{Trim: contextfiles.TrimEnd, UTF8: true},
}

var (
	plainForm  = contextfiles.TextRules{KeepBlank: true}
	importForm = contextfiles.TextRules{KeepBlank: true, Imports: imports}
	listedForm = &contextfiles.TextRules{
		KeepBlank: true, Front: frontMatter, Refuse: refuse, Unless: []string{"applyTo"}, All: true,
	}
	readForm   = contextfiles.TextRules{}
	readImport = contextfiles.TextRules{Imports: imports}
	// readFiles are the files of a folder that a read brings.
	readFiles = []contextfiles.Files{
		{Names: []string{".github/copilot-instructions.md"}, Fold: true, Form: &readImport},
		{Names: []string{"AGENTS.md"}, Fold: true, Form: &readImport},
		{Names: []string{"CLAUDE.md"}, Fold: true, Form: &readImport},
		{Names: []string{"GEMINI.md"}, Fold: true, Form: &readForm},
		readRules(".github/instructions/**/*.instructions.md", true),
		readRules(".claude/rules/**/*.md", true),
	}
	// folderFiles are the files of a folder.
	folderFiles = []contextfiles.Files{
		{Names: []string{"AGENTS.md"}, Fold: true, Form: &importForm},
		{Names: []string{"CLAUDE.md"}, Fold: true, Form: &importForm},
		{Names: []string{"GEMINI.md"}, Fold: true},
	}
)

// instructionFiles are files that are only named if they are for some files.
func instructionFiles(name string) []contextfiles.Files {
	return []contextfiles.Files{{
		Names: []string{name}, Sorted: true, NoLinkedFolders: true, Form: listedForm, Item: "{text}",
	}}
}

const readItem = "<system_reminder>\nCustom instructions from {top}. Apply these to any code you write here:\n\n" +
	"{text}\n</system_reminder>"

// readRules are instructions that a read brings: those with matching patterns, and with orNone those for all files.
func readRules(name string, orNone bool) contextfiles.Files {
	return contextfiles.Files{
		Names: []string{name}, Sorted: true, NoLinkedFolders: true,
		Item: strings.Replace(readItem, "{top}", "{real}", 1), Match: "applyTo", OrNone: orNone, Patterns: braces,
		Form: &contextfiles.TextRules{Front: frontMatter, Refuse: refuse},
	}
}

var brace = lazy.Regexp(`(?s)^([^{]*)\{([^{}]*)\}(.*)$`)

// maxBraces is how many patterns those of a file may expand to.
const maxBraces = 1000

// braces returns the expansions of patterns with {a,b}.
func braces(patterns []string) (all []string) {
	for len(patterns) > 0 {
		pattern := patterns[0]
		patterns = patterns[1:]
		m := brace().FindStringSubmatch(pattern)
		if m == nil || len(all)+len(patterns) >= maxBraces {
			all = append(all, pattern)
			continue
		}

		var choices []string
		for choice := range strings.SplitSeq(m[2], ",") {
			choices = append(choices, m[1]+choice+m[3])
		}

		patterns = append(choices, patterns...)
	}

	return all
}

// frontMatter parses front matter. Its key "applyTo" has the patterns of both keys that agents know; it is missing if
// they match all files.
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

// refuse returns why instructions are left out.
func refuse(keys map[string][]string) string {
	if keys["excludeAgent"] != nil {
		return "its front matter has excludeAgent"
	}
	return ""
}

// escaped escapes a text for HTML.
var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func init() { Tool.AddedTexts = Context.AddedTexts }

// Context is what Copilot CLI gets of files before it reads (CONTEXT-copilot_cli).
var Context = &contextfiles.Profile{
	Tool: Tool,
	Start: []contextfiles.Block{{
		Item: "<custom_instruction>\n{text}\n</custom_instruction>", Join: "\n\n",
		Form: plainForm, OnceText: true, Table: table,
		From: []contextfiles.Place{
			contextfiles.PlaceIn(
				contextfiles.Home,
				contextfiles.Files{Names: []string{".copilot/copilot-instructions.md"}, Form: &importForm},
			),
			contextfiles.PlaceIn(
				contextfiles.TopCwdMid, contextfiles.Files{
					Names: []string{".github/copilot-instructions.md"}, Fold: true, Form: &importForm,
				},
			),
			{In: contextfiles.TopCwdMid, Each: folderFiles},
			{In: contextfiles.TopCwd, Each: instructionFiles(".github/instructions/**/*.instructions.md"), After: "\n"},
			{In: contextfiles.TopCwd, Each: instructionFiles(".claude/rules/**/*.md"), After: "\n"},
			{In: contextfiles.Home, Each: instructionFiles(".copilot/instructions/**/*.instructions.md"), After: "\n"},
		},
	}},
	Nested: &contextfiles.Nested{Below: contextfiles.Top, ByRealFolder: true, Itself: true, Block: contextfiles.Block{
		Open: "\n", Form: readForm, OnceFile: true, ReadEscape: escaped.Replace,
		Item: readItem, Join: "\n",
		From: []contextfiles.Place{
			{In: contextfiles.BesideUp, Each: readFiles},
			contextfiles.PlaceIn(contextfiles.TopCwd,
				readRules(".github/instructions/**/*.instructions.md", false),
				readRules(".claude/rules/**/*.md", false)),
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

// table lists the files that are for some files only.
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
