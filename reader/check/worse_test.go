package check

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// What a change has made worse is reported, and nothing that was so before, wherever it is now.
func TestWorse(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	const hidden = "tw\u202eo\n"
	long := strings.Repeat("a line of text, of which there are many\n", 3000)
	dir := tree(t, map[string]string{
		"kept.txt": hidden, "moved.txt": hidden, "more.txt": hidden, "long.txt": long, "longer.txt": long, "crlf.txt": "a\r\nb\n",
	})
	runGit(t, dir, "init", "-q")
	runGit(t, dir, "add", ".")
	runGit(t, dir, "commit", "-qm", "x")
	for name, text := range map[string]string{
		"moved.txt": "one\n" + hidden, "more.txt": hidden + hidden, "long.txt": "one\n" + long, "longer.txt": long + long,
		"crlf.txt": "a\r\nb\r\nc\n", "new.txt": "x\u200by\n", "fine.txt": "x\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{Paths: []string{dir}, Since: "HEAD", Tools: lookup(t, "gemini_cli")}
	if all := run(t, o); len(all.Findings) != 6 {
		t.Errorf("of the files that differ: %+v", all.Findings)
	}
	o.Worse = true
	var got []string
	for _, f := range run(t, o).Findings {
		grown := strings.Contains(f.Message, "more than before: ")
		got = append(got, fmt.Sprint(strings.TrimPrefix(f.Path, dir+"/"), " ", f.Rule, " ", grown))
	}
	if s := strings.Join(got, ", "); s != "more.txt hidden true, new.txt hidden false, longer.txt partial true" {
		t.Error(s)
	}
}

// TestAFileThatChangesMeanwhile: what is found of a file that changes while it is checked is not said, with what it was
// before or without.
func TestAFileThatChangesMeanwhile(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	const hidden = "tw\u202eo\n"
	for _, worse := range []bool{false, true} {
		dir := tree(t, map[string]string{"a.txt": "one\n"})
		runGit(t, dir, "init", "-q")
		runGit(t, dir, "add", ".")
		runGit(t, dir, "commit", "-qm", "x")
		file := filepath.Join(dir, "a.txt")
		rewrite(t, file, hidden)
		most := int64(99)
		tool := firstLines(&most, &most)
		read := tool.Run
		tool.Run = func(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
			rewrite(t, file, hidden+hidden)
			return read(ctx, env, args)
		}
		g := run(t, Options{Paths: []string{dir}, Since: "HEAD", Worse: worse, Tools: []*tools.Tool{tool}})
		if len(g.Findings) > 0 || len(g.Skipped) != 1 || !strings.Contains(g.Skipped[0].Why, "change") {
			t.Errorf("worse %v: %+v, skipped %+v", worse, g.Findings, g.Skipped)
		}
	}
}

// rewrite gives a file of the work tree other content.
func rewrite(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
