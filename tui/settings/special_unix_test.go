//go:build unix

package settings

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestNothingIsSavedInASpecialFile: a named pipe or an endless device in the place of the settings file is refused at once.
func TestNothingIsSavedInASpecialFile(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.toml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	link := filepath.Join(t.TempDir(), "zero.toml")
	if err := os.Symlink("/dev/zero", link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, link} {
		if err := SavePreset(path, "p", map[string]any{"tool": "codex"}); err == nil {
			t.Errorf("%s: saved", path)
		} else {
			t.Log(err)
		}
	}
}
