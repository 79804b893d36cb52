package ignore

import (
	"os"
	"path/filepath"
	"testing"

	"eyeline/reader/tools"
)

// TestMatch: the rules of gitignore(5), but for upper and lower case and the classes that take back.
// A path that ends with "/" is a directory's.
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
		{[]string{"[!a].go"}, "b.go", false},
		{[]string{"neg[!a-c].txt"}, "nega.txt", true},
		{[]string{"neg[^a-c].txt"}, "negx.txt", false},
		{[]string{"*"}, "../a", false},
		{nil, "a", false},
	} {
		r := New(NPM)
		if err := r.Add(c.patterns...); err != nil {
			t.Fatal(err)
		}
		path, isDir := c.path, false
		if n := len(path) - 1; path[n] == '/' {
			path, isDir = path[:n], true
		}
		if got, err := r.Match(t.Context(), path, isDir); got != c.ignored || err != nil {
			t.Errorf("%q of %q: %v %v", c.path, c.patterns, got, err)
		}
	}
}

// TestByGit: .gitignore files from the top down, the repository's own file of exclusions, and patterns that come last.
func TestByGit(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		".git/info/exclude": "private\n", ".gitignore": "*.tmp\n/build\nlogs/\n",
		"sub/.gitignore": "!keep.tmp\n/only\n", "logs/.gitignore": "!a\n",
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
		"a.tmp": true, "sub/a.tmp": true, "sub/keep.tmp": false, "keep.tmp": true, "build": true,
		"sub/build": false, "sub/only": true, "only": false,
		"sub/x/only": false, "logs/a": true, "private": true, ".git/config": true,
		"a.go": false, "extra.go": true, "": false,
	} {
		if got, err := ByGit(t.Context(), env, dir, path, "extra.go\n"); got != want || err != nil {
			t.Errorf("%s: %v %v", path, got, err)
		}
	}
	if !InRepository(env, filepath.Join(dir, "sub")) || InRepository(env, "/") {
		t.Error("the repository is not found, or another one is")
	}
	if text, err := ReadFile(t.Context(), env, filepath.Join(dir, "none")); text != "" || err != nil {
		t.Errorf("a file that is not there has %q, %v", text, err)
	}
}
