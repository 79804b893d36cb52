package tui

import (
	"os"
	"testing"

	"golang.org/x/sys/windows"
)

// isHeld reports whether a file cannot be opened by a program that wants it for itself alone.
func isHeld(t *testing.T, path string) bool {
	t.Helper()
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := windows.CreateFile(name, windows.GENERIC_READ, 0, nil, windows.OPEN_EXISTING, 0, 0)
	if err != nil {
		if err != windows.ERROR_SHARING_VIOLATION {
			t.Fatal(err)
		}
		return true
	}
	if err := windows.CloseHandle(alone); err != nil {
		t.Fatal(err)
	}
	return false
}

// TestWhatTheViewerHolds: after reads, a search and a filter the viewer has the file open that it shows, and lets go of
// each that it leaves.
func TestWhatTheViewerHolds(t *testing.T) {
	paths := twoFiles(t)
	onScreen(t, paths[0], 100, 12, func(o *Options) { o.Paths = paths; o.Panes = "both" }, func(s *screen) {
		for range 5 {
			for shown, step := range []string{"n", "p"} {
				if !isHeld(t, paths[shown]) || isHeld(t, paths[1-shown]) {
					t.Fatalf("%s is shown:\n%s", paths[shown], s.text())
				}
				s.keys("/", "type:line", "enter", "&", "type:file", "enter", "]", ":", "type:"+step, "enter")
			}
		}
	})
}

// TestTheViewerIsNobodysObstacle: a file on the screen, its agent's read beside it, can be renamed, as a log that is
// rotated, and deleted. What comes by its name is followed.
func TestTheViewerIsNobodysObstacle(t *testing.T) {
	path := written(t, "log.txt", numbered(40))
	onScreen(t, path, 100, 12, func(o *Options) { o.Panes = "both" }, func(s *screen) {
		s.keys("/", "type:input", "enter", "F")
		s.has("line 40 of")
		if err := os.Rename(path, path+".1"); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(numbered(77)), 0o600); err != nil {
			t.Fatal(err)
		}
		s.later()
		s.has("line 77 of", "the file was replaced")
		if err := os.Remove(path + ".1"); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	})
}
