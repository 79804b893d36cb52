package ignore

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// TestMatch: the rules of gitignore(5), but for upper and lower case. A path that ends with "/" is a directory's.
func TestMatch(t *testing.T) {
	for _, c := range []struct {
		patterns []string
		path     string
		ignored  bool
	}{
		{[]string{"*.log"}, "a/b.log", true},
		{[]string{"*.LOG"}, "A/b.log", true},
		{[]string{"/a.log"}, "b/a.log", false},
		{[]string{"a/b"}, "a/b/c", true},
		{[]string{"a/b"}, "x/a/b", false},
		{[]string{"**/b"}, "x/a/b", true},
		{[]string{"a/**/c"}, "a/c", true},
		{[]string{"a/**"}, "a", false},
		{[]string{"out/"}, "out", false},
		{[]string{"out/"}, "out/", true},
		{[]string{"out/"}, "x/out/y", true},
		{[]string{"*.txt", "!keep.txt"}, "keep.txt", false},
		{[]string{"out/", "!out/keep.txt"}, "out/keep.txt", true},
		{[]string{"# *", "", "  "}, "a", false},
		{[]string{`\#a`, `\!b`}, "#a", true},
		{[]string{`a\ `}, "a ", true},
		{[]string{"a "}, "a", true},
		{[]string{`a\`}, "a", false},
		{[]string{"[!a].go"}, "b.go", true},
		{[]string{"*"}, "../a", false},
		{nil, "a", false},
	} {
		var r Rules
		r.Add(c.patterns...)
		path, isDir := c.path, false
		if n := len(path) - 1; path[n] == '/' {
			path, isDir = path[:n], true
		}
		if got := r.Match(path, isDir); got != c.ignored {
			t.Errorf("%q of %q: %v", c.path, c.patterns, got)
		}
	}
}

// TestByGit: .gitignore files from the top down, the repository's own file of exclusions, and patterns that come last.
func TestByGit(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		".git/info/exclude": "private\n", ".gitignore": "*.tmp\n/build\nlogs/\n", "sub/.gitignore": "!keep.tmp\n/only\n", "logs/.gitignore": "!a\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	env := tools.Env{Root: dir}
	for path, want := range map[string]bool{
		"a.tmp": true, "sub/a.tmp": true, "sub/keep.tmp": false, "keep.tmp": true, "build": true, "sub/build": false, "sub/only": true, "only": false,
		"sub/x/only": false, "logs/a": true, "private": true, ".git/config": true, "a.go": false, "extra.go": true, "": false,
	} {
		if got := ByGit(t.Context(), env, dir, path, []string{"extra.go"}); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	if !InRepository(env, filepath.Join(dir, "sub")) || InRepository(env, "/") {
		t.Error("the repository is not found, or another one is")
	}
	if text := ReadFile(t.Context(), env, filepath.Join(dir, "none")); text != "" {
		t.Errorf("a file that is not there has %q", text)
	}
}

// TestManyBraces: a pattern that stands for too many is not understood, and costs nothing.
func TestManyBraces(t *testing.T) {
	for _, p := range []string{strings.Repeat("{a,b}", 30), strings.Repeat("{}", 1<<20), "{" + strings.Repeat("a,", 400) + "a}{" + strings.Repeat("b,", 3) + "b}"} {
		r := Rules{Braces: true}
		if r.Add(p) || len(r.patterns) > 1 {
			t.Errorf("%.40s: %d patterns", p, len(r.patterns))
		}
	}
}
