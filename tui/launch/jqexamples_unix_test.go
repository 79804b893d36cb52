//go:build linux || darwin

package launch

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// jqExample finds the commands of a page that hand what they print to jq: a line of a block, or a span of code, which
// may continue on a second line.
var jqExample = regexp.MustCompile("(?m)`(eyeline [^`]*\\| *\n? *jq [^`]*)`|^(eyeline [^`\n]*\\| jq [^`\n]*)$")

// jqWants has a part of what each of these commands prints in the folder of madeRun, by a part of the command.
var jqWants = map[string]string{
	"[.name, .tokens_first, .tokens_all]": "claude_code\t18060\t18060\ngemini_cli\t380\t380\n",
	"select(.lost_bytes > 0)":             "\tlong.txt\n",
	"select(.blind > 0)":                  "run.jsonl\t4\tother.go\t1\n",
	"map(select(.again))":                 "2\t16\tmain.go\n",
	"jq -c .never":                        "[[1,1],[4,4]]\n",
	"never: [.never[].path]":              "\"name\": \"claude_code\",\n  \"never\": [\n    \"ignored.txt\"\n",
}

// TestExamplesForJQ runs the commands of the pages that use jq, as they stand there, in a folder with a run.
func TestExamplesForJQ(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("jq is not installed")
	}
	pages, err := filepath.Glob("../help/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range jqExample.FindAllStringSubmatch(string(text), -1) {
			commands = append(commands, m[1]+m[2])
		}
	}

	env := madeRun(t)
	t.Chdir(filepath.Join(os.Getenv("HOME"), "work"))
	found := map[string]bool{}
	for _, command := range commands {
		checkJQExample(t, command, env, found)
	}
	for part := range jqWants {
		if !found[part] {
			t.Errorf("no page has a command with %s", part)
		}
	}
}

// checkJQExample runs one command, and adds which of jqWants it is to what was found.
func checkJQExample(t *testing.T, command string, env []string, found map[string]bool) {
	t.Helper()
	want := ""
	for part, of := range jqWants {
		if strings.Contains(command, part) {
			want = of
			found[part] = true
		}
	}
	if want == "" {
		t.Errorf("this test has no answer for %s", command)
		return
	}
	var errors bytes.Buffer
	cmd := exec.Command("sh", "-c", strings.ReplaceAll(command, "DIR", "runs"))
	cmd.Env = env
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), want) || errors.Len() > 0 {
		t.Errorf("%s\n%v %s%s\nwants %s", command, err, errors.String(), out, want)
	}
}

// madeRun makes a home with a folder "work" of files, one of which is long, and one that git ignores, with a run of
// Claude Code in that folder, and the environment of a shell that has eyeline.
func madeRun(t *testing.T) (env []string) {
	t.Helper()
	env = inShell(t, "sh")
	home := t.TempDir()
	work := filepath.Join(home, "work")
	t.Setenv("HOME", home)
	for name, text := range map[string]string{
		"main.go":          "package main\nalpha beta\ngamma delta\n// never sent\n",
		"long.txt":         strings.Repeat("many words ", 9000) + "a[0]\n",
		"ignored.txt":      "a[0]\n",
		".gitignore":       "ignored.txt\n",
		".git/HEAD":        "ref: refs/heads/main\n",
		".git/config":      "[core]\n\tbare = false\n",
		".git/objects/x":   "",
		".git/refs/heads/": "",
	} {
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(filepath.Join(work, name), 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		transcripttest.Write(t, filepath.Join(work, name), []byte(text))
	}
	read := func(n int) string {
		return transcripttest.ClaudeRead(n, work, filepath.Join(work, "main.go"), 2, "alpha beta", "gamma delta")
	}
	run := read(1) + read(2) + read(3) + transcripttest.ClaudeStep(4, work, "Edit", transcripttest.Object{
		"file_path": filepath.Join(work, "other.go"), "old_string": "what no call gave before\nnor this", "new_string": "x",
	}, "ok", nil)
	transcripttest.Write(t, filepath.Join(work, "runs/run.jsonl"), []byte(run))
	slug := strings.NewReplacer("/", "-", ".", "-", "_", "-").Replace(work)
	transcripttest.Write(t, filepath.Join(home, ".claude/projects", slug, "run.jsonl"), []byte(run))
	return append(env, "HOME="+home, "CLAUDE_CONFIG_DIR=")
}
