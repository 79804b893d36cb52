package access

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Neither kind of root opens a file over a link, also over one that stays below it.
func TestFolderFollowsNoLink(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a", "b", "f"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"in": "a", "a/file": "b/f", "out": os.TempDir()} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for kind, f := range map[string]*Folder{"plain": plain, "portable": {portableRoot{root}}} {
		for name, want := range map[string]error{
			"a/b/f": nil, "in/b/f": ErrLink, "a/file": ErrLink, "out/x": ErrLink, "a/b": ErrDirectory, "none": os.ErrNotExist,
		} {
			file, err := f.Open(t.Context(), name)
			if !errors.Is(err, want) {
				t.Errorf("%s root, %s: %v, want %v", kind, name, err, want)
			}
			if err == nil {
				_ = file.Close()
			}
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}
