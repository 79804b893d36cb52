package access

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// walkedRoot is a root of which nothing is known but by walking along a path.
type walkedRoot struct{ rootDir }

func (walkedRoot) refusesLinks() bool { return false }

// countedRoot counts how often it is asked what a name is.
type countedRoot struct {
	rootDir
	asked *int
}

func (r countedRoot) lstat(name string) (fs.FileInfo, error) {
	*r.asked++
	return r.rootDir.lstat(name)
}

// TestPlainPathsLeadWhereAWalkLeads asks for paths at random in a tree with links, some of which lead out of the root,
// both in one step and by a walk.
func TestPlainPathsLeadWhereAWalkLeads(t *testing.T) {
	top := t.TempDir()
	ws := filepath.Join(top, "ws")
	for _, dir := range []string{"ws/a/b/c", "ws/d", "out/b"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"ws/f", "ws/a/f", "ws/a/b/f", "out/f", "out/b/f"} {
		if err := os.WriteFile(filepath.Join(top, file), []byte(file), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"ws/l": "a", "ws/a/l": "../d", "ws/a/out": "../../out", "ws/abs": ws + "/a", "ws/loop": "loop",
		"ws/d/f": "../a/f", "ws/self": ws, "alias": "ws", "ws/none": "nothing",
	} {
		if err := os.Symlink(target, filepath.Join(top, name)); err != nil {
			t.Fatal(err)
		}
	}
	names := []string{"a", "b", "c", "d", "f", "l", "out", "abs", "loop", "self", "none", "missing", ".", "..", ""}
	r := rand.New(rand.NewPCG(1, 2))
	for _, root := range []string{ws, filepath.Join(top, "alias")} {
		quick, err := confine(root)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(quick.close)
		walked := *quick
		walked.root = walkedRoot{quick.root}
		for range 4000 {
			parts := make([]string, r.IntN(5))
			for i := range parts {
				parts[i] = names[r.IntN(len(names))]
			}
			path := []string{"", root + "/", ws + "/", top + "/"}[r.IntN(4)] + strings.Join(parts, "/")
			rel, fi, err := quick.resolve(path)
			wantRel, wantInfo, wantErr := walked.resolve(path)
			if rel != wantRel || reason(err) != reason(wantErr) || (fi == nil) != (wantInfo == nil) ||
				fi != nil && !os.SameFile(fi, wantInfo) {
				t.Fatalf("%s in %s: %q, %v; a walk leads to %q, %v", path, root, rel, err, wantRel, wantErr)
			}
		}
	}
}

// reason is what callers tell of an error: the system's own, without the part of the path that it names, and how it is
// sorted.
func reason(err error) string {
	return fmt.Sprint(System(err), errors.Is(err, ErrNowhere), err == ErrOutside)
}

// TestAPlainPathIsOneStep: however deep it is, a path without links is asked for once.
func TestAPlainPathIsOneStep(t *testing.T) {
	dir := t.TempDir()
	deep := strings.Repeat("d/", 300)
	if err := os.MkdirAll(filepath.Join(dir, deep), 0o755); err != nil {
		t.Fatal(err)
	}
	c, err := confine(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	if !c.root.refusesLinks() {
		t.Skip("no openat2 here")
	}
	asked := 0
	c.root = countedRoot{c.root, &asked}
	if _, _, err := c.resolve(filepath.Clean(deep)); err != nil || asked != 1 {
		t.Errorf("asked %d times, %v; want once", asked, err)
	}
}
