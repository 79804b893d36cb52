package transcriptcmd

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestCallsLookInRoot: what a command printed is laid over the files in --root.
func TestCallsLookInRoot(t *testing.T) {
	t.Parallel()
	root, run := t.TempDir(), filepath.Join(t.TempDir(), "run.jsonl")
	input := transcripttest.Object{"command": "tail -n 2 a.txt"}
	transcripttest.Write(t, run, []byte(transcripttest.ClaudeStep(1, "/gone", "Bash", input, "three\nfour", nil)))
	transcripttest.Write(t, filepath.Join(root, "a.txt"), []byte("one\ntwo\nthree\nfour\n"))
	out, err := runCommand(t, "", run, "--calls", "--json", "--root", root)
	if err != nil || !strings.Contains(out, `"lines":[[3,4]]`) {
		t.Errorf("%s %v", out, err)
	}
}
