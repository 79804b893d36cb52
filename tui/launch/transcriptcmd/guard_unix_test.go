//go:build unix

package transcriptcmd

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// A named pipe in the place of the transcript or of the file is not waited for.
func TestGuardWaitsForNoPipe(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	file, run, pipe := filepath.Join(root, "a.go"), filepath.Join(root, "run.jsonl"), filepath.Join(root, "pipe")
	transcripttest.Write(t, file, []byte("one\n"))
	transcripttest.Write(t, run, []byte(transcripttest.ClaudeRead(1, root, file, 1, "one")))
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ file, run string }{
		"the transcript": {file, pipe}, "the file": {pipe, run},
	} {
		request := object{"hook_event_name": "PreToolUse", "transcript_path": c.run, "cwd": root, "tool_input": object{
			"file_path": c.file, "old_string": "one", "new_string": "x",
		}}
		out, err := runCommand(t, transcripttest.JSON(request), "--guard")
		if err != nil || !strings.Contains(out, "let through: ") || !strings.Contains(out, "named pipe") {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
}
