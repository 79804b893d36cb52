//go:build linux || darwin

package launch

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWhatCommandsStartAndWrite: of the commands only those that are asked about a work tree or a revision start a
// program, which is git. None changes a file or leaves one behind.
func TestWhatCommandsStartAndWrite(t *testing.T) {
	emptyGit(t)
	withSettings(t, "wrap = true\n")
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	repo, bin, temp, marks := filepath.Join(top, "repo"), filepath.Join(top, "bin"), filepath.Join(top, "temp"), filepath.Join(t.TempDir(), "marks")
	put(t, filepath.Join(temp, "theirs"), "x", 0o600)
	put(t, filepath.Join(repo, "a.txt"), "one\n", 0o644)
	command(t, repo, "init", "-q", "-b", "main")
	command(t, repo, "add", ".")
	command(t, repo, "commit", "-qm", "first")
	put(t, filepath.Join(repo, "a.txt"), "two\n", 0o644)
	session := runIn(t, repo)
	real := strings.Fields(command(t, repo, "--exec-path"))[0]
	put(t, filepath.Join(bin, "git"), "#!/bin/sh\necho git >>"+marks+"\nPATH="+os.Getenv("PATH")+"\nexec git \"$@\"\n", 0o755)
	put(t, filepath.Join(bin, "program"), "#!/bin/sh\necho program >>"+marks+"\ncat\n", 0o755)
	for _, name := range []string{
		"EDITOR", "VISUAL", "SHELL", "PAGER", "MANPAGER", "GIT_PAGER", "LESSOPEN", "LESSCLOSE", "LESSEDIT", "BROWSER", "EYELINE",
	} {
		t.Setenv(name, "|"+filepath.Join(bin, "program")+" %s")
	}
	for _, name := range []string{"cat", "sed", "head", "sh", "less", "man"} {
		put(t, filepath.Join(bin, name), "#!/bin/sh\necho "+name+" >>"+marks+"\n", 0o755)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+real)
	t.Setenv("TMPDIR", temp)
	t.Setenv("HOME", filepath.Join(top, "home"))
	t.Chdir(repo)
	before := picture(t, top)
	maps.DeleteFunc(before, func(name, _ string) bool { return name == temp }) // its time changes
	for _, c := range []struct {
		git  bool
		in   string
		line []string
	}{
		{line: []string{"version"}},
		{line: []string{"help"}},
		{line: []string{"man"}},
		{line: []string{"completion", "bash"}},
		{line: []string{"config"}},
		{line: []string{"tools"}},
		{line: []string{"tools", "--report"}},
		{line: []string{"emit", "a.txt"}},
		{line: []string{"emit", "--json", "--walk", "--tool", "codex_exec", "a.txt"}},
		{line: []string{"emit", "--tool", "codex_exec", "--args", `{"command":"cat a.txt | head -1"}`}},
		{line: []string{"emit", "-"}, in: "piped\n"},
		{line: []string{"emit", "--cover", "1-1", "a.txt"}},
		{line: []string{"emit", "--batch"}, in: `{"tool":"claude_code","arguments":{"file_path":"` + repo + `/a.txt"}}` + "\n"},
		{line: []string{"check", "--explain", "cut-line"}},
		{line: []string{"transcript"}},
		{line: []string{"transcript", session}},
		{line: []string{"transcript", session, "--now", "--calls"}},
		{line: []string{"transcript", session, "--file", "a.txt"}},
		{line: []string{"transcript", session, "--call", "1"}},
		{line: []string{"transcript", session, "--paging"}},
		{line: []string{"transcript", session, "--diff", "-"}, in: "--- a/a.txt\n+++ b/a.txt\n@@ -0,0 +1 @@\n+two\n"},
		{line: []string{"transcript", session, "--diff", "HEAD"}, git: true},
		{line: []string{"emit", "HEAD:a.txt"}, git: true},
		{line: []string{"__complete", "check", "--diff", ""}, git: true},
		{line: []string{"check"}, git: true},
		{line: []string{"check", "--diff", "HEAD"}, git: true},
	} {
		_ = os.Remove(marks)
		said := runWith(t, strings.NewReader(c.in), c.line...)
		if said.opts != nil {
			t.Errorf("%q starts the viewer", c.line)
		}
		text, _ := os.ReadFile(marks) // there is none where nothing ran
		if got := strings.Trim(string(text), "git\n"); got != "" || (len(text) > 0) != c.git {
			t.Errorf("%q starts %q: %v\n%s", c.line, text, said.err, said.out)
		}
		after := picture(t, top)
		maps.DeleteFunc(after, func(name, _ string) bool { return name == temp })
		if names := differs(before, after); len(names) > 0 {
			t.Errorf("%q writes %q", c.line, names)
		}
	}
}
