package claudecode

import (
	"path/filepath"
	"strconv"
	"strings"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/notebook"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
)

const (
	projectNote = "project instructions, checked into the codebase"
	localNote   = "user's private project instructions, not checked in"
	userNote    = "user's private global instructions for all projects"
)

var (
	imports = &contextfiles.Imports{
		Name: contextfiles.Spaced, Path: contextfiles.UpToSharp, Depth: 4, InCwd: true, Sections: true,
		Skip: contextfiles.AllCode | contextfiles.Comment | contextfiles.InlineComment,
	}
	textForm = contextfiles.Form{
		Trim: contextfiles.TrimEnds, FrontMatter: true, Comments: contextfiles.BlockComments, Imports: imports,
	}
	// ruleForm is of rules that come with a file that their front matter matches.
	ruleForm = func() *contextfiles.Form {
		f := textForm
		f.Unless = []string{"paths"}
		return &f
	}()
	ownNames   = []string{"CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"}
	ownFiles   = contextfiles.Files{Names: ownNames[:2], Each: true, Note: projectNote}
	localFiles = contextfiles.Files{Names: ownNames[2:], Note: localNote}
	rules      = contextfiles.Files{Names: []string{".claude/rules/**/*.md"}, Note: projectNote, Form: ruleForm}
	userRules  = contextfiles.Files{Names: rules.Names, Note: userNote, Form: ruleForm}
)

func init() { Tool.Brings = Context.Brings }

// Context is what Claude Code gets of files before it reads (CONTEXT-claude_code).
var Context = &contextfiles.Profile{
	Tool: Tool, StartLast: true, Mention: mention, Follow: "\n",
	Start: []contextfiles.Block{{
		Open: "<system-reminder>\nCodebase and user instructions are shown below. Be sure to adhere to these " +
			"instructions. IMPORTANT: These instructions OVERRIDE any default behavior and you MUST follow them " +
			"exactly as written.\n\n",
		Item: "Contents of {path} ({note}):\n\n{text}", Join: "\n\n", Close: "\n</system-reminder>", Form: textForm,
		From: []contextfiles.Place{
			{
				In:   contextfiles.Home,
				Each: []contextfiles.Files{{Names: []string{".claude/CLAUDE.md"}, Note: userNote}, userRules},
			},
			{In: contextfiles.AllDown, Each: []contextfiles.Files{
				ownFiles, rules, {Names: []string{"AGENTS.md"}, Note: projectNote, Unless: ownNames}, localFiles,
			}},
		},
	}},
	Nested: &contextfiles.Nested{
		Block: contextfiles.Block{
			Item: "<system-reminder>\nContents of {path}:\n\n{text}\n\n</system-reminder>", Form: textForm,
			From: []contextfiles.Place{
				{In: contextfiles.BelowCwd, Each: []contextfiles.Files{ownFiles, localFiles, rules}},
				{In: contextfiles.Home, Each: []contextfiles.Files{{Names: rules.Names, Match: "paths"}}},
				{In: contextfiles.AllDown, Each: []contextfiles.Files{{Names: rules.Names, Match: "paths"}}},
				{In: contextfiles.BelowCwd, Each: []contextfiles.Files{{
					Names: []string{"AGENTS.md"}, Unless: ownNames, Near: true, Aside: true, Form: &contextfiles.Form{},
					Item: "tool.call hook additional context: Contents of {path}:\n\n{text}",
				}}},
			},
		},
		Apart: true, Missing: true,
	},
}

// mostLines is how many lines a mention gives of a file that is too long for one read.
const mostLines = 2000

var lineSuffix = lazy.Regexp(`^(.*)#L(\d+)(?:-(\d+))?$`)

