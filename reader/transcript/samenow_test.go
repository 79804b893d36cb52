package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"eyeline/reader/internal/conformance"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/transcripttest"
)

// corpora are the folders that the agents of the samples worked in, by the folder that is recorded: the files of the
// conformance cases, to which the runs of "seabird" had added one.
func corpora(t *testing.T) map[string]string {
	t.Helper()
	dirs := map[string]string{}
	for dir, set := range map[string]string{"/home/user/project/ws": "agents-2", "/home/ada/seabird": "agents-4"} {
		s, err := conformance.Load(set, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		dirs[dir] = filepath.Join(s.Dir, "ws")
	}
	return dirs
}

// TestSameNowOfEveryAgent makes the calls of the samples again, of every agent that they have, in the folders as they were, then
// with a line changed in the middle of each file, and then without them.
func TestSameNowOfEveryAgent(t *testing.T) {
	dirs := corpora(t)
	samples := map[string][3]string{ // what comes of each call: as it was; with other lines; without the files
		"codex/exec-gpt-5.5.jsonl":                                 {"= = = =", "4 = = 4", "refused 4 = refused"},
		"codex/code-mode.jsonl":                                    {"= = ?", "16 4 ?", "4 4 ?"},
		"codex/exec-unknown-model.jsonl":                           {"= =", "4 4", "refused refused"},
		"gemini_cli/chats/session-2026-11-21T15-00-0c91412d.jsonl": {"= = =", "4 = =", "refused refused ="},
		"qwen_code/session.jsonl":                                  {"= = =", "4 = =", "refused refused ="},
		"pi/session.jsonl":                                         {"= = =", "4 = =", "refused refused ="},
		"copilot_cli/events.jsonl":                                 {"= = refused ? = 1", "25 = refused ? 2 1", "refused refused refused ? refused refused"},
		"kimi_code/session_01a1fe9f/agents/main/wire.jsonl":        {"= = =", "4 = =", "refused refused ="},
		"grok_build/chat_history.jsonl":                            {"= = = = = refused refused", "25 = 3 = = refused refused", "refused refused refused other = refused refused"},
		"cline/1795273263916_z60pf.messages.json":                  {"= = =", "1 = =", "refused refused ="},
	}
	results := func(moment int) {
		for path, want := range samples {
			s := open(t, transcripttest.Sample(t, path))
			if s.Dir == "" {
				s.Dir = "/home/user/project/ws" // these records do not name it
			}
			var got []string
			for c := range s.Calls() {
				now, err := s.SameNow(context.Background(), dirs[s.Dir], c)
				if err != nil {
					t.Fatal(err)
				}
				word := "?"
				switch text := now.Words(nil); {
				case now.Unknown != "":
				case now.Same:
					word = "="
				case text == "refused now":
					word = "refused"
				case text == "refused in other words now":
					word = "other"
				default:
					word = strings.TrimSuffix(strings.TrimPrefix(text, "differs now from line "), " of the result")
				}
				if by := now.By(s.Version); now.Tool == nil || !strings.HasPrefix(by, strings.TrimSuffix(now.Tool.Name, "@1.5.2")+" ") || strings.Contains(by, "not recorded") != (s.Version == "") {
					t.Errorf("%s: call %d by %q", path, c.Number, by)
				}
				got = append(got, word)
			}
			if text := strings.Join(got, " "); text != want[moment] {
				t.Errorf("%s, moment %d: %s; want %s", path, moment, text, want[moment])
			}
		}
	}
	results(0)
	names := []string{"edge/final.txt", "src/queue.go", "src/clock.ts", "docs/guide.md", "size/s25000p1.txt", "size/s16kp1.txt", "src/main.py", "e/crlf.txt", "e/nul1.txt"}
	each(t, dirs, names, func(path string, p []byte) error {
		lines := strings.SplitAfter(string(p), "\n")
		lines[len(lines)/2] = "another" + lines[len(lines)/2]
		return os.WriteFile(path, []byte(strings.Join(lines, "")), 0o600)
	})
	results(1)
	each(t, dirs, append(names, "src/app.ts", "src/lib.go"), func(path string, _ []byte) error { return os.Remove(path) })
	for _, dir := range dirs {
		if err := os.RemoveAll(filepath.Join(dir, "src")); err != nil {
			t.Fatal(err)
		}
	}
	results(2)
}

// each does something to those of the files that are there.
func each(t *testing.T, dirs map[string]string, names []string, do func(path string, p []byte) error) {
	t.Helper()
	for _, dir := range dirs {
		for _, name := range names {
			path := filepath.Join(dir, filepath.FromSlash(name))
			p, err := os.ReadFile(path)
			if err != nil {
				continue
			}
			if err := do(path, p); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestSameNowWithoutAFolder: what names the working folder cannot be compared where that is not recorded; all else can.
func TestSameNowWithoutAFolder(t *testing.T) {
	s := open(t, transcripttest.Sample(t, "gemini_cli/chats/session-2026-11-21T15-00-0c91412d.jsonl"))
	if s.Dir != "" {
		t.Fatalf("the record names %s", s.Dir)
	}
	root := corpora(t)["/home/user/project/ws"]
	for call, want := range map[int]string{1: "the same now", 2: "the same now", 3: "now: the result names the working folder, which is not recorded"} {
		now, err := s.SameNow(t.Context(), root, s.Call(call))
		if err != nil || now.Words(nil) != want {
			t.Errorf("call %d: %q, %v", call, now.Words(nil), err)
		}
	}
	if now, err := s.SameNow(t.Context(), "", s.Call(1)); err != nil || now.Unknown != errNoFolder.Error() {
		t.Errorf("without a root: %+v, %v", now, err)
	}
}

// TestAgentsNames: records and tools write the names of agents in their own ways.
func TestAgentsNames(t *testing.T) {
	for _, pair := range [][2]string{
		{"GitHub Copilot CLI", "Copilot CLI"},
		{"Codex CLI", "Codex"},
		{"Kilo Code CLI", "Kilo"},
		{"Claude Code", "claude-code"},
		{"Cline CLI", "Cline"},
		{"Qwen Code", "qwen-coder"},
		{"OpenHands", "openhands"},
	} {
		if !sameAgent(pair[0], pair[1]) {
			t.Errorf("%q is not %q", pair[0], pair[1])
		}
	}
	if sameAgent("Kimi Code", "Grok Build") || sameAgent("pi", "opencode") {
		t.Error("different agents")
	}
	for _, f := range Formats() { // each format of which there is a tool finds it
		found := false
		for _, tool := range tools.Every() {
			found = found || sameAgent(tool.Since.Agent, f.Agent)
		}
		if !found && f != atif {
			t.Errorf("no tool is of %s", f.Agent)
		}
	}
}

func TestMovedPaths(t *testing.T) {
	for text, want := range map[string]string{
		`{"path":"/a/b/c.go"}`: `{"path":"/x/c.go"}`, `{"path":"/a/b"}`: `{"path":"/x"}`, `/a/b2/c /a/b-c /a/b.d`: `/a/b2/c /a/b-c /a/b.d`,
		`in /a/b.`: `in /x.`, `/z/a/b/c`: `/z/a/b/c`, `cat '/a/b/c' /a/b/d`: `cat '/x/c' /x/d`, ``: ``,
	} {
		if got := string(movedPaths([]byte(text), "/a/b", "/x")); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// claudeRun is a run of Claude Code with one read of all of a file.
func claudeRun(t *testing.T, dir, path, text string) *Session {
	t.Helper()
	var numbered strings.Builder
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if i > 0 {
			numbered.WriteByte('\n')
		}
		numbered.WriteString(strconv.Itoa(i+1) + "\t" + line)
	}
	record := func(v any) string {
		p, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(p) + "\n"
	}
	type object = map[string]any
	run := record(object{
		"type": "assistant", "cwd": dir, "sessionId": "s", "version": "2.1.330", "timestamp": "2026-11-21T10:00:00Z",
		"message": object{"role": "assistant", "content": []object{{"type": "tool_use", "id": "1", "name": "Read", "input": object{"file_path": path}}}},
	}) + record(object{
		"type": "user", "cwd": dir, "sessionId": "s", "timestamp": "2026-11-21T10:00:01Z",
		"message":       object{"role": "user", "content": []object{{"type": "tool_result", "tool_use_id": "1", "content": numbered.String()}}},
		"toolUseResult": object{"type": "text", "file": object{"filePath": path, "content": text, "numLines": len(lines), "startLine": 1, "totalLines": len(lines)}},
	})
	file := filepath.Join(t.TempDir(), "run.jsonl")
	transcripttest.Write(t, file, []byte(run))
	return open(t, file)
}

// TestCoverageOfWideText: of a file in UTF-16 the lines are compared as the tool gives them, decoded or as bytes.
func TestCoverageOfWideText(t *testing.T) {
	root := t.TempDir()
	wide := []byte("\xff\xfe")
	for _, r := range "one\ntwö\n" {
		wide = append(wide, byte(r), byte(r>>8))
	}
	transcripttest.Write(t, filepath.Join(root, "a.txt"), wide)
	for _, c := range []struct {
		text string
		sent []Range
	}{
		{"one\ntwö\n", []Range{{1, 2}}},
		{"one\nother\n", []Range{{1, 1}}},
		{strings.ToValidUTF8(string(wide[:bytes.IndexByte(wide, '\n')]), "\ufffd\ufffd"), []Range{{1, 1}}}, // its bytes
	} {
		s := claudeRun(t, "/home/ada/x", "/home/ada/x/a.txt", c.text)
		r := s.NewReplay()
		if _, err := r.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, err := r.Coverage(t.Context(), root)
		if err != nil || len(got.Files) != 1 || !slices.Equal(got.Files[0].Sent, c.sent) {
			t.Errorf("%q: %+v, %v", c.text, got.Files, err)
		}
		lines, err := r.Lines(t.Context(), root, "a.txt")
		if err != nil || int64(len(lines)) != got.Files[0].Lines || lines[0].State != Whole {
			t.Errorf("%q: %+v, %v", c.text, lines, err)
		}
		placed, err := s.Placed(t.Context(), root, s.Call(1), "a.txt")
		if err != nil || !slices.Equal(placed.Now, c.sent) {
			t.Errorf("%q: %+v, %v", c.text, placed.Now, err)
		}
	}
}

// TestSameNowOfOtherSystems: paths with drives and backslashes are looked for in the root; files outside are not compared.
func TestSameNowOfOtherSystems(t *testing.T) {
	root := t.TempDir()
	transcripttest.Write(t, filepath.Join(root, "sub", "a.txt"), []byte("one\ntwo"))
	for _, c := range []struct{ dir, path, want string }{
		{`C:\Users\ada\x`, `C:\Users\ada\x\sub\a.txt`, "the same now"},
		{`C:\Users\ada\x`, `C:\Users\ada\x\sub\none.txt`, "refused now"},
		{`C:\Users\ada\x`, `D:\other\a.txt`, "now: the file is outside of the working folder"},
		{"/home/ada/x", `C:\Users\ada\x\sub\a.txt`, "now: the file is outside of the working folder"},
		{"/home/ada/x", "/etc/passwd", "now: the file is outside of the working folder"},
		{"/home/ada/x", "/home/ada/x/sub/a.txt", "the same now"},
	} {
		s := claudeRun(t, c.dir, c.path, "one\ntwo")
		now, err := s.SameNow(t.Context(), root, s.Call(1))
		if err != nil || now.Words(nil) != c.want {
			t.Errorf("%s in %s: %q, %v", c.path, c.dir, now.Words(nil), err)
		}
	}
}
