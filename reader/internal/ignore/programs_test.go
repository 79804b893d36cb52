package ignore

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
)

// made makes a tree of folders, files and ignore files by a seed. Its folders and names are few, so that patterns meet
// them.
func made(t *testing.T, seed uint64, names, malformed []string) (dir string, paths []string) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	pick := func(all []string) string { return all[r.IntN(len(all))] }
	parts := []string{
		"a", "b", "ab", "c.txt", "*", "**", "?", "[a-b]", "[!a]", "[^b]", "[]]", "/", "/", "/", "/**/", "**/", "\\*", "\\a",
		".txt", "[[:alpha:]]",
		"x", " ", "!", "a**", "é", "#", "-", "d", "e", "d/", "e/", ".h", "{a,b}", "\t",
	}
	parts = append(parts, malformed...)
	dir = t.TempDir()
	write := func(path, text string) {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	folders := []string{"", "d/", "d/e/", "d/e/f/", "e/", "a/", "é/", "d/a/"}
	for _, folder := range folders {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for range 40 {
		p := pick(folders) + pick([]string{
			"a", "b", "ab", "c.txt", "a.txt", "x", "é", ".h", "*", "a b", "]", "#a",
			"!a", "aab",
		})
		if _, err := os.Stat(filepath.Join(dir, p)); err == nil {
			continue
		}
		write(p, "word\n")
		paths = append(paths, p)
	}
	for _, folder := range []string{"", "d/", "d/e/", "e/"} {
		for _, name := range names {
			if name == ".git/info/exclude" && folder != "" || r.IntN(3) == 0 {
				continue
			}
			var text strings.Builder
			for range 1 + r.IntN(4) {
				for range 1 + r.IntN(5) {
					text.WriteString(pick(parts))
				}
				text.WriteString(pick([]string{"\n", "\n", "\n", "\r\n", " \n"}))
			}
			write(folder+name, text.String())
		}
	}
	return dir, slices.Sorted(slices.Values(paths))
}

// moreTrees asks for another number of made trees.
var moreTrees = flag.Uint64("trees", 0, "how many made trees are compared with git and with rg")

// trees is how many made trees are compared, usual unless another number is asked for.
func trees(usual uint64) uint64 {
	if *moreTrees > 0 {
		return *moreTrees
	}
	return usual
}

// ignoredIn reports what a tree of rules says of a file: of it, or of a folder that it lies in.
func ignoredIn(t *testing.T, tree *Tree, dir, path string) bool {
	t.Helper()
	for n := range len(path) + 1 {
		if n < len(path) && path[n] != '/' {
			continue
		}
		v, err := tree.Last(dir+"/"+path[:n], n < len(path))
		if err != nil {
			t.Fatal(err)
		}
		if v == Ignored {
			return true
		}
	}
	return false
}

// enterAll enters each folder of a tree.
func enterAll(t *testing.T, tree *Tree, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			_, none := os.Stat(path + "/.gitignore")
			tree.Enter(path, none == nil)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestLikeGit compares with git check-ignore, over made trees.
func TestLikeGit(t *testing.T) {
	longtest.SkipUnlessLong(t)
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	home := t.TempDir()
	for seed := range trees(80) {
		dir, paths := made(t, seed, []string{".gitignore", ".git/info/exclude"}, []string{"[a-", "[z-a]", "[!", "\x00", "A", "\\A", "[A]", "[A-B]", "[^A-B]", "[[:upper:]]", "B", "D/", "C.TXT"})
		run := func(input string, args ...string) string {
			cmd := exec.Command(git, args...)
			cmd.Dir, cmd.Stdin = dir, strings.NewReader(input)
			cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
			out, err := cmd.Output()
			if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() != 1) {
				t.Fatal(err)
			}
			return string(out)
		}
		run("", "init", "-q")
		dialect := Git
		if seed%2 == 1 {
			dialect = GitFold
		}
		run("", "config", "core.ignorecase", strconv.FormatBool(dialect == GitFold))
		said := run(strings.Join(paths, "\x00")+"\x00", "check-ignore", "-z", "--stdin", "--no-index")
		ignored := strings.Split(said, "\x00")
		tree := NewGit(t.Context(), tools.Env{Root: dir}, dialect, dir, dir+"/.git/info/exclude")
		enterAll(t, tree, dir)
		for _, path := range paths {
			if got, want := ignoredIn(t, tree, dir, path), slices.Contains(ignored, path); got != want {
				t.Errorf("seed %d: %q: %v, and git says %v\n%s", seed, path, got, want, texts(dir))
			}
		}
	}
}

// TestNUL: a NUL ends a line for git, which then is malformed, a comment or nothing as what is left of it.
func TestNUL(t *testing.T) {
	list := List(Git, "[a\x00b]\nx\x00y\n\x00z\nc \x00\n")
	for name, want := range map[string]verdict{"b": Silent, "x": Ignored, "z": Silent, "y": Silent, "c": Ignored} {
		if got, _, err := list.Last(t.Context(), name, false); got != want || err != nil {
			t.Errorf("%s: %v %v", name, got, err)
		}
	}
}

// TestFold: with core.ignorecase a path is in lower case for git.
func TestFold(t *testing.T) {
	list := List(GitFold, "secret\nx/*[a]B\n[C-D]\n[E]\n")
	for name, want := range map[string]verdict{"SECRET": Ignored, "X/1Ab": Ignored, "c": Ignored, "D": Ignored, "E": Silent} {
		if got, _, err := list.Last(t.Context(), name, false); got != want || err != nil {
			t.Errorf("%s: %v %v", name, got, err)
		}
	}
}

// TestLikeRipgrep compares with rg --files, over made trees.
func TestLikeRipgrep(t *testing.T) {
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("there is no rg")
	}
	version, err := exec.Command(rg, "--version").Output()
	if err != nil || !bytes.HasPrefix(version, []byte("ripgrep 13.")) {
		t.Skipf("rg is another one: %.20s", version)
	}
	home := t.TempDir()
	compared := 0
	usual := uint64(60)
	if !longtest.IsRequested() { // each starts a program
		usual = 20
	}
	for seed := range trees(usual) {
		dir, paths := made(t, seed, []string{".gitignore", ".ignore", ".rgignore", ".git/info/exclude"}, nil)
		switch seed % 4 {
		case 0:
			_ = os.RemoveAll(dir + "/.git") // without git
		case 1:
			_ = os.MkdirAll(dir+"/d/.git", 0o755) // one in another
		}
		cmd := exec.Command(rg, "--files", "--hidden", "--no-messages")
		cmd.Dir = dir
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
		out, _ := cmd.Output() // fails where no file is left
		found := strings.Split(string(out), "\n")
		tree := NewRipgrep(t.Context(), tools.Env{Root: dir, Home: home}, dir)
		if tree.folder(dir + "/d/e"); tree.folder(dir+"/e") != nil && tree.readErr != nil {
			continue // a malformed pattern, which is said
		}
		compared++
		for _, path := range paths {
			if got, want := ignoredIn(t, tree, dir, path), !slices.Contains(found, path); got != want {
				t.Errorf("seed %d: %q: %v, and rg says %v\n%s", seed, path, got, want, texts(dir))
			}
		}
	}
	if compared < int(usual)/3 {
		t.Errorf("only %d trees are compared", compared)
	}
}

// texts are the ignore files of a tree, for a message.
func texts(dir string) string {
	var all strings.Builder
	for _, folder := range []string{"", "d/", "d/e/", "e/"} {
		for _, name := range []string{".gitignore", ".ignore", ".rgignore", ".git/info/exclude"} {
			if text, err := os.ReadFile(filepath.Join(dir, folder+name)); err == nil {
				all.WriteString(folder + name + ": " + strings.ReplaceAll(string(text), "\n", " | ") + "\n")
			}
		}
	}
	return all.String()
}
