//go:build linux || darwin

package tui_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// TestCheckProgress: a check that takes long says on the terminal of standard error how far it is, leaves nothing of
// that behind, and prints none of it where the report goes.
func TestCheckProgress(t *testing.T) {
	longtest.SkipUnlessLong(t)
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	dir, bin := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{filepath.Join(dir, "f.txt"): "x\n", filepath.Join(dir, ".git"): "", filepath.Join(bin, "git"): "#!/bin/sh\nsleep 1\nexit 1\n"} {
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	cmd := exec.Command(path, "check", "--agents", "codex", dir)
	var report bytes.Buffer
	s := startCommand(t, cmd, nil, &report)
	s.wait("\r0 files checked")
	if code := s.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s.wait("\r\x1b[K")
	if s.mu.Lock(); strings.TrimSpace(s.screen.Text()) != "" {
		t.Errorf("left on the terminal: %q", s.screen.Text())
	}
	s.mu.Unlock()
	if text := report.String(); !strings.Contains(text, "1 file, no findings") || strings.Contains(text, "checked\n") || strings.Contains(text, "\r") {
		t.Errorf("the report is %q", text)
	}
}
