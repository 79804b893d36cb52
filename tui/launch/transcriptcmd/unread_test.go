package transcriptcmd

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestBrokenFilesOfARun: a file of a sub-agent that cannot be opened is named in every form of a report, since what it
// was sent is not known.
func TestBrokenFilesOfARun(t *testing.T) {
	root, dir := t.TempDir(), t.TempDir()
	transcripttest.Write(t, filepath.Join(root, "a.txt"), []byte("one\ntwo\n"))
	var runs []string
	for _, name := range []string{"s", "t"} {
		run := filepath.Join(dir, name+".jsonl")
		transcripttest.Write(t, run, []byte(transcripttest.ClaudeRead(1, root, filepath.Join(root, "a.txt"), 1, "one")))
		runs = append(runs, run)
	}
	broken := filepath.Join(dir, "s", "subagents", "agent-7.jsonl.gz")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(transcripttest.ClaudeRead(2, root, filepath.Join(root, "a.txt"), 2, "two")))
	_ = z.Close()
	transcripttest.Write(t, broken, packed.Bytes()[:packed.Len()-6])
	const diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1,0 +2 @@\n+two\n"
	for _, args := range [][]string{
		{},
		{"--json"},
		{"--format", "html"},
		{"--format", "markdown"},
		{runs[1]},
		{runs[1], "--json"},
		{runs[1], "--format", "html"},
		{"--diff", "-"},
		{"--diff", "-", "--json"},
		{"--diff", "-", "--format", "markdown"},
	} {
		out, err := runCommand(t, diff, append([]string{runs[0], "--root", root}, args...)...)
		written, _ := json.Marshal(broken)
		if !strings.Contains(out, filepath.Base(broken)) && !strings.Contains(out, strings.Trim(string(written), `"`)) {
			t.Errorf("%v: %v, %s is not named in\n%s", args, err, broken, out)
		}
		if strings.Contains(out, `"never":[[`) || strings.Contains(out, `"unsure":0`) {
			t.Errorf("%v: the line that the sub-agent may have been sent is said not to have been:\n%s", args, out)
		}
	}
}
