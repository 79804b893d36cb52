package rerun

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/internal/conformance"
	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	_ "eyeline/reader/tools/agents" // the tools that records are compared with
	"eyeline/reader/transcript/transcripttest"
)

// corpora are the folders that the agents of the samples worked in, by the folder that is recorded: the files of the
// conformance cases, to which the runs of "seabird" had added one.
func corpora(t *testing.T) map[string]string {
	t.Helper()
	dirs := map[string]string{}
	for dir, set := range map[string]string{"/home/user/project/ws": "agents-2", "/home/ada/seabird": "agents-4"} {
		dirs[dir] = filepath.Join(conformance.Load(t, set, t.TempDir()).Dir, "ws")
	}
	return dirs
}

// TestSameNow makes recorded calls again in the workspace as it was before and after the run.
func TestSameNow(t *testing.T) {
	ctx := context.Background()
	before, after := transcripttest.Workspace(t, "workspace-before"), transcripttest.Workspace(t, "workspace-after")
	for _, c := range []struct {
		sample, root string
		call         int
		same         bool
		unknown      string
	}{
		{transcripttest.Claude, before, 1, true, ""},
		{transcripttest.Claude, before, 5, true, ""}, // a refusal
		{transcripttest.Claude, before, 6, true, ""},
		{transcripttest.Claude, before, 12, false, "the result is no text"},
		{transcripttest.Claude, before, 14, false, ""}, // after an edit
		{transcripttest.Claude, after, 14, true, ""},
		{transcripttest.Claude, after, 15, false, "this tool is not imitated"},
		{transcripttest.Claude, t.TempDir(), 1, false, ""},
		{"opencode/export.json", before, 1, true, ""},
		{"opencode/export.json", before, 11, true, ""}, // a folder
	} {
		s := transcripttest.OpenSample(t, c.sample)
		got, err := Compare(ctx, s, c.root, s.Call(c.call))
		if err != nil || got.Same != c.same || got.Unknown != c.unknown {
			t.Errorf("%s, call %d: %+v, %v", c.sample, c.call, got, err)
		}
		if got.Tool != nil && got.Tool.Origin.Agent != s.Agent {
			t.Errorf("%s is asked for a call of %s", got.Tool.Name, s.Agent)
		}
	}
}

// TestSameNowOfEveryAgent makes the calls of the samples again, of every agent that they have, in the folders as they
// were, then with a line changed in the middle of each file, and then without them.
func TestSameNowOfEveryAgent(t *testing.T) {
	longtest.SkipUnlessLong(t)
	systemtest.SkipOnWindows(t, "the records have shells and errors of POSIX")
	dirs := corpora(t)
	samples := map[string][3]string{ // what comes of each call: as it was; with other lines; without the files
		"codex/exec-gpt-5.5.jsonl":                                 {"= = = =", "9 = = 15", "refused 6 = refused"},
		"codex/code-mode.jsonl":                                    {"= = ?", "16 10 ?", "4 7 ?"},
		"codex/exec-unknown-model.jsonl":                           {"= =", "16 87", "refused refused"},
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
			s := transcripttest.Open(t, transcripttest.Sample(t, path))
			if s.Dir == "" {
				s.Dir = "/home/user/project/ws" // these records do not name it
			}
			var got []string
			for c := range s.Calls() {
				now, err := Compare(context.Background(), s, dirs[s.Dir], c)
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
				if by := now.By(s.Version); now.Tool == nil || !strings.HasPrefix(by, strings.TrimSuffix(now.Tool.Name, "@0.87.1")+" ") || strings.Contains(by, "not recorded") != (s.Version == "") {
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
	s := transcripttest.Open(t, transcripttest.Sample(t, "gemini_cli/chats/session-2026-11-21T15-00-0c91412d.jsonl"))
	if s.Dir != "" {
		t.Fatalf("the record names %s", s.Dir)
	}
	root := corpora(t)["/home/user/project/ws"]
	for call, want := range map[int]string{1: "the same now", 2: "the same now", 3: "now: the result names the working folder, which is not recorded"} {
		now, err := Compare(t.Context(), s, root, s.Call(call))
		if err != nil || now.Words(nil) != want {
			t.Errorf("call %d: %q, %v", call, now.Words(nil), err)
		}
	}
	if now, err := Compare(t.Context(), s, "", s.Call(1)); err != nil || now.Unknown != errNoFolder.Error() {
		t.Errorf("without a root: %+v, %v", now, err)
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

// TestSameNowOfOtherSystems: paths with drives and backslashes are looked for in the root; files outside are not
// compared.
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
		s := transcripttest.ClaudeRun(t, c.dir, c.path, "one\ntwo")
		now, err := Compare(t.Context(), s, root, s.Call(1))
		if err != nil || now.Words(nil) != c.want {
			t.Errorf("%s in %s: %q, %v", c.path, c.dir, now.Words(nil), err)
		}
	}
}
