package transcriptcmd

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestGuardOfLateOutput: an edit of a line that came in pieces of what a command printed late is let through, however
// long ago that was; one of another line is refused.
func TestGuardOfLateOutput(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	file := filepath.Join(root, "a.go")
	transcripttest.Write(t, file, []byte("alpha line number one\nbeta came in pieces here\nthe third one was not sent\n"))
	codex := func(id, tool string, args object, output string) string {
		record := func(payload object) string {
			return transcripttest.JSON(object{"timestamp": "2026-11-21T15:00:44.540Z", "type": "response_item", "payload": payload})
		}
		return record(object{"type": "function_call", "name": tool, "arguments": transcripttest.JSON(args), "call_id": id}) +
			record(object{"type": "function_call_output", "call_id": id, "output": output})
	}
	const runs, ended = "Process running with session ID 7\nOutput:\n", "Process exited with code 0\nOutput:\n"
	wait := object{"session_id": 7, "chars": ""}
	claude := func(n int, tool string, input object, output string) string {
		return transcripttest.ClaudeStep(n, root, tool, input, output, nil)
	}
	for name, c := range map[string]struct {
		step guardStep
		late string
	}{
		"two pieces": {codexGuardStep, codex("late1", "exec_command", object{"cmd": "cat a.go"}, runs+"alpha line number one\nbeta came in pie") +
			codex("late2", "write_stdin", wait, ended+"ces here\n")},
		"three pieces": {codexGuardStep, codex("late1", "exec_command", object{"cmd": "cat a.go"}, runs+"alpha line number one\nbeta came i") +
			codex("late2", "write_stdin", wait, runs+"n pie") + codex("late3", "write_stdin", wait, ended+"ces here\n")},
		"of another shell": {claudeGuardStep, claude(1<<20, "BashOutput", object{"bash_id": "x"}, "<stdout>\nalpha line number one\nbeta came in\n</stdout>") +
			claude(2<<20, "BashOutput", object{"bash_id": "x"}, "<stdout>\n pieces here\n</stdout>")},
	} {
		fill := strings.Builder{}
		for n := range 200 {
			fill.WriteString(c.step(n, root, file+"x", "x", "y"))
		}
		run := filepath.Join(t.TempDir(), "run.jsonl")
		transcripttest.Write(t, run, []byte(fill.String()+c.late+fill.String()))
		for old, want := range map[string]string{
			"beta came in pieces here": "let through: ", "the third one was not sent": "You have not been sent lines 3",
		} {
			out, err := runCommand(t, transcripttest.JSON(object{
				"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root,
				"tool_input": object{"file_path": file, "old_string": old, "new_string": "x"},
			}), "--guard")
			if err != nil || !strings.Contains(out, want) {
				t.Error(fmt.Sprint(name, ", ", old, ": ", err), out)
			}
		}
	}
}
