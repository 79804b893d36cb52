package transcriptcmd

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestGuardOfResultsOfOtherCalls: an edit of a line that stands in the result of a call which does not name the file, as
// of a search or of another name of it, is let through, wherever in the run that came; one of another line is refused.
func TestGuardOfResultsOfOtherCalls(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]guardStep{
		"claude": claudeGuardStep, "codex": codexGuardStep, "gemini": geminiGuardStep, "copilot": copilotGuardStep,
	} {
		root := t.TempDir()
		file := filepath.Join(root, "a.go")
		transcripttest.Write(t, file, []byte("alpha line number one\nbeta of another name\nthe third one was not sent\n"))
		run := step(0, root, file, "alpha line number one")
		for n := range 300 {
			if n == 150 {
				run += step(1<<20, root, filepath.Join(root, "linked"), "alpha line number one", "beta of another name")
			}
			run += step(1+n, root, file+"x", "x", "y")
		}
		path := filepath.Join(t.TempDir(), "run.jsonl")
		transcripttest.Write(t, path, []byte(run))
		for old, want := range map[string]string{
			"beta of another name":       "let through: the lines may stand in another result",
			"the third one was not sent": "You have not been sent lines 3",
		} {
			out, err := runCommand(t, transcripttest.JSON(object{
				"hook_event_name": "PreToolUse", "transcript_path": path, "cwd": root,
				"tool_input": object{"file_path": file, "old_string": old, "new_string": "x"},
			}), "--guard")
			if err != nil || !strings.Contains(out, want) {
				t.Errorf("%s, %s: %v: %s", name, old, err, out)
			}
		}
	}
}
