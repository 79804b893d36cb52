package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
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

// putRun writes a record of Claude Code that read sub/b.txt, and returns that file's path and the folder of the record,
// from dir. The same record is where the agent keeps it in the home of a person. On Windows the record has the
// drive in lower case, as some editors start agents, and so has the name of the folder that it is in: c--w for c:\w.
func putRun(t *testing.T, dir, home string, put func(name, text string)) (file, folder string) {
	t.Helper()
	cwd := dir
	if runtime.GOOS == "windows" {
		cwd = strings.ToLower(dir[:1]) + dir[1:]
	}
	file = filepath.Join(cwd, "sub", "b.txt")
	const at = "2026-01-02T03:04:05Z"
	line := func(v map[string]any) string {
		v["sessionId"], v["timestamp"], v["cwd"] = "s", at, cwd
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(text) + "\n"
	}
	message := func(part map[string]any) map[string]any { return map[string]any{"content": []any{part}} }
	folder = "runs"
	run := line(map[string]any{"type": "assistant", "message": message(map[string]any{
		"type": "tool_use", "id": "1", "name": "Read", "input": map[string]any{"file_path": file},
	})}) + line(map[string]any{"type": "user", "message": message(map[string]any{
		"type": "tool_result", "tool_use_id": "1", "content": "1\tone\n2\ttwo\n3\t",
	})})
	put("runs/run.jsonl", run)
	named := regexp.MustCompile(`[^A-Za-z0-9]`).ReplaceAllString(cwd, "-")
	put(filepath.Join(home, ".claude", "projects", named, "run.jsonl"), run)
	return file, folder
}

// mcpCall are the lines of a client that reads sub/b.txt.
func mcpCall() string {
	return `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" +
		`{"jsonrpc":"2.0","id":2,"method":"tools/call",` +
		`"params":{"name":"read_lines","arguments":{"path":"sub/b.txt"}}}` + "\n"
}

// askServer runs cmd, which is a server, and returns its answers to the requests, one a line. What is sent ends after so
// many of them: a server whose standard input has ended gives up calls that take seconds, as all do on a
// machine with too much to do.
func askServer(t *testing.T, cmd *exec.Cmd, requests string, answers int) string {
	t.Helper()
	to, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	from, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(to, requests); err != nil {
		t.Error(err)
	}

	var got strings.Builder
	for lines := bufio.NewReader(from); err == nil; answers-- {
		if answers == 0 {
			_ = to.Close()
		}
		var line string
		line, err = lines.ReadString('\n')
		got.WriteString(line)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, got.String())
	}
	return got.String()
}

// TestFlows runs the program as a person or a script does, on each system: what it prints, and its status.
func TestFlows(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		path := name
		if !filepath.IsAbs(name) {
			path = filepath.Join(dir, name)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("sub/b.txt", "one\ntwo\n")
	put("AGENTS.md", "Be brief.\n")
	home := t.TempDir()
	named, runs := putRun(t, dir, home, put)
	program := func(args ...string) *exec.Cmd {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), runsMain+"=1", "XDG_CONFIG_HOME="+dir, "HOME="+home, "USERPROFILE="+home)
		return cmd
	}
	for _, c := range []struct {
		name, line, stdin, has string
		status                 int
	}{
		{"a read", "emit --tool sage sub/b.txt", "", "     2\u2192two", 0},
		{"no file", "emit --tool sage missing.txt", "", "", 1},
		{"a batch", "emit --batch", `{"file":"sub/b.txt","tool":"sage"}` + "\n", `"success":true`, 0},
		{"a check", "check .", "", "2 files, no findings", 0},
		{"a context", "context --agent pi .", "", "AGENTS.md", 0},
		{"a search", "search --agent opencode two", "", "2 of 2", 0},
		{"a full path", "emit --tool claude_code " + named, "", "2\ttwo", 0},
		{"a part", "emit --tool claude_code --offset 2 --limit 1 " + named, "", "2\ttwo", 0},
		{"as Windows has it", "emit --tool claude_code --system windows sub/b.txt", "", "2\ttwo", 0},
		{"a shell of Windows", "emit --tool codex_exec --system windows sub/b.txt", "", "", 2},
		{"JSON", "emit --json --tool pi sub/b.txt", "", `"success":true`, 0},
		{"calls that give some lines", "emit --cover 2-2 sub/b.txt", "", "exactly L2", 0},
		{"a check of one agent as JSON", "check --agents pi --format json .", "", `"files"`, 0},
		{"a run", "transcript " + runs + "/run.jsonl --root .", "", "1 call", 0},
		{"a run's calls", "transcript " + runs + "/run.jsonl --root . --calls", "", "1-3", 0},
		{"the last run", "transcript latest", "", "1 call", 0},
	} {
		cmd := program(strings.Fields(c.line)...)
		cmd.Stdin = strings.NewReader(c.stdin)
		var said strings.Builder
		cmd.Stderr = &said
		out, _ := cmd.Output()
		if got := cmd.ProcessState.ExitCode(); got != c.status || !strings.Contains(string(out), c.has) {
			t.Errorf("%s: status %d\n%s\n%s", c.name, got, out, said.String())
		}
	}
	if got := askServer(t, program("mcp"), mcpCall(), 2); !strings.Contains(got, "one") {
		t.Errorf("a call to the server: %s", got)
	}
	got := askServer(t, program("mcp"), `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n", 1)
	if !strings.Contains(got, `"result":{}`) {
		t.Errorf("a server: %s", got)
	}
}

// TestCommandsOfCover: the lines that "emit --cover" prints are commands of the system's shell, with the comments
// behind them, and each gives the lines that it says, also of a file whose name means something to a shell.
func TestCommandsOfCover(t *testing.T) {
	dir := t.TempDir()
	const name = "a b&(c) it's.txt"
	text := "one\ntwo\nthree\nfour\n"
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(cmd *exec.Cmd) string {
		t.Helper()
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), runsMain+"=1", "XDG_CONFIG_HOME="+dir, "HOME="+dir, "USERPROFILE="+dir)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return string(out)
	}
	printed := run(exec.Command(os.Args[0], "emit", "--cover", "2-3", name))
	ran := 0
	for line := range strings.Lines(printed) {
		line = strings.TrimSuffix(line, "\n")
		gives := "two three"
		switch words := strings.Fields(line); {
		case words[0] != "eyeline": // a comment: why no call of mcp_filesystem is exact
			if !strings.Contains(line, "mcp_filesystem") {
				continue
			}
			gives = ""
		case slices.Contains([]string{"claude_code", "copilot_chat", "swe_agent", "amazon_q"}, words[3]):
			if !strings.Contains(line, "exactly L2") {
				t.Errorf("%s", line)
			}
		default: // the quotes are the same
			continue
		}
		ran++
		command := line
		if rest, is := strings.CutPrefix(line, "eyeline"); is {
			command = `"` + os.Args[0] + `"` + rest
		}
		out := run(byShell(command))
		got := strings.Join(regexp.MustCompile("one|two|three|four").FindAllString(out, -1), " ")
		if got != gives || gives == "" && out != "" {
			t.Errorf("%s\ngives %s", line, out)
		}
	}
	if ran != 5 {
		t.Errorf("%d lines ran of\n%s", ran, printed)
	}
}
