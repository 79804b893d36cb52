//go:build linux || darwin

package check

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Files of as many folders as are named are checked with few open files, and each is counted once.
func TestNamesHoldNoFolderOpen(t *testing.T) {
	const folders = 300
	files := map[string]string{}
	for i := range folders {
		files[fmt.Sprintf("d%d/f.txt", i)] = "x\n"
	}
	dir := tree(t, files)
	var paths []string
	for name := range files {
		paths = append(paths, filepath.Join(dir, name), filepath.Join(dir, name))
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Skip(err)
	}
	low := limit
	low.Cur = 100
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &low); err != nil {
		t.Skip(err)
	}
	defer func() { _ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit) }()
	for _, o := range []Options{{Paths: paths}, {Paths: paths, All: true}} {
		if g := run(t, o); g.Files != folders || len(g.Skipped) > 0 {
			t.Errorf("%d files, %v", g.Files, g.Skipped)
		}
	}
}

// Git is asked as often for many files of a work tree as for one. What git ignores stays out although it is named.
func TestNamesAskGitOnce(t *testing.T) {
	real, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	files := map[string]string{".gitignore": "*.o\n", "d3/x.o": "x\n", "d4/new.txt": "x\n", "other.txt": "x\n"}
	for i := range 40 {
		files[fmt.Sprintf("d%d/f.txt", i)] = "x\n"
	}
	dir := tree(t, files)
	runGit(t, dir, "init", "-q")
	runGit(t, dir, "add", ".gitignore", "other.txt", "d0", "d1", "d2", "d3")
	runGit(t, dir, "commit", "-qm", "x")
	bin, calls := t.TempDir(), filepath.Join(t.TempDir(), "calls")
	script := fmt.Sprintf("#!/bin/sh\necho x >> '%s'\nexec '%s' \"$@\"\n", calls, real)
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	asked := func(o Options) (n int, g *Result) {
		_ = os.Remove(calls)
		g = run(t, o)
		said, _ := os.ReadFile(calls)
		return strings.Count(string(said), "x"), g
	}
	var paths []string
	for name := range files {
		if name != "other.txt" {
			paths = append(paths, filepath.Join(dir, name))
		}
	}
	for _, o := range []Options{{}, {Since: "HEAD"}, {Staged: true}} {
		o.Paths = []string{filepath.Join(dir, "d0", "f.txt")}
		one, _ := asked(o)
		o.Paths = paths
		many, g := asked(o)
		if many > one+2 {
			t.Errorf("%+v: git is started %d times for one file, and %d times for %d", o, one, many, len(paths))
		}
		want := int64(len(paths) - 1)
		switch {
		case o.Since != "":
			want = 37 // 36 folders and new.txt are not tracked
		case o.Staged:
			want = 0
		}
		if g.Files != want {
			t.Errorf("%+v: %d files, want %d", o, g.Files, want)
		}
	}
}
