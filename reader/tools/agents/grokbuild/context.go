package grokbuild

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/contextfiles"
)

var (
	fileForm = contextfiles.TextRules{Trim: contextfiles.TrimEnds, KeepBOM: true, KeepBlank: true, UTF8: true}
	ruleForm = func() *contextfiles.TextRules {
		f := fileForm
		f.FrontMatter, f.Front = true, frontMatter
		return &f
	}()
	// userForm is for the user's files: one line end at either end is removed.
	userForm = func() contextfiles.TextRules {
		f := fileForm
		f.Trim = contextfiles.TrimLine
		return f
	}()
	userRuleForm = func() *contextfiles.TextRules {
		f := userForm
		f.FrontMatter, f.Front = true, frontMatter
		return &f
	}()
	names = []string{"Agents.md", "Claude.md", "CLAUDE.md", "CLAUDE.local.md", "AGENT.md", "AGENTS.md"}
)

// userFiles returns the user's files and rules below a folder of the home.
func userFiles(dir string) []contextfiles.Files {
	var own []string
	for _, name := range names {
		own = append(own, dir+"/"+name)
	}
	rules := ruleFiles(dir + "/rules")
	rules.Form = userRuleForm
	rules.SkipUserFiles = false
	return []contextfiles.Files{contextfiles.AllOf(own...), rules}
}

// frontMatter returns the length of a rule's front matter, with the white space before it. It ends with the first "---"
// at the beginning of a line, whatever follows.
func frontMatter(text []byte) (n int, keys map[string][]string) {
	bare := bytes.TrimLeftFunc(text, unicode.IsSpace)
	if !bytes.HasPrefix(bare, []byte("---")) {
		return 0, nil
	}

	end := bytes.Index(bare[3:], []byte("\n---"))
	if end < 0 {
		return 0, nil
	}

	rest := bare[3+end+4:]
	return len(text) - len(bytes.TrimLeftFunc(rest, unicode.IsSpace)), nil
}

// tops: a folder .git is the top of a repository if it looks like one, or a file .git that names one; anything else is
// no repository, nor is the home.
func tops(s *contextfiles.Setup) func(dir string) contextfiles.TopKind {
	return func(dir string) contextfiles.TopKind {
		git := filepath.Join(dir, ".git")
		switch {
		case !s.Has(git):
			return contextfiles.Below
		case dir == s.Real(s.Home()):
			return contextfiles.NoRepository
		case s.IsFile(filepath.Join(git, "HEAD")) || s.GitDir(dir) != "":
			return contextfiles.IsTop
		}

		return contextfiles.NoRepository
	}
}

// ruleFiles returns the rules of a folder.
func ruleFiles(dir string) contextfiles.Files {
	return contextfiles.Files{
		Names: []string{dir + "/*.md"}, Sorted: true, Fold: true, SkipUserFiles: true, Form: ruleForm,
	}
}

// projectFiles are the files of a folder of the project.
var projectFiles = func() contextfiles.Files {
	f := contextfiles.AllOf(append(slices.Clone(names), ".claude/CLAUDE.md", ".claude/CLAUDE.local.md")...)
	f.SkipUserFiles = true
	return f
}()

// Context is what Grok Build gets of files before it reads (CONTEXT-grok_build).
var Context = &contextfiles.Profile{
	Tool: Tool, Mention: mention, Tops: tops,
	Start: []contextfiles.Block{
		{
			Open: `<always_applied_workspace_rules description="` +
				"These are workspace-level rules that the agent must always follow.\">\n",
			Item:  "<always_applied_workspace_rule name=\"{path}\">\n{text}\n</always_applied_workspace_rule>",
			Join:  "\n\n",
			Close: "\n</always_applied_workspace_rules>", Form: fileForm, OnceFile: true,
			From: []contextfiles.Place{{In: contextfiles.TopDown, Each: []contextfiles.Files{
				projectFiles,
				ruleFiles(".grok/rules"), ruleFiles(".claude/rules"), ruleFiles(".cursor/rules"),
			}}},
		},
		{
			Item: "<user_rule>\n{text}\n</user_rule>", Join: "\n\n", Form: userForm, OnceFile: true,
			From: []contextfiles.Place{{In: contextfiles.Home, SharedLast: true, Each: slices.Concat(
				userFiles(".grok"), userFiles(".claude"), userFiles(".cursor")[1:],
			)}},
		},
	},
	Aside: "the folder is trusted (--trust): in one that is not, project files are not sent",
}

const maxMentioned = 5000 // limit of a mentioned file in tokens, each estimated as four bytes

// mention adds the files in one part.
func mention(m *contextfiles.Mention) {
	pieces := []contextfiles.Piece{contextfiles.Words(
		"<system-reminder>\nBelow are some potentially helpful/relevant pieces of information " +
			"for figuring out how to respond\n\n<attached_files>",
	)}
	for typed, path := range m.ExistingPaths() {
		dir, _ := m.IsDir(path)
		if dir || strings.Contains(typed, " ") || strings.HasPrefix(typed, "~") {
			m.Leave(path, "a mention gives nothing of folders, and of names with a space or ~")
			continue
		}

		p, data, ok := m.WholeFile(path, contextfiles.TextRules{KeepBOM: true})
		if !ok {
			continue
		}

		if !utf8.Valid(data) {
			m.Leave(path, "a mention gives nothing of a file that is not UTF-8 text")
			continue
		}

		shown := m.Env().Abs(typed)
		text := numbered(data)
		open := "\n\n<file_contents path=\"" + shown + "\" isFullFile=\"true\""
		if n := len(text) / 4; n > maxMentioned {
			text = fmt.Sprintf("%s skipped=\"true\" reason=\"file too large (~%d estimated tokens, limit %d). "+
				"Use read_file tool to read specific sections.\"/>", open, n, maxMentioned)
			pieces = append(pieces, m.Named(path, text))
			m.Leave(
				path,
				fmt.Sprintf("it has about %d tokens, and a mention gives files of no more than %d", n, maxMentioned),
			)
			continue
		}

		pieces = append(pieces, contextfiles.Words(open+">\n"), p.With(text), contextfiles.Words("\n</file_contents>"))
	}

	if len(pieces) > 1 {
		m.Add(append(pieces, contextfiles.Words("\n\n</attached_files>\n\n</system-reminder>"))...)
	}
}

// numbered returns a text with a number before each line.
func numbered(data []byte) string {
	text := strings.TrimSuffix(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = fmt.Sprintf("%d→%s", i+1, line)
	}
	return strings.Join(lines, "\n")
}
