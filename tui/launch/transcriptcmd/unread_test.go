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
	t.Parallel()
	root, dir := t.TempDir(), t.TempDir()
	transcripttest.Write(t, filepath.Join(root, "a.txt"), []byte("one\ntwo\n"))
	var runs []string
	for _, name := range []string{"s", "t"} {
		run := filepath.Join(dir, name+".jsonl")
		transcripttest.Write(t, run, []byte(transcripttest.ClaudeRead(1, root, filepath.Join(root, "a.txt"), 1, "one")))
		runs = append(runs, run)
	}
	broken := filepath.Join(dir, "s", "subagents", "agent-7.jsonl.gz")
	writeBroken(t, broken, transcripttest.ClaudeRead(2, root, filepath.Join(root, "a.txt"), 2, "two"))
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
		{"--edits"},
		{"--edits", "--json"},
		{"--line", "a.txt:2"},
		{"--line", "a.txt:2", "--json"},
		{"--line", "a.txt:1"},
		{"--file", "a.txt"},
		{"--file", "a.txt", "--json"},
	} {
		out, err := runCommand(t, diff, append([]string{runs[0], "--root", root}, args...)...)
		written, _ := json.Marshal(broken)
		if !strings.Contains(out, filepath.Base(broken)) && !strings.Contains(out, strings.Trim(string(written), `"`)) {
			t.Errorf("%v: %v, %s is not named in\n%s", args, err, broken, out)
		}
		if strings.Contains(out, `"never":[[`) || strings.Contains(out, `"unsure":0`) {
			t.Errorf("%v: the line that the sub-agent may have been sent is said not to have been:\n%s", args, out)
		}
		if strings.Contains(out, "in a result that is not understood") || strings.Contains(out, "that were not sent") {
			t.Errorf("%v: the reason is another one:\n%s", args, out)
		}
	}
}

// TestReviewOfABrokenFile: in the table of a review, lines that a file of the run may have which cannot be opened stand
// under what is not known, with that reason.
func TestReviewOfABrokenFile(t *testing.T) {
	t.Parallel()
	root, dir := t.TempDir(), t.TempDir()
	transcripttest.Write(t, filepath.Join(root, "a.txt"), []byte("one\ntwo\n"))
	run := filepath.Join(dir, "s.jsonl")
	transcripttest.Write(t, run, []byte(transcripttest.ClaudeRead(1, root, filepath.Join(root, "a.txt"), 1, "one")))
	writeBroken(t, filepath.Join(dir, "s", "subagents", "agent-7.jsonl.gz"), "{}")
	const diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1,0 +2 @@\n+two\n"
	out, err := runCommand(t, diff, run, "--root", root, "--diff", "-")
	lines := strings.Split(out, "\n")
	if len(lines) < 2 || !strings.HasSuffix(strings.TrimSpace(lines[0]), "not known") ||
		strings.Join(strings.Fields(lines[1]), " ") != "a.txt 1 0 - 2" ||
		strings.LastIndex(lines[1], "2") < strings.Index(lines[0], "not known") ||
		!strings.Contains(out, "it may stand in a part of the run that was not opened") {
		t.Errorf("%v:\n%s", err, out)
	}
}

// writeBroken writes a file that is compressed, and ends too early.
func writeBroken(t *testing.T, path, content string) {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(content))
	_ = z.Close()
	transcripttest.Write(t, path, packed.Bytes()[:packed.Len()-6])
}
