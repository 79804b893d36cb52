package check

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/windows"
)

// TestALockedFile: a file that another program has opened for itself alone is named, and all others are checked.
func TestALockedFile(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"a.txt": "x\u202e\n", "b/locked.txt": "x\n", "c.txt": "y\n"})
	name, err := windows.UTF16PtrFromString(filepath.Join(dir, "b", "locked.txt"))
	if err != nil {
		t.Fatal(err)
	}
	alone, err := windows.CreateFile(name, windows.GENERIC_READ, 0, nil, windows.OPEN_EXISTING, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = windows.CloseHandle(alone) }()
	g := run(t, Options{Paths: []string{dir}})
	if g.Files != 2 || g.Unread != 1 || len(g.Findings) != 1 {
		t.Errorf("%d files, %d unread, findings %v", g.Files, g.Unread, g.Findings)
	}
	if len(g.Skipped) != 1 || !strings.HasSuffix(g.Skipped[0].Path, "b/locked.txt") || g.Skipped[0].Why == "" {
		t.Errorf("skipped %v", g.Skipped)
	}
}
