package transcriptcmd

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestGuardAfterUnansweredCalls: an edit is let through where a call came before it whose result the transcript does
// not have, and which may have given or made the lines; the edit itself, which has no result yet, is no such call.
func TestGuardAfterUnansweredCalls(t *testing.T) {
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
	fmt := open(2, "Bash", object{"command": "make fmt"})
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
		"a formatter":                 {read + fmt + edit(3), "3", "let through: "},
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

// TestGuardWaits: where the transcript has not come to the call, the guard says so in the end, or why it is not known
// what was sent in any case: a formatter came between.
func TestGuardWaits(t *testing.T) {
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
