package agents

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/contextfiles"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// TestHostileIgnoreFiles: a repository whose ignore files and rules have patterns that backtracking never comes to an
// end with is read by every tool, and what every agent gets of it is found.
func TestHostileIgnoreFiles(t *testing.T) {
	t.Parallel()
	hostile := strings.Repeat("**/a/", 20) + "zz"
	file := strings.Repeat("a/", 60) + "b.go"
	files := map[string]string{
		file: "package b\n", ".git/HEAD": "ref: refs/heads/main\n", "CLAUDE.md": "Hello\n",
		".claude/rules/r.md":                     "---\npaths: \"" + hostile + "\"\n---\nrule\n",
		".qwen/rules/r.md":                       "---\npaths: \"" + hostile + "\"\n---\nrule\n",
		".github/instructions/r.instructions.md": "---\napplyTo: \"" + hostile + "\"\n---\nrule\n",
	}
	for _, name := range []string{
		".gitignore", ".git/info/exclude", ".geminiignore", ".qwenignore", ".agentignore", ".aiignore", ".rooignore", ".ignore",
		".rgignore",
	} {
		files[name] = hostile + "\n" + strings.Repeat("*a", 60) + "\n" + strings.Repeat("{a,b}", 60) + "c\n[\n"
	}
	dir := toolstest.Tree(t, files)
	home := t.TempDir()
	for _, tool := range tools.AllVersions() {
		path := file
		if tool.Paths == tools.PathAbsolute {
			path = filepath.Join(dir, file)
		}
		r, err := tool.Read(t.Context(), tools.Env{Root: dir, Home: home}, tools.BuildArgs(tool, path, nil))
		if errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(tool.Name, err)
		}
		if err != nil {
			continue // a refusal, such as of a pattern that is not understood
		}
		if _, err := r.Render(t.Context(), new(bytes.Buffer)); err != nil {
			t.Error(tool.Name, err)
		}
		r.Close()
	}
	for _, p := range contextfiles.All() {
		_, err := p.Of(t.Context(), contextfiles.Request{
			Env: tools.Env{Root: dir, Home: home}, Mentions: []string{file}, Reads: []string{file},
		})
		if err != nil {
			t.Error(p.Name(), err)
		}
	}
}
