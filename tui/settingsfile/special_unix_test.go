//go:build unix

package settingsfile

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A settings file that is a named pipe or a device is refused at once, not waited for or read without end.
func TestSettingsFilesThatAreNoFiles(t *testing.T) {
	dir := t.TempDir()
	pipe, device := filepath.Join(dir, "pipe"), filepath.Join(dir, "device")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("/dev/zero", device); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{pipe, device, dir} {
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestNothingIsSavedInASpecialFile: a named pipe or an endless device in the place of the settings file is refused at
// once.
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
