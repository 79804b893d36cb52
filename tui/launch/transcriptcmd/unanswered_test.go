package transcriptcmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript/transcripttest"
)

// TestGuardAfterUnansweredCalls: an edit is let through where a call came before it whose result the transcript does
// not have, and which may have given or made the lines; the edit itself, which has no result yet, is no such call.
func TestGuardAfterUnansweredCalls(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	file := filepath.Join(root, "a.go")
	transcripttest.Write(t, file, []byte("one\ntwo\nthree and four\n"))
	read := transcripttest.ClaudeRead(1, root, file, 1, "one", "two")
	open := func(n int, tool string, input object) string {
		call, _, _ := strings.Cut(transcripttest.ClaudeStep(n, root, tool, input, "", nil), "\n")
		return call + "\n"
	}
	cat := object{"command": "cat a.go"}
	shell, answered := open(2, "Bash", cat), transcripttest.ClaudeStep(2, root, "Bash", cat, "", nil)
	format := open(2, "Bash", object{"command": "make fmt"})
	edit := func(n int) string {
		return open(n, "Edit", object{"file_path": file, "old_string": "two", "new_string": "three and four"})
	}
	const denied, let = `"permissionDecision":"deny"`, "let through: the transcript has no result of a call"
	long := read // its end is not among the first records
	for n := range 100 {
		long += transcripttest.ClaudeStep(100+n, root, "TodoWrite", object{}, "ok", nil)
	}
	for name, c := range map[string]struct{ run, id, want string }{
		"nothing":                     {read, "", denied},
		"the edit itself":             {read + edit(3), "3", denied},
		"the edit, without an id":     {read + edit(3), "", denied},
		"a command":                   {read + shell + edit(3), "3", "let through: a read of the file"},
		"a command, answered":         {read + answered, "", denied},
		"another edit":                {read + edit(2) + edit(3), "3", let},
		"another edit, without an id": {read + edit(2) + edit(3), "", let},
		"a command over all files":    {long + open(2, "Bash", object{"command": "cat *"}) + edit(3), "3", let},
		"and the edit is not there":   {long + open(2, "Bash", object{"command": "cat *"}), "", let},
		"a plan":                      {long + open(2, "TodoWrite", object{}) + edit(3), "3", denied},
		"a read of another file":      {read + open(2, "Read", object{"file_path": file + "x"}) + edit(3), "3", denied},
		"another agent's":             {long + bySub(open(2, "Bash", object{"command": "cat *"}), "x") + edit(3), "3", denied},
		"a search":                    {read + open(2, "Grep", object{"pattern": "a.go"}) + edit(3), "3", let},
		"a formatter":                 {read + format + edit(3), "3", "let through: "},
	} {
		run := filepath.Join(t.TempDir(), "run.jsonl")
		transcripttest.Write(t, run, []byte(c.run))
		out, err := runCommand(t, transcripttest.JSON(object{
			"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root, "tool_use_id": c.id,
			"tool_input": object{"file_path": file, "old_string": "three and four", "new_string": "x"},
		}), "--guard")
		if err != nil || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// TestGuardAfterCallsUnansweredLongAgo: a call without a result counts wherever the transcript has it, in the records of
// each agent. One that was answered later does not, nor one that gives nothing of files.
func TestGuardAfterCallsUnansweredLongAgo(t *testing.T) {
	longtest.SkipUnlessInPart(t)
	t.Parallel()
	root := t.TempDir()
	file := filepath.Join(root, "a.go")
	transcripttest.Write(t, file, []byte("one\ntwo\nthree and four\n"))
	transcripttest.Write(t, filepath.Join(root, "b.go"), []byte("one\n"))
	if err := os.Link(file, filepath.Join(root, "linked.go")); err != nil {
		t.Skip(err) // a file system without links
	}
	filler := strings.Split(strings.Repeat("a line of another file that says enough\n", 400), "\n")
	const time = "2026-11-21T15:00:44.540Z"
	claude := func(tool string, input object) (call, result string) {
		call, result, _ = strings.Cut(transcripttest.ClaudeStep(1<<20, root, tool, input, "done", nil), "\n")
		return call + "\n", result
	}
	codexIn := func(args object) (call, result string) {
		record := func(payload object) string {
			return transcripttest.JSON(object{"timestamp": time, "type": "response_item", "payload": payload})
		}
		call = fmt.Sprintf(`{"timestamp":%q,"type":"response_item","payload":{"type":"function_call",`+
			`"name":"exec_command","arguments":%q,"call_id":"call_open"}}`+"\n", time, transcripttest.JSON(args))
		return call, record(object{"type": "function_call_output", "call_id": "call_open", "output": "done"})
	}
	codex := func(command string) (call, result string) { return codexIn(object{"cmd": command}) }
	copilot := func(command string) (call, result string) {
		record := func(kind string, data object) string {
			data["toolCallId"] = "call_open"
			return transcripttest.JSON(object{"type": kind, "data": data, "id": kind, "timestamp": time, "parentId": "p"})
		}
		args := object{"command": command}
		call = record("tool.execution_start", object{"toolName": "bash", "arguments": args})
		return call, record("tool.execution_complete", object{"success": true, "result": object{"content": "done"}})
	}
	gemini := func(command string) (call, result string) {
		one := object{"id": "call_open", "name": "run_shell_command", "args": object{"command": command}}
		message := object{"id": "m-1", "timestamp": time, "type": "gemini", "content": "", "toolCalls": []object{one}}
		call = transcripttest.JSON(message)
		answer := object{"id": "call_open", "name": "run_shell_command", "response": object{"output": "done"}}
		one["result"] = []object{{"functionResponse": answer}}
		return call, transcripttest.JSON(message)
	}
	const denied, let = `"permissionDecision":"deny"`, "let through: the transcript has no result of a call"
	for name, c := range map[string]struct {
		step guardStep
		call func() (call, result string)
		want string
	}{
		"claude, a command":  {claudeGuardStep, func() (string, string) { return claude("Bash", object{"command": "cat *"}) }, let},
		"claude, a search":   {claudeGuardStep, func() (string, string) { return claude("Grep", object{"pattern": "x"}) }, let},
		"claude, a plan":     {claudeGuardStep, func() (string, string) { return claude("TodoWrite", object{}) }, denied},
		"claude, a read":     {claudeGuardStep, func() (string, string) { return claude("Read", object{"file_path": file}) }, "let through: "},
		"claude, other file": {claudeGuardStep, func() (string, string) { return claude("Read", object{"file_path": file + "x"}) }, denied},
		"claude, a folder": {claudeGuardStep, func() (string, string) { // that an earlier cd led to
			return claude("Bash", object{"command": "cat b.go"})
		}, let},
		"codex, a folder": {codexGuardStep, func() (string, string) {
			return codexIn(object{"cmd": "cat b.go", "workdir": "sub"})
		}, let},
		"codex, none at all": {codexGuardStep, func() (string, string) { return codex("cat /none/c.go") }, denied},
		"codex, a search":    {codexGuardStep, func() (string, string) { return codex("grep -rn x .") }, let},
		"codex, all files":   {codexGuardStep, func() (string, string) { return codex("cat *.go") }, let},
		"codex, other file":  {codexGuardStep, func() (string, string) { return codex("cat b.go") }, denied},
		"codex, same file":   {codexGuardStep, func() (string, string) { return codex("cat linked.go") }, let},
		"codex, none there":  {codexGuardStep, func() (string, string) { return codex("cat c.go") }, let},
		"copilot":            {copilotGuardStep, func() (string, string) { return copilot("cat * | head") }, let},
		"gemini":             {geminiGuardStep, func() (string, string) { return gemini("cat * | head") }, let},
	} {
		call, result := c.call()
		for _, isAnswered := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, answered %t", name, isAnswered), func(t *testing.T) {
				t.Parallel()
				run := filepath.Join(t.TempDir(), "run.jsonl")
				all := strings.Builder{}
				all.WriteString(c.step(0, root, file, "one", "two"))
				for n := range 20 { // the call is not among the first records
					all.WriteString(c.step(1+n, root, file+"x", "x", "y"))
				}

				all.WriteString(call)
				want := c.want
				if isAnswered {
					all.WriteString(result)
					want = denied
				}

				for n := 100; all.Len() < 1<<20; n++ {
					all.WriteString(c.step(n, root, file+"x", filler...))
				}
				transcripttest.Write(t, run, []byte(all.String()))
				out, err := runCommand(t, transcripttest.JSON(object{
					"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root,
					"tool_input": object{"file_path": file, "old_string": "three and four", "new_string": "x"},
				}), "--guard")
				if err != nil || !strings.Contains(out, want) {
					t.Errorf("%v\n%s", err, out)
				}
			})
		}
	}
}

// TestGuardWaits: where the transcript has not come to the call, the guard says so in the end, or why it is not known
// what was sent in any case: a formatter came between.
func TestGuardWaits(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	file := filepath.Join(root, "a.go")
	transcripttest.Write(t, file, []byte("one\ntwo\nthree and four\n"))
	read := transcripttest.ClaudeRead(1, root, file, 1, "one", "two")
	format := transcripttest.ClaudeStep(2, root, "Bash", object{"command": "make fmt"}, "ok", nil)
	look := transcripttest.ClaudeStep(2, root, "Bash", object{"command": "ls"}, "ok", nil)
	for name, c := range map[string]struct{ run, want string }{
		"a look":      {read + look, "let through: the transcript has not come to the call"},
		"a formatter": {read + format, "let through: a command that is not understood may have made the lines"},
	} {
		run := filepath.Join(t.TempDir(), "run.jsonl")
		transcripttest.Write(t, run, []byte(c.run))
		out, err := runCommand(t, transcripttest.JSON(object{
			"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root, "tool_use_id": "toolu_late",
			"tool_input": object{"file_path": file, "old_string": "three and four", "new_string": "x"},
		}), "--guard")
		if err != nil || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