// mention gives each file as if a tool had been called for it.
func mention(m *contextfiles.Mention) {
	seen := map[string]bool{}
	var files []string
	for _, typed := range m.Typed {
		args := map[string]any{}
		if at := lineSuffix().FindStringSubmatch(typed); at != nil {
			first, _ := strconv.Atoi(at[2])
			last, _ := strconv.Atoi(at[3])
			typed, args["offset"], args["limit"] = at[1], first, max(last-first, 0)+1
		}
		path := m.Path(typed)
		args["file_path"] = path
		dir, there := m.IsDir(path)
		switch {
		case seen[path]:
		case !there:
			m.Leave(path, "it is not there")
		case dir:
			call(m, path, "Bash", map[string]string{"command": "ls " + path, "description": "Lists files in " + path},
				m.Named(path, strings.Join(m.Names(path, false, false), "\n")), false)
		case read(m, path, args):
			files = append(files, path)
		}
		seen[path] = true
	}
	for _, file := range files {
		m.AddNested(file)
	}
}

// read gives a file as the read tool does, or where that gives only a page of it, its first lines.
func read(m *contextfiles.Mention, path string, args map[string]any) bool {
	if strings.EqualFold(filepath.Ext(path), ".ipynb") {
		return readNotebook(m, path)
	}
	if head, ok := m.Head(path, headSize); !ok ||
		strings.ContainsRune(head, 0) && !strings.HasPrefix(head, "\xFF\xFE") {
		m.Leave(path, "a mention gives nothing of a file that is binary or cannot be read")
		return false
	}
	p, err := m.Tool(path, tools.Encode(args))
	short := args["limit"] == nil && (err != nil || p.Cut() > 0)
	if short {
		args["limit"] = mostLines
		p, err = m.Tool(path, tools.Encode(args))
	}
	if err != nil || short && p.Lines() < mostLines {
		m.Leave(path, "a mention gives nothing of a file whose first 2,000 lines are too long for one read")
		return false
	}
	if p.Lines() > 0 { // else the text is the agent's own
		p = p.With(escaped(p.Text()))
	}
	call(m, path, "Read", map[string]string{"file_path": path}, p, short)
	if short {
		m.Add(contextfiles.Words("<system-reminder>\nNote: The file " + path +
			" was too large and has been truncated to the first 2000 lines. " +
			"No need to mention the truncation. Use Read to read more of the file if you need.\n</system-reminder>"))
	}
	return true
}

// readNotebook gives a notebook: its text as the JSON of the blocks of the answer; where pictures are among them, each
// block of text is a part of its own.
func readNotebook(m *contextfiles.Mention, path string) bool {
	p, err := m.Tool(path, tools.Encode(map[string]string{"file_path": path}))
	if err != nil {
		m.Leave(path, "a mention gives nothing of a notebook that the read tool refuses")
		return false
	}
	_, data, ok := m.Whole(path, contextfiles.Form{})
	if !ok {
		return false
	}
	n, _, _, _ := notebook.Parse(data)
	input := map[string]string{"file_path": path}
	blocks := textBlocks(cellsOf(n))
	if len(blocks) == 1 {
		text := "[]"
		if blocks[0] != "" {
			text = `[{"text":` + js.Quote(escaped(blocks[0])) + `,"type":"text"}]`
		}
		call(m, path, "Read", input, p.With(text), false)
		return true
	}
	called(m, path, "Read", input)
	for i, block := range blocks {
		if block != "" {
			m.Add(
				contextfiles.Words("<system-reminder>\n"), p.With(escaped(block)),
				contextfiles.Words("\n</system-reminder>"),
			)
		}
		if i+1 < len(blocks) {
			m.Picture()
		}
	}
	return true
}

// call adds a call of a tool and its answer. Of the first, all that something follows is a message of its own.
func call(m *contextfiles.Mention, path, tool string, input any, answer contextfiles.Piece, followed bool) {
	first := m.Added() == 0
	called(m, path, tool, input)
	open, end := "<system-reminder>\nResult of calling the "+tool+" tool:\n", "\n</system-reminder>"
	m.AddApart(first && followed, contextfiles.Words(open), answer, contextfiles.Words(end))
}

// escaped is a text in which nothing ends the element around it.
func escaped(text string) string {
	return strings.ReplaceAll(text, "</system-reminder>", "&lt;/system-reminder>")
}

// called adds that a tool was called. The first is a message of its own.
func called(m *contextfiles.Mention, path, tool string, input any) {
	m.AddApart(m.Added() == 0, m.Named(path, "<system-reminder>\nCalled the "+tool+" tool with the following input: "+
		string(tools.Encode(input))+"\n</system-reminder>"))
}
