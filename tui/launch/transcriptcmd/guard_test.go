package transcriptcmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/source/sourcetest"
	"eyeline/reader/transcript/transcripttest"
)

// TestMain runs the tests.
func TestMain(m *testing.M) {
	longtest.CollectLess()
	m.Run()
}

// TestGuard: an edit over lines that were not sent is refused, one over lines that were is not, and what is broken
// stops nothing.
func TestGuard(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	file, run := filepath.Join(root, "a.go"), filepath.Join(t.TempDir(), "run.jsonl")
	transcripttest.Write(t, file, []byte("one\ntwo\nthree\nfour\n"))
	other := transcripttest.ClaudeRead(3, root, filepath.Join(root, "b.go"), 1, strings.Repeat("x", 1<<20))
	transcripttest.Write(t, run, []byte(strings.Repeat(other, 20)+
		transcripttest.ClaudeRead(1, root, file, 1, "one", "two", "changed since")))
	broken := filepath.Join(t.TempDir(), "broken.jsonl")
	transcripttest.Write(t, broken, []byte("{{{"))
	long := filepath.Join(t.TempDir(), "long.jsonl")
	named := transcripttest.ClaudeRead(1, root, file, 1, strings.Repeat("x", 1<<20))
	transcripttest.Write(t, long, []byte(strings.Repeat(named, 33)))
	for _, c := range []struct{ event, run, file, old, want string }{
		{"PreToolUse", long, file, "two", "let through: more than 32 MiB of the transcript may belong to the file"},
		{"PreToolUse", run, file, "two", ""},
		{"PreToolUse", run, file, "one\ntwo\n", ""},
		{"PreToolUse", run, file, "three", `"permissionDecision":"deny"`},
		{"PreToolUse", run, file, "two\nthree\nfour", "lines 3-4 of "},
		{"PreToolUse", run, file, "three", `Read them first (Read {\"file_path\":\"` + filepath.ToSlash(file) + `\",\"offset\":3,\"limit\":1}), then edit.`},
		{"BeforeTool", run, "a.go", "four", `"decision":"deny"`},
		{"PreToolUse", run, file, "", ""},
		{"PreToolUse", run, file, "not there", ""},
		{"PreToolUse", broken, file, "four", "let through: "},
		{"PreToolUse", "/none", file, "four", "let through: "},
		{"PreToolUse", run, "/etc/passwd", "root", "let through: "},
	} {
		request, err := json.Marshal(object{
			"hook_event_name": c.event, "transcript_path": c.run, "cwd": root, "tool_name": "Edit",
			"tool_input": object{"file_path": c.file, "old_string": c.old, "new_string": "x"},
		})
		if err != nil {
			t.Fatal(err)
		}
		out, err := runCommand(t, string(request), "--guard")
		if err != nil || c.want == "" && out != "" || !strings.Contains(out, c.want) {
			t.Errorf("%s of %q: %v\n%s", c.event, c.old, err, out)
		}
	}
	for name, c := range map[string]struct {
		request object
		want    string
	}{
		"a patch over what was sent": {object{"hook_event_name": "PreToolUse", "tool_input": object{
			"command": "*** Begin Patch\n*** Update File: a.go\n@@\n one\n-two\n+2\n*** End Patch",
		}}, ""},
		"a patch over what was not": {object{"hook_event_name": "PreToolUse", "tool_input": object{
			"command": "*** Begin Patch\n*** Update File: a.go\n@@\n-four\n+4\n*** End Patch",
		}}, `"permissionDecisionReason":"You have not been sent lines 4 of ` + filepath.ToSlash(file) + ` as`},
		"a command":     {object{"hook_event_name": "PreToolUse", "tool_input": object{"command": "ls"}}, ""},
		"no arguments":  {object{"hook_event_name": "PreToolUse", "tool_input": nil}, ""},
		"an empty text": {object{"toolName": "list", "toolArgs": ""}, ""},
		"arguments as a text": {
			object{"toolName": "edit", "toolArgs": `{"path":"a.go","old_str":"four","new_str":"4"}`},
			`{"permissionDecision":"deny"`,
		},
		"a session that is not there": {object{
			"transcript_path": "", "sessionId": "none", "toolArgs": object{"path": "a.go", "old_str": "four"},
		}, "let through: "},
	} {
		request := object{"transcript_path": run, "cwd": root}
		maps.Copy(request, c.request)
		p, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		out, err := runCommand(t, string(p), "--guard")
		if err != nil || c.want == "" && out != "" || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	if out, err := runCommand(t, "no JSON", "--guard"); err != nil || !strings.Contains(out, "let through: ") {
		t.Errorf("no request: %v, %s", err, out)
	}
	if out, err := runCommand(t, "", "--guard", "--install", "kimi-code"); err != nil || !strings.Contains(out, `event = "PreToolUse"`) {
		t.Errorf("kimi-code: %v\n%s", err, out)
	}
	for agent, want := range map[string]string{"claude-code": "PreToolUse", "gemini-cli": "BeforeTool", "codex": "apply_patch", "copilot-cli": "preToolUse", "qwen-code": "PreToolUse", "grok-build": "search_replace"} {
		out, err := runCommand(t, "", "--guard", "--install", agent)
		if err != nil || !json.Valid([]byte(out)) || !strings.Contains(out, want) {
			t.Errorf("%s: %v\n%s", agent, err, out)
		}
	}
	if _, err := runCommand(t, "", "--guard", "--install", "none"); statusOf(err) != 2 {
		t.Errorf("another agent: %v", err)
	}
}

// bySub are records of a sub-agent.
func bySub(records, id string) string {
	return strings.ReplaceAll(records, `{"cwd":`, `{"isSidechain":true,"agentId":"`+id+`","cwd":`)
}

// TestGuardTellsAgentsApart: what a sub-agent was sent, its parent was not, and the reverse, whether the sub-agent has
// a file of its own or is in that of its parent.
func TestGuardTellsAgentsApart(t *testing.T) {
	t.Parallel()
	root, dir := t.TempDir(), t.TempDir()
	file, run := filepath.Join(root, "a.go"), filepath.Join(dir, "run.jsonl")
	transcripttest.Write(t, file, []byte("one\ntwo\nthree\nfour\n"))
	transcripttest.Write(t, run, []byte(transcripttest.ClaudeRead(1, root, file, 1, "one", "two")+
		bySub(transcripttest.ClaudeRead(2, root, file, 3, "three"), "inside")))
	transcripttest.Write(t, filepath.Join(dir, "run", "subagents", "agent-own.jsonl"),
		[]byte(bySub(transcripttest.ClaudeRead(3, root, file, 4, "four"), "own")))
	for _, c := range []struct{ agent, old, want string }{
		{"", "two", ""},
		{"", "three", "lines 3 of"},
		{"", "four", "lines 4 of"},
		{"inside", "three", ""},
		{"inside", "two", "lines 2 of"},
		{"own", "four", ""},
		{"own", "two\nthree", "lines 2-3 of"},
		{"none", "two", "let through: the transcript has no such sub-agent"},
	} {
		request, err := json.Marshal(object{
			"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root, "agent_id": c.agent,
			"tool_input": object{"file_path": file, "old_string": c.old, "new_string": "x"},
		})
		if err != nil {
			t.Fatal(err)
		}
		out, err := runCommand(t, string(request), "--guard")
		if err != nil || c.want == "" && out != "" || !strings.Contains(out, c.want) {
			t.Errorf("%q of agent %q: %v\n%s", c.old, c.agent, err, out)
		}
	}
}

// TestGuardWaitsForASubAgent: a sub-agent whose file comes after the guard began is judged by it; where none comes, it is
// not known what it was sent.
func TestGuardWaitsForASubAgent(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	file := filepath.Join(root, "a.go")
	transcripttest.Write(t, file, []byte("one\ntwo\nthree\n"))
	parent := transcripttest.ClaudeRead(1, root, file, 1, "one", "two", "three")
	own := bySub(transcripttest.ClaudeRead(2, root, file, 1, "one"), "late")
	asked := bySub(transcripttest.ClaudeStep(9, root, "Edit", object{"path": "asked"}, "", nil), "late")
	for name, c := range map[string]struct{ comes, old, want string }{
		"what it was sent":        {own + asked, "one", ""},
		"what its parent was":     {own + asked, "two", "lines 2 of"},
		"the read is yet to come": {asked[:20], "one", "let through: "},
		"nothing comes":           {"", "two", "let through: the transcript has no such sub-agent"},
	} {
		t.Run(name, func(t *testing.T) {
			run := filepath.Join(t.TempDir(), "run.jsonl")
			transcripttest.Write(t, run, []byte(parent))
			request := transcripttest.JSON(object{
				"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root, "agent_id": "late",
				"tool_use_id": "asked", "tool_input": object{"file_path": file, "old_string": c.old, "new_string": "x"},
			})
			synctest.Test(t, func(t *testing.T) {
				go func() {
					time.Sleep(2 * writePause)
					if c.comes != "" {
						at := filepath.Join(filepath.Dir(run), "run", "subagents", "agent-late.jsonl")
						transcripttest.Write(t, at, []byte(c.comes))
					}
				}()
				out, err := runCommand(t, request, "--guard")
				if err != nil || c.want == "" && out != "" || !strings.Contains(out, c.want) {
					t.Errorf("%v: %q", err, out)
				}
			})
		})
	}
}

// TestGuardOfALongRun: of a run whose every record has the identifiers of the session and of the record before it, only
// what belongs to the file is read: the answer does not depend on how much comes after.
func TestGuardOfALongRun(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	root, run := t.TempDir(), filepath.Join(t.TempDir(), "run.jsonl")
	file := filepath.Join(root, "a.go")
	transcripttest.Write(t, file, []byte("one\ntwo\nthree\nfour\n"))
	var all strings.Builder
	add := func(records string) {
		for line := range strings.Lines(records) {
			n := all.Len()
			all.WriteString(`{"parentUuid":"` + fmt.Sprintf("%036d", n/2) + `","uuid":"` + fmt.Sprintf("%036d", n) + `","sessionId":"a-session-of-many-letters",` + line[1:])
		}
	}
	longID := func(records string) string { // as services give them
		return regexp.MustCompile(`"(id|tool_use_id)":"([0-9]+)"`).ReplaceAllString(records, `"$1":"toolu_01_of_a_call_$2"`)
	}
	add(longID(transcripttest.ClaudeStep(1, root, "Bash", object{"command": "cat a.go | head -n 1"}, "one\n", nil)))
	add(longID(transcripttest.ClaudeRead(2, root, file, 2, "two")))
	other := longID(transcripttest.ClaudeRead(3, root, filepath.Join(root, "b.go"), 1, strings.Repeat("x", 1<<18)))
	for all.Len() < 48<<20 {
		add(other)
	}
	transcripttest.Write(t, run, []byte(all.String()))
	for old, want := range map[string]string{"one\ntwo": "", "three": "lines 3 of "} {
		request, err := json.Marshal(object{
			"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root,
			"tool_input": object{"file_path": file, "old_string": old, "new_string": "x"},
		})
		if err != nil {
			t.Fatal(err)
		}
		out, err := runCommand(t, string(request), "--guard")
		if err != nil || want == "" && out != "" || !strings.Contains(out, want) {
			t.Errorf("%q: %v\n%s", old, err, out)
		}
	}
}

// TestGuardWaitsForAResult: a read whose result the agent is about to write counts as it will.
func TestGuardWaitsForAResult(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	file, run := filepath.Join(root, "a.go"), filepath.Join(t.TempDir(), "run.jsonl")
	transcripttest.Write(t, file, []byte("one\ntwo\n"))
	call, result, _ := strings.Cut(transcripttest.ClaudeRead(1, root, file, 1, "one"), "\n")
	request, err := json.Marshal(object{
		"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root,
		"tool_input": object{"file_path": file, "old_string": "two", "new_string": "2"},
	})
	if err != nil {
		t.Fatal(err)
	}
	transcripttest.Write(t, run, []byte(call+"\n"))
	if out, err := runCommand(t, string(request), "--guard"); err != nil || !strings.Contains(out, "let through: ") {
		t.Errorf("without a result: %v, %s", err, out)
	}
	written := make(chan error)
	go func() {
		time.Sleep(2 * writePause)
		err := os.WriteFile(run+".new", []byte(call+"\n"+result), 0o644)
		written <- errors.Join(err, os.Rename(run+".new", run))
	}()
	out, err := runCommand(t, string(request), "--guard")
	if err != nil || !strings.Contains(out, "You have not been sent lines 2 of ") {
		t.Errorf("with a result that comes late: %v, %s", err, out)
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
}

// TestGuardFindsTheSession: where a hook names a session alone, its transcript is in the usual place of the agent.
func TestGuardFindsTheSession(t *testing.T) {
	root, home := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	file := filepath.Join(root, "a.go")
	transcripttest.Write(t, file, []byte("one\ntwo\nthree\n"))
	transcripttest.Write(t, filepath.Join(home, ".kimi-code/sessions/wd_root/session_1/agents/main/wire.jsonl"),
		[]byte(transcripttest.ClaudeRead(1, root, file, 1, "one", "two"))) // found by its place, understood by what it is
	for _, c := range []struct{ session, old, want string }{
		{"session_1", "two", ""},
		{"session_1", "three", "lines 3 of"},
		{"session_2", "three", "let through: "},
		{"session_*", "three", "let through: "},
		{"../session_1", "three", "let through: "},
	} {
		request := object{"hook_event_name": "PreToolUse", "session_id": c.session, "cwd": root, "tool_input": object{
			"path": file, "old_string": c.old, "new_string": "x",
		}}
		out, err := runCommand(t, transcripttest.JSON(request), "--guard")
		if err != nil || c.want == "" && out != "" || !strings.Contains(out, c.want) {
			t.Errorf("%s of %s: %v: %s", c.old, c.session, err, out)
		}
	}
}

// TestGuardWaitsForTheCall: where lines are missing, an agent that has yet to write the call that it asks about has
// also yet to write what it read before: then that counts, and where nothing comes it is not known, and the edit is let
// through. Where the call is there, it is refused at once.
func TestGuardWaitsForTheCall(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "a.go")
	transcripttest.Write(t, file, []byte("one\ntwo\nthree\n"))
	read := func(n int, line string) string { return transcripttest.ClaudeRead(n, root, file, n, line) }
	mark := transcripttest.ClaudeStep(9, root, "Edit", object{"path": "asked"}, "", nil)
	hook := func(second int) string {
		return transcripttest.JSON(object{"a": "hook", "timestamp": fmt.Sprintf("2026-11-27T18:49:%02d.716Z", second)})
	}
	copilot := copilotGuardStep(0, root, file, "one", "two")
	ofHook := strings.NewReplacer(`{"a":"hook"`, `{"type":"hook.start"`)
	for name, c := range map[string]struct {
		first, then string // records; "" first: there is no transcript yet
		session     bool   // Copilot CLI's request, made in second 16
		old, want   string
		isQuick     bool
	}{
		"a read before":               {read(1, "one"), read(2, "two") + mark, false, "two", "", false},
		"not the call":                {read(1, "one"), "", false, "two", "let through: the transcript has not come to the call", false},
		"not the call, all sent":      {read(2, "two"), "", false, "two", "", true},
		"the call is there":           {read(1, "one") + mark, "", false, "two", "lines 2 of", true},
		"half of the first record":    {"{\"type\":\"assist", read(1, "one") + mark, false, "two", "lines 2 of", false},
		"Copilot CLI, and a read":     {"", copilot + hook(16), true, "two", "", false},
		"Copilot CLI, nothing":        {"", "", true, "two", "let through: ", false},
		"Copilot CLI, another read":   {"", copilot + hook(16), true, "three", "lines 3 of", false},
		"Copilot CLI, tried before":   {strings.SplitAfter(copilot, "\n")[0] + hook(15), copilot + hook(16), true, "two", "", false},
		"Copilot CLI, the hook there": {copilot + hook(16), "", true, "three", "lines 3 of", true},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			t.Setenv("HOME", home)
			t.Setenv("USERPROFILE", home)
			run := filepath.Join(home, ".copilot/session-state/s/events.jsonl")
			edit := object{"path": file, "old_str": c.old, "new_str": "x"}
			request := object{"cwd": root, "hook_event_name": "PreToolUse", "transcript_path": run, "tool_use_id": "asked", "tool_input": edit}
			if c.session {
				request = object{"cwd": root, "sessionId": "s", "timestamp": 1795805356716, "toolName": "edit", "toolArgs": edit}
			}
			if err := os.MkdirAll(filepath.Dir(run), 0o755); err != nil {
				t.Fatal(err)
			}
			if c.first != "" {
				transcripttest.Write(t, run, []byte(ofHook.Replace(c.first)))
			}
			synctest.Test(t, func(t *testing.T) {
				written := make(chan error, 1)
				if c.then == "" {
					written <- nil
				} else {
					go func() {
						time.Sleep(2 * writePause)
						err := os.WriteFile(run+".new", []byte(ofHook.Replace(c.then)), 0o644)
						written <- errors.Join(err, sourcetest.Replace(run+".new", run))
					}()
				}
				began := time.Now()
				out, err := runCommand(t, transcripttest.JSON(request), "--guard")
				if err != nil || c.want == "" && out != "" || !strings.Contains(out, c.want) {
					t.Errorf("%v: %s", err, out)
				}
				if waited := time.Since(began); c.isQuick && waited > 0 {
					t.Errorf("it waited for %v", waited)
				}
				if err := <-written; err != nil {
					t.Error(err)
				}
			})
		})
	}
}
