package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/windows"
)

// byShell is a command line that the command prompt runs.
func byShell(line string) *exec.Cmd {
	cmd := exec.Command("cmd.exe")
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd.exe /d /s /c "` + line + `"`}
	return cmd
}

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
	for _, rootCase := range []func(string) string{lower, upper} {
		// The calls have the numbers from 2 on; those of the file in the root are even.
		requests := strings.SplitAfterN(mcpCall(), "\n", 3)[:2]
		for _, call := range []struct{ tool, argument string }{{"read_lines", "path"}, {"claude_code", "file_path"}} {
			for _, pathCase := range []func(string) string{lower, upper} {
				for _, file := range []string{filepath.Join(root, "b.txt"), filepath.Join(dir, "a.txt")} {
					requests = append(requests, fmt.Sprintf(
						`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{%q:%q}}}`+"\n",
						len(requests), call.tool, call.argument, pathCase(file),
					))
				}
			}
		}
		cmd := exec.Command(os.Args[0], "mcp", "--root", rootCase(root), "--tools", "claude_code")
		cmd.Env = append(os.Environ(), runsMain+"=1", "USERPROFILE="+dir, "APPDATA="+dir)
		answers := askServer(t, cmd, strings.Join(requests, ""), len(requests)-1)
		for line := range strings.Lines(answers) {
			var answer struct {
				ID     int
				Result struct {
					Content []struct{ Text string }
					IsError bool
				}
			}
			if err := json.Unmarshal([]byte(line), &answer); err != nil {
				t.Fatal(err)
			}
			if answer.ID < 2 {
				continue
			}
			got := answer.Result
			isRead := len(got.Content) > 0 && strings.Contains(got.Content[0].Text, "one") && !got.IsError
			if isRead != (answer.ID%2 == 0) || !isRead && !got.IsError {
				t.Errorf("%s in %s: %s", requests[answer.ID], rootCase(root), line)
			}
		}
		if n := strings.Count(answers, "\n"); n != len(requests)-1 {
			t.Errorf("%d answers to %d requests", n, len(requests)-1)
		}
	}
}
