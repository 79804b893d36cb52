package access

import (
	"os"
	"path/filepath"
	"testing"
)

// A path is looked up once until the next file, and its real path is that which the system gives, over links too.
func TestLooks(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a", "b", "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"link": "a", "a/file": "b/file", "a/gone": "nothing"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip("no symbolic links:", err)
		}
	}
	var looks Looks
	looks.Begin()
	view := View{Looks: &looks}
	for _, name := range []string{"a/b/file", "link/b/file", "link/b", "a/file", "link/file", "a/gone", "none", "a/b/../b/file", "."} {
		path := dir + "/" + name
		want, wantErr := View{}.RealPath(path)
		for range 2 {
			if got, err := view.RealPath(path); got != want || (err == nil) != (wantErr == nil) {
				t.Errorf("%s: %q, %v, want %q, %v", name, got, err, want, wantErr)
			}
		}
	}
	file := filepath.Join(dir, "a", "b", "file")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := view.Lstat(file); err != nil {
		t.Errorf("the path is looked up again: %v", err)
	}
	looks.known = nil // as time makes it
	looks.Begin()
	if _, err := view.Lstat(file); err == nil {
		t.Error("the path is not looked up again")
	}
}
