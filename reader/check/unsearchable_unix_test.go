//go:build unix

package check

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// searchedBy are the tools of agents that search by ripgrep, by ugrep, and by their own lists of names.
func searchedBy(t *testing.T) (asked []*tools.Tool) {
	t.Helper()
	for _, name := range []string{"claude_code", "gemini_cli", "opencode", "cline"} {
		tool, _ := tools.Lookup(name)
		asked = append(asked, tool)
	}
	return asked
}

// notFound checks a repository of some tracked files, and is its findings and facts of the rule, a line each.
func notFound(t *testing.T, files map[string]string, o Options) (lines []string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := tree(t, files)
	runGit(t, dir, "init", "-q")
	runGit(t, dir, "add", ".")
	if err := os.WriteFile(filepath.Join(dir, "untracked.txt"), []byte("some text of sixteen bytes and more\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o.Paths, o.Tools = []string{dir}, searchedBy(t)
	r := run(t, o)
	for _, f := range r.Findings {
		if f.Rule == Unsearchable {
			lines = append(lines, fmt.Sprintf("%s: %s: %s", f.Path[strings.LastIndexByte(f.Path, '/')+1:],
				strings.Join(f.Agents, ","), f.Message))
		}
	}
	for _, f := range r.Facts {
		if f.Rule == Unsearchable {
			lines = append(lines, fmt.Sprintf("fact: %s %d: %s", f.Tool, f.Files, f.Message))
		}
	}
	return lines
}

// TestUnsearchable: a file that a pattern of the repository or its encoding keeps from searches is a finding, with the
// agents and the line; what agents leave out by name, and whole folders, are facts.
func TestUnsearchable(t *testing.T) {
	t.Parallel()
	const text = "some text of sixteen bytes and more\n"
	wide := strings.Join(strings.Split(text, ""), "\x00") + "\x00"
	got := notFound(t, map[string]string{
		"a.txt": text, "secret.txt": text, ".rgignore": "# names\nsecret.txt\n/docs/\nuntracked.txt\n", "docs/b.txt": text, "docs/c.txt": text,
		"wide.txt": wide, "sound.txt": "a\x00\x01\x00" + strings.Repeat("b\x00", 40), ".github/w.yml": text, "x.tmp": text,
		"vendor/v.txt": text, "testdata/wide.txt": wide, "tests/wide.txt": "\xff\xfe\x00\x00" + wide, "tests/nul.py": text + "\x00\n",
	}, Options{})
	const (
		bare = "UTF-16 without a byte order mark, and taken for binary: it has NULs"
		docs = ": leaves out a folder that is ignored by .rgignore:3: /docs/"
	)
	want := []string{
		"secret.txt: Gemini CLI,opencode,Cline CLI: no search finds anything in it: ignored by .rgignore:2: secret.txt; " +
			"take the pattern out, or a ! line in, where agents are to find the file",
		"wide.txt: Claude Code,Gemini CLI,opencode,Cline CLI: Claude Code: no search finds anything in it: it is UTF-16, and " +
			"taken for binary: its first bytes have NULs; Gemini CLI, opencode, Cline CLI: no search finds anything in it: it is " +
			bare + "; convert the file to UTF-8",
		"fact: Gemini CLI 1: leaves out *.tmp",
		"fact: Cline CLI 2" + docs, "fact: Gemini CLI 2" + docs, "fact: opencode 2" + docs,
		"fact: Gemini CLI 2: leaves out hidden files and folders",
		"fact: Cline CLI 1: leaves out hidden files and folders",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

// TestUnsearchableIsQuiet: untracked files, files marked as generated, and those that one pattern leaves out in numbers
// are no findings; with the rule asked for each is.
func TestUnsearchableIsQuiet(t *testing.T) {
	t.Parallel()
	const text = "some text of sixteen bytes and more\n"
	files := map[string]string{".ignore": "s*.txt\nmade.txt\n", ".gitattributes": "made.txt linguist-generated\n", "made.txt": text}
	for i := range 12 {
		files[fmt.Sprintf("s%d.txt", i)] = text
	}
	got := notFound(t, files, Options{})
	for _, line := range got {
		if !strings.HasPrefix(line, "fact: ") {
			t.Errorf("%s", line)
		}
	}
	if want := "fact: opencode 12: does not find what is ignored by .ignore:1: s*.txt"; !slices.Contains(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
	if got = notFound(t, files, Options{Rules: []string{Unsearchable}}); len(got) < 12 {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}
