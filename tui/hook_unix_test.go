//go:build linux || darwin

package tui_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// repository is a work tree in which the commands of a document run, with the program on the path.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	program, err := program()
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"PATH": filepath.Dir(program) + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME": t.TempDir(), "XDG_CONFIG_HOME": "",
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "n", "GIT_AUTHOR_EMAIL": "e@x",
		"GIT_COMMITTER_NAME": "n", "GIT_COMMITTER_EMAIL": "e@x",
	} {
		t.Setenv(name, value)
	}
	r := repository{t, t.TempDir()}
	r.must("git init -q -b main")
	return r
}

// run runs a script as a workflow does, and returns what it prints.
func (r repository) run(script string) (out string, err error) {
	cmd := exec.Command("sh", "-e", "-c", script)
	cmd.Dir = r.dir
	b, err := cmd.CombinedOutput()
	return string(b), err
}

// must runs a script that ends well.
func (r repository) must(script string) {
	r.t.Helper()
	if out, err := r.run(script); err != nil {
		r.t.Fatalf("%s: %v\n%s", script, err, out)
	}
}

// refused runs a script that must fail and say something, and leave no commit.
func (r repository) refused(script, says string) {
	r.t.Helper()
	before, _ := r.run("git rev-parse HEAD") // there may be none
	out, err := r.run(script)
	unwrapped := strings.Join(strings.Fields(out), " ")
	if err == nil || !strings.Contains(unwrapped, says) {
		r.t.Errorf("%s: %v, without %q\n%s", script, err, says, out)
	}
	if after, _ := r.run("git rev-parse HEAD"); after != before {
		r.t.Errorf("%s: committed", script)
	}
}

// write writes a file of the work tree.
func (r repository) write(name, text string) {
	r.t.Helper()
	if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// checkBlock is the one block of code of the topic on check that has a text.
func checkBlock(t *testing.T, has string) string {
	t.Helper()
	found := ""
	for _, m := range codeBlock.FindAllStringSubmatch(documents(t)["help/check.md"], -1) {
		if !strings.Contains(m[1], has) {
			continue
		}
		if found != "" {
			t.Fatalf("two blocks have %q", has)
		}
		found = m[1] + "\n"
	}
	if found == "" {
		t.Fatalf("no block has %q", has)
	}
	return found
}

const (
	clean = "one\ntwo\n"
	bad   = "one\ntw\u200bo\n"
)

// TestTheHook runs the pre-commit hook of the documents, and what makes its baseline, where people commit.
func TestTheHook(t *testing.T) {
	longtest.SkipUnlessLong(t)
	r := newRepository(t)
	hook := filepath.Join(r.dir, ".git", "hooks", "pre-commit")
	if err := os.MkdirAll(filepath.Dir(hook), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(hook, []byte(checkBlock(t, "#!/bin/sh")), 0o755); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("a line of a long file\n", 6000)
	r.write("old.txt", bad)
	r.write("long.txt", long)
	r.must("git add .")
	r.refused("git commit -qm x", ".eyeline.json: no such file")
	r.must(checkBlock(t, "> .eyeline.json"))

	r.write("new.txt", bad)
	r.must("git add new.txt")
	r.refused("git commit -qm first", "U+200B")
	r.write("new.txt", clean)
	r.refused("git commit -qm first", "new.txt error hidden: line 2:3")
	r.must("git add new.txt && git commit -qm first")

	r.write("new.txt", "zero\n"+bad)
	r.must("git add new.txt")
	r.write("new.txt", "zero\n"+clean)
	r.refused("git commit -qm cleaned", "new.txt error hidden: line 3:3")
	r.must("git add new.txt && git commit -qm clean")

	r.write("untracked.txt", bad)
	r.write("new.txt", clean+"three\n")
	r.must("git commit -qam untracked && rm untracked.txt")
	r.write("new.txt", bad)
	r.refused("git commit -qam all", "hidden")
	r.refused("git commit -qm one new.txt", "hidden")
	r.write("other.txt", clean)
	r.must("git add other.txt && git commit -qm another other.txt && git checkout -q new.txt")

	r.write("old.txt", "zero\n"+bad)
	r.write("long.txt", "zero\n"+long)
	r.must("git commit -qam 'what was there has moved'")
	r.write("old.txt", "zero\n"+bad+"thr\u200bee\n")
	r.refused("git commit -qam 'one more'", "2 times on lines 3, 4: a person does not see it, and the model gets it, more than before: 2 times, and was 1")
	r.must("git checkout -q old.txt")
	r.write("long.txt", long+strings.Repeat("a line of a long file\n", 2000))
	r.refused("git commit -qam 'much more'", "more than before")
	r.must("git checkout -q long.txt && mkdir sub && cd sub && echo x > f && git add f && git commit -qm 'from a folder'")
}

// TestTheWorkflow runs the steps of the documents' workflow in a clone, as a pull request has it.
func TestTheWorkflow(t *testing.T) {
	origin := newRepository(t)
	origin.write("old.txt", bad)
	origin.must("git add old.txt")
	origin.must(checkBlock(t, "> .eyeline.json"))
	origin.must("git commit -qm first")
	r := repository{t, filepath.Join(t.TempDir(), "clone")}
	origin.must("git clone -q . " + r.dir)
	r.must("git checkout -q -b change")
	steps := regexp.MustCompile(`(?m)^- run: (.*)$`).FindAllStringSubmatch(checkBlock(t, "- run: "), -1)
	if len(steps) == 0 {
		t.Fatal("there are no steps")
	}
	run := func(when, has string, passes bool) {
		t.Helper()
		for _, step := range steps {
			out, err := r.run(step[1])
			if err == nil != passes || !strings.Contains(out, has) || strings.Contains(out, "old.txt") {
				t.Errorf("%s: %v\n%s", when, err, out)
			}
		}
	}
	run("nothing is changed", "", true)
	r.write("old.txt", "zero\n"+bad)
	r.write("new.txt", clean)
	r.must("git add . && git commit -qm change")
	run("what was there has moved", "", true)
	r.write("new.txt", bad)
	r.must("git add . && git commit -qm worse")
	run("a hidden character", "file=new.txt,line=2,col=3", false)
	r.must("rm .eyeline.json")
	run("no baseline", ".eyeline.json: no such file", false)
	r.write(".eyeline.json", "{}")
	run("a baseline that is none", ".eyeline.json: a report of version 0, not 3", false)
}
