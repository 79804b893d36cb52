package access

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"eyeline/reader/systemtest"
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
		systemtest.Symlink(t, to, filepath.Join(dir, link))
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

// lockedRoot is a root in which one file is locked as a program on Windows locks it: to look at it fails.
type lockedRoot struct {
	rootDir
	locked string
}

var errLocked = errors.New("locked")

func (r lockedRoot) lstat(name string) (fs.FileInfo, error) {
	if name == r.locked {
		return nil, errLocked
	}
	return r.rootDir.lstat(name)
}

// TestAFolderListsWhatIsLocked: an entry that cannot be looked at is listed, and says why when it is opened.
func TestAFolderListsWhatIsLocked(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := openRootDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	f := &Folder{lockedRoot{root, "b"}}
	defer f.Close()
	list, err := f.ReadDir(".")
	if err != nil || len(list) != 3 || list[1].Name() != "b" || list[1].IsDir() {
		t.Fatalf("%v, %v", list, err)
	}
	if _, err := list[1].Info(); !errors.Is(err, errLocked) {
		t.Errorf("the entry says %v", err)
	}
	if _, err := f.Open(t.Context(), "b"); !errors.Is(err, errLocked) {
		t.Errorf("opened: %v", err)
	}
}
