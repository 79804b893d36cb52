package tui

import (
	"os"
	"path/filepath"
	"testing"

	"eyeline/tui/file/export"
)

// TestTypedPath: ~ stands for the home directory where paths are typed.
func TestTypedPath(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for in, want := range map[string]string{
		"~": home, "~/x": filepath.Join(home, "x"), "~x": "~x", "a/~/b": "a/~/b", "": "", "./~/x": "./~/x", "~/": home,
	} {
		if got, err := export.TypedPath(in); got != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
	onScreen(t, written(t, "a.txt", "one\n"), 100, 10, nil, func(s *screen) {
		s.keys("e", "type:~/out.txt", "enter")
		if got, err := os.ReadFile(filepath.Join(home, "out.txt")); err != nil || string(got) != "L1: one" {
			t.Errorf("%q, %v", got, err)
		}
		if err := os.WriteFile(filepath.Join(home, "other.txt"), []byte("the other file\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		s.run(s.m.file.Files.OpenPath("~/other.txt"))
		s.settle()
		s.has("the other file")
		t.Setenv("HOME", "")
		t.Setenv("USERPROFILE", "")
		s.keys("e", "type:~/out2.txt", "enter")
		s.has("~ is not known")
	})
}
