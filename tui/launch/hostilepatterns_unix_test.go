//go:build linux || darwin

package launch

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/source/revision"
	"eyeline/reader/tools"
)

// hostileRepository makes a work tree and goes there. Its ignore files, attributes and rules have patterns that whoever
// tries one way after the other through never comes to an end with, for the file that is returned, 60 folders deep.
func hostileRepository(t *testing.T) (file string) {
	t.Helper()
	emptyGit(t)
	dir := t.TempDir()
	hostile := strings.Repeat("**/a/", 20) + "zz"
	patterns := hostile + "\n" + strings.Repeat("*a", 60) + "\n" + strings.Repeat("{a,b}", 60) + "c\n"
	file = strings.Repeat("a/", 60) + "b.go"
	put(t, filepath.Join(dir, file), "package b\n", 0o644)
	command(t, dir, "init", "-q")
	command(t, dir, "add", ".")
	command(t, dir, "commit", "-qm", "first")
	put(t, filepath.Join(dir, file), "package c\n", 0o644)
	put(t, filepath.Join(dir, "CLAUDE.md"), "Hello\n", 0o644)
	put(t, filepath.Join(dir, ".gitattributes"), hostile+" text linguist-generated diff=x\n", 0o644)
	for name, key := range map[string]string{
		".claude/rules/r.md": "paths", ".github/instructions/r.instructions.md": "applyTo",
	} {
		put(t, filepath.Join(dir, name), "---\n"+key+": \""+hostile+"\"\n---\nrule\n", 0o644)
	}
	for _, name := range []string{
		".gitignore", ".git/info/exclude", ".git/info/attributes", ".geminiignore", ".qwenignore", ".agentignore",
		".aiignore", ".rooignore", ".ignore", ".rgignore",
	} {
		put(t, filepath.Join(dir, name), patterns, 0o644)
	}
	t.Chdir(dir)
	return file
}

// TestHostilePatterns: every command comes to an end in a repository with hostile patterns. The steps of matching are
// counted beside the code that matches.
func TestHostilePatterns(t *testing.T) {
	longtest.SkipUnlessLong(t)
	file := hostileRepository(t)
	abs, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := [][]string{
		{"check"},
		{"check", "--diff", "HEAD"},
		{"check", "--staged"},
		{"check", "--all"},
		{"context", "--agent", "all", "--mention", file, "--after-read", file},
		{"tools"},
		{file},
	}
	for _, format := range []string{"json", "sarif", "github", "markdown", "html"} {
		lines = append(lines, []string{"check", "--format", format})
	}
	for _, tool := range tools.AllVersions() {
		path := file
		if tool.Paths == tools.PathAbsolute {
			path = abs
		}
		lines = append(lines, []string{"emit", "-t", tool.Name, path})
	}
	for _, line := range lines {
		r := run(t, line...)
		if r.err != nil && strings.Contains(r.err.Error(), "said nothing") {
			t.Errorf("%q: %v", line, r.err)
		}
		if line[0] == "check" && (r.err != nil || r.out == "" && len(line) == 1) {
			t.Errorf("%q: %v\n%s", line, r.err, r.out)
		}
	}
	call := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
		`"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" +
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"gemini_cli","arguments":{"file_path":"` +
		file + `"}}}` + "\n"
	r := runWith(t, strings.NewReader(call), "mcp", "--tools", "gemini_cli")
	if r.err != nil || !strings.Contains(r.out, `"id":2`) {
		t.Errorf("mcp: %v\n%s", r.err, r.out)
	}
	// What the viewer marks: git would match the attributes, so it is not asked.
	_, err = revision.Changes(t.Context(), abs, "HEAD")
	if err == nil || !strings.Contains(err.Error(), ".gitattributes") {
		t.Error(err)
	}
}
