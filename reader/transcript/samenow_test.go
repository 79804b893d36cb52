package transcript

import (
	"context"
	"os"
	"path/filepath"
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
