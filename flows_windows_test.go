package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/windows"
)

// TestAFileThatIsHeld: of a folder in which another program holds a file for itself alone, check names that file,
// checks the others, and says by its status that not all was read.
func TestAFileThatIsHeld(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.txt": "x\u202e\n", "held.txt": "x\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	name, err := windows.UTF16PtrFromString(filepath.Join(dir, "held.txt"))
	if err != nil {
		t.Fatal(err)
	}
	alone, err := windows.CreateFile(name, windows.GENERIC_READ, 0, nil, windows.OPEN_EXISTING, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = windows.CloseHandle(alone) }()
	cmd := exec.Command(os.Args[0], "check", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), runsMain+"=1", "USERPROFILE="+dir, "APPDATA="+dir)
	out, _ := cmd.CombinedOutput()
	text := string(out)
	if !strings.Contains(text, "held.txt") || !strings.Contains(text, "a.txt") || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("status %d\n%s", cmd.ProcessState.ExitCode(), text)
	}
}
