package main

import (
	"encoding/json"
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

// TestADriveInEitherCase: the drive of the root that the server confines its reads to is that of a call's path in the
// other case, for a read of its own and for one of an agent. A file beside the root is refused in either.
func TestADriveInEitherCase(t *testing.T) {
	dir := t.TempDir()
	root := filepath.Join(dir, "w")
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.txt", `w\b.txt`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("one\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	lower := func(path string) string { return strings.ToLower(path[:1]) + path[1:] }
	upper := func(path string) string { return strings.ToUpper(path[:1]) + path[1:] }
	const isError = `"isError":true`
	for _, call := range []struct{ tool, argument string }{{"read_lines", "path"}, {"claude_code", "file_path"}} {
		for _, inCase := range []func(string) string{lower, upper} {
			for _, alsoIn := range []func(string) string{lower, upper} {
				within := inCase(filepath.Join(root, "b.txt"))
				answer := readByServer(t, alsoIn(root), call.tool, call.argument, within)
				if !strings.Contains(answer, "one") || strings.Contains(answer, isError) {
					t.Errorf("%s of %s in %s: %s", call.tool, within, alsoIn(root), answer)
				}
				beside := inCase(filepath.Join(dir, "a.txt"))
				answer = readByServer(t, alsoIn(root), call.tool, call.argument, beside)
				if strings.Contains(answer, "one") || !strings.Contains(answer, isError) {
					t.Errorf("%s of %s in %s: %s", call.tool, beside, alsoIn(root), answer)
				}
			}
		}
	}
}

// readByServer starts a server that is confined to root, calls one tool of it with a file, and returns what it writes.
func readByServer(t *testing.T, root, tool, argument, file string) string {
	t.Helper()
	quoted, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "mcp", "--root", root, "--tools", "claude_code")
	cmd.Env = append(os.Environ(), runsMain+"=1", "USERPROFILE="+t.TempDir(), "APPDATA="+t.TempDir())
	return askServer(t, cmd, strings.NewReplacer(
		`"read_lines"`, `"`+tool+`"`, `"path":"sub/b.txt"`, `"`+argument+`":`+string(quoted),
	).Replace(mcpCall()), "2")
}
