//go:build unix

package export

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestACommandThatHandlesCtrlC: the shell around it goes on too, shows its exit status, and waits for Enter.
func TestACommandThatHandlesCtrlC(t *testing.T) {
	t.Setenv("SHELL", "/bin/sh")
	for _, name := range []string{"INT", "QUIT"} {
		cmd := shellCommand("kill -"+name+" $PPID; exit 3", false)
		nothing, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		cmd.ExtraFiles = []*os.File{nothing}
		out, _ := cmd.Output()
		if !strings.Contains(string(out), "[exit status 3] Enter goes back") {
			t.Errorf("after SIG%s: %q", name, out)
		}
		_ = nothing.Close()
	}
}

// TestACommandMayBeginWithThisProgram: it is found where PATH does not have it, and after what PATH has.
func TestACommandMayBeginWithThisProgram(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a folder")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "eyeline"), []byte("#!/bin/sh\necho ran $1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SHELL", "/bin/sh")
	for _, path := range []string{"/usr/bin:/bin", ""} {
		t.Setenv("PATH", path)
		cmd := shellCommand("eyeline context", true)
		cmd.Env = withFolder(os.Environ(), folder)
		cmd.Stdin = strings.NewReader("\n")
		if out, _ := cmd.Output(); !strings.Contains(string(out), "ran context") {
			t.Errorf("PATH %q: %q", path, out)
		}
	}
}
