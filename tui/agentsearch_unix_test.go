//go:build linux || darwin

package tui_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAStoppedSearchShowsWhatItKnows: what is found is on the screen while the search goes on, Esc stops it also inside
// a file that takes hours to read, and does not leave.
func TestAStoppedSearchShowsWhatItKnows(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	below := filepath.Join(dir, "below")
	if err := os.Mkdir(below, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "first.txt"), filepath.Join(below, "long")} {
		if err := os.WriteFile(path, []byte("needle\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(filepath.Join(below, "long"), 1<<42); err != nil {
		t.Skip(err) // not every file system has files with holes
	}
	s := start(t, nil, nil, "search", "needle", dir)
	s.wait("so far")
	s.keys("\x1b")
	s.wait("· stopped")
	s.keys("\x1b")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s.restored()
}

// TestASearchOnATerminal is a screen there, and a text elsewhere.
func TestASearchOnATerminal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("needle\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, nil, nil, "search", "--agent", "crush", "needle", dir)
	s.wait("Crush finds all of 1 file")
	s.keys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s.restored()
	var text bytes.Buffer
	s = start(t, nil, &text, "search", "--agent", "crush", "needle", dir)
	if code := s.end(); code != 0 || !strings.Contains(text.String(), "matches in 1 file below") {
		t.Errorf("status %d, %s", code, text.String())
	}
}
