package transcriptcmd

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestMalformedLinesAreTold: whatever is asked of a run, it is said that lines of it were skipped, once, and no line of
// a file is said not to have been sent.
func TestMalformedLinesAreTold(t *testing.T) {
	t.Parallel()
	root, dir := t.TempDir(), t.TempDir()
	file := filepath.Join(root, "a.txt")
	transcripttest.Write(t, file, []byte("alpha one\nbeta two\n"))
	read := transcripttest.ClaudeRead(1, root, file, 1, "alpha one")
	edit := transcripttest.ClaudeStep(2, root, "Edit",
		object{"file_path": file, "old_string": "gamma three", "new_string": "beta two"}, "ok", nil)
	cut, whole := filepath.Join(dir, "cut.jsonl"), filepath.Join(dir, "whole.jsonl")
	transcripttest.Write(t, cut, []byte(read+read[:80]+"\n"+edit))
	transcripttest.Write(t, whole, []byte(read+edit))
	const diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1,0 +1,2 @@\n+alpha one\n+beta two\n"
	for _, args := range []string{
		"", "--json", "--format html", "--format markdown", whole, whole + " --json", whole + " --format html",
		"--diff -", "--diff - --json", "--diff - --format markdown", "--edits", "--edits --json", "--line a.txt:2",
		"--file a.txt", "--file a.txt --json", "--calls", "--reads", "--reads " + whole, "--paging", "--call 1",
	} {
		out, err := runCommand(t, diff, append([]string{cut, "--root", root}, strings.Fields(args)...)...)
		if n := strings.Count(out, "1 malformed line was skipped"); n != 1 && args != "--diff - --format markdown" || n == 0 {
			t.Errorf("%s: %v, it is said %d times in\n%s", args, err, n, out)
		}
	}
	for _, line := range []string{"[1]", "0", `"x"`, "null"} {
		other := filepath.Join(dir, "other.jsonl")
		transcripttest.Write(t, other, []byte(read+line+"\n"+edit))
		out, err := runCommand(t, "", other, "--root", root)
		if err != nil || !strings.Contains(out, "1 malformed line was skipped") {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}

	out, err := runCommand(t, "", cut, "--reads")
	if !strings.Contains(out, `"kind":"change"`) || strings.Count(out, `"blind":0,"sure":false`) != 1 || err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if out, _ = runCommand(t, "", whole, "--reads"); strings.Count(out, `"blind":1,"sure":true`) != 1 || strings.Contains(out, "malformed") {
		t.Error(out)
	}
}

// TestGuardOfMalformedRuns: an edit is let through once a line of the transcript is malformed, since the lines that it
// replaces may have stood there; not for the line that is being written.
func TestGuardOfMalformedRuns(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	file := filepath.Join(root, "a.go")
	transcripttest.Write(t, file, []byte("one\ntwo\nthree and four\n"))
	read := transcripttest.ClaudeRead(1, root, file, 1, "one", "two")
	lines := strings.SplitAfter(transcripttest.ClaudeRead(2, root, file, 3, "three and four"), "\n")
	half := lines[1][:len(lines[1])/2]
	if strings.Contains(half, "three and") {
		half = half[:strings.Index(half, "three and")]
	}
	const denied, let = `"permissionDecision":"deny"`, "let through: a line of the transcript is malformed"
	for _, c := range []struct{ run, want string }{
		{read, denied},
		{read + `{"type":"user","mess`, denied},
		{read + "\n" + read, denied},
		{read + lines[0] + half + "\n", "let through: a read of the file is not understood"},
		{read + lines[0][:30] + "\n" + lines[1], "let through: the lines may stand in another result"},
		{half + "\n" + read, let},
		{read + "[" + strings.TrimSpace(lines[1]) + "]\n", let},
		{read + "0\n" + read, let},
		{read + strings.Repeat("\x00", 999) + "\n" + read, let},
	} {
		run := filepath.Join(t.TempDir(), "run.jsonl")
		transcripttest.Write(t, run, []byte(c.run))
		request := transcripttest.JSON(object{
			"hook_event_name": "PreToolUse", "transcript_path": run, "cwd": root, "tool_name": "Edit",
			"tool_input": object{"file_path": file, "old_string": "three and four", "new_string": "x"},
		})
		if out, err := runCommand(t, request, "--guard"); err != nil || !strings.Contains(out, c.want) {
			t.Errorf("%q: %v\n%s", c.run, err, out)
		}
	}
}
