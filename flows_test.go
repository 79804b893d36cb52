package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// runsMain is the variable that makes this test program the program itself.
const runsMain = "EYELINE_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(runsMain) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestFlows runs the program as a person or a script does, on each system: what it prints, and its status.
func TestFlows(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("sub/b.txt", "one\ntwo\n")
	put("AGENTS.md", "Be brief.\n")
	for _, c := range []struct {
		name, line, stdin, has string
		status                 int
	}{
		{"a read", "emit --tool sage sub/b.txt", "", "     2\u2192two", 0},
		{"no file", "emit --tool sage missing.txt", "", "", 1},
		{"a batch", "emit --batch", `{"file":"sub/b.txt","tool":"sage"}` + "\n", `"success":true`, 0},
		{"a check", "check .", "", "2 files, no findings", 0},
		{"a context", "context --agent pi .", "", "AGENTS.md", 0},
		{"a search", "search --agent opencode two", "", "1 of 1", 0},
		{"no transcript", "transcript latest", "", "", 1},
		{"a server", "mcp", `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n", `"result":{}`, 0},
	} {
		cmd := exec.Command(os.Args[0], strings.Fields(c.line)...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(c.stdin)
		cmd.Env = append(os.Environ(), runsMain+"=1", "XDG_CONFIG_HOME="+dir, "HOME="+dir, "USERPROFILE="+dir)
		var said strings.Builder
		cmd.Stderr = &said
		out, _ := cmd.Output()
		if got := cmd.ProcessState.ExitCode(); got != c.status || !strings.Contains(string(out), c.has) {
			t.Errorf("%s: status %d\n%s\n%s", c.name, got, out, said.String())
		}
	}
}
