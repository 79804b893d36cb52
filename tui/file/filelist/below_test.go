package filelist

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFilesBelow: the files in folders below are found by paths from the folder, but for those that ignore files name,
// and a listing that is stopped ends.
func TestFilesBelow(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git, which knows what is ignored")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"own.txt": "", "a/one.txt": "", "a/b/two.txt": "", "out/made.txt": "", ".gitignore": "out/\n",
		".git/HEAD": "ref: refs/heads/main\n", ".git/objects/info/x": "", ".git/refs/heads/x": "",
		".github/three.txt": "", "a/__pycache__/two.pyc": "pyc",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := filesBelow(t.Context(), dir)
	slices.SortFunc(got, func(a, b below) int { return strings.Compare(a.path, b.path) })
	want := []below{
		{path: filepath.Join(".github", "three.txt")},
		{path: filepath.Join("a", "__pycache__", "two.pyc"), size: 3, aside: true},
		{path: filepath.Join("a", "b", "two.txt")},
		{path: filepath.Join("a", "one.txt")},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for typed, want := range map[string]bool{"pycache": true, "a/__pycache__/two": true, "two": false, "": false} {
		if typesAside(typed) != want {
			t.Errorf("%q names a folder that is left out: not %v", typed, want)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if os.Symlink(dir, link) == nil { // where there are links
		if got := filesBelow(t.Context(), link); len(got) != len(want) {
			t.Errorf("behind a link it has %+v", got)
		}
	}
	if got := filesBelow(t.Context(), filepath.Join(dir, "gone")); len(got) > 0 {
		t.Errorf("a folder that is not there has %+v", got)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if got := filesBelow(ctx, dir); len(got) > 0 {
		t.Errorf("a listing that was stopped has %+v", got)
	}
}
