package transcriptcmd

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/settingsfile"
)

type object = transcripttest.Object

// shellStep is a shell command of Claude Code, and what it printed.
func shellStep(n int, command, out string) string {
	return transcripttest.ClaudeStep(n, "/w", "Bash", object{"command": command}, out, nil)
}

// reviewedRuns are recorded runs on a file of five lines, and the file's folder.
func reviewedRuns(t *testing.T) (root string, runs map[string]string) {
	t.Helper()
	root = t.TempDir()
	transcripttest.Write(t, filepath.Join(root, "a.go"), []byte("one\ntwo\nthree\nfour\nfive\n"))
	diff := "diff --git a/a.go b/a.go\n--- a/a.go\n+++ b/a.go\n@@ -1,2 +1,3 @@\n one\n+two\n three\n"
	runs = map[string]string{}
	for name, text := range map[string]string{
		"file": transcripttest.ClaudeRead(1, "/w", "/w/a.go", 1, "one", "two"),
		"diff": shellStep(1, "git diff main", diff),
		"search": transcripttest.ClaudeStep(1, "/w", "Grep", object{"pattern": "o", "output_mode": "content"},
			"a.go:2:two\na.go-3-three", nil),
		"unsure": shellStep(1, "./lookup two a.go", "two"),
		"none":   transcripttest.ClaudeRead(1, "/w", "/w/b.go", 1, "x"),
		"edits": transcripttest.ClaudeStep(1, "/w", "Edit", object{"file_path": "/w/a.go"}, "ok",
			object{"structuredPatch": []object{{"oldStart": 2, "oldLines": 1, "lines": []string{"-2", "+two"}}}}) +
			transcripttest.ClaudeRead(2, "/w", "/w/a.go", 1, "one", "two"),
	} {
		runs[name] = filepath.Join(t.TempDir(), name+".jsonl")
		transcripttest.Write(t, runs[name], []byte(text))
	}
	return root, runs
}

// runCommand runs eyeline transcript with a diff on standard input, and returns what it prints and its error.
func runCommand(t *testing.T, in string, args ...string) (string, error) {
	t.Helper()
	patient := time.Now().Add(time.Minute) // the guard is not in a hurry: other tests may use the machine
	cmd := Command(nil, func() (*settingsfile.File, error) { return &settingsfile.File{}, nil }, patient)
	var out bytes.Buffer
	cmd.SetArgs(args)
	cmd.SetIn(strings.NewReader(in))
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.ExecuteContext(t.Context())
	return out.String(), err
}

func statusOf(err error) int {
	var s cmdkit.Status
	if errors.As(err, &s) {
		return s.Code
	}
	return 0
}

// TestGateTellsApart: lines count however they were sent, and it is said how; what is not understood is not judged.
func TestGateTellsApart(t *testing.T) {
	t.Parallel()
	root, runs := reviewedRuns(t)
	diff := "--- a/a.go\n+++ b/a.go\n@@ -2,0 +2,1 @@\n+two\n"
	for _, c := range []struct {
		runs   string
		status int
		want   string
	}{
		{"file", 0, "100% of the added lines were sent"},
		{"diff", 0, "a.go: 1 line seen as a diff\n"},
		{"search", 0, "a.go: 1 line seen in a search\n"},
		{"none file", 0, "0% by Claude Code s alone\n100% by Claude Code s alone\n100% of"},
		{"none", 1, "a.go: no call names this file\n"},
		{"unsure", 3, "a.go: 1 line not known: "},
	} {
		args := []string{"--root", root, "--diff", "-", "--min", "100"}
		for name := range strings.FieldsSeq(c.runs) {
			args = append(args, runs[name])
		}
		out, err := runCommand(t, diff, args...)
		if statusOf(err) != c.status || !strings.Contains(out, c.want) {
			t.Errorf("%s: status %d, %v\n%s", c.runs, statusOf(err), err, out)
		}
		out, _ = runCommand(t, diff, append(args, "--json")...)
		digests := strings.Count(out, `"sha256":"`)
		if digests != len(strings.Fields(c.runs)) || !strings.Contains(out, `"diff_sha256":"`) {
			t.Errorf("%s: no digests\n%s", c.runs, out)
		}
	}
}

// TestEditsAndLines: an edit stays blind though its line is read later, and a line tells its calls.
func TestEditsAndLines(t *testing.T) {
	t.Parallel()
	root, runs := reviewedRuns(t)
	out, err := runCommand(t, "", runs["file"], runs["edits"], "--root", root, "--edits")
	const row = "a.go  1     Edit  Claude Code  2           2                              2    " +
		"no call before it gave the agent a line"
	if err != nil || !strings.Contains(out, row+" of the file\n") {
		t.Errorf("%v\n%s", err, out)
	}
	out, err = runCommand(t, "", runs["file"], runs["edits"], "--root", root, "--line", "a.go:2")
	if err != nil || strings.Count(out, "sent ") != 2 || strings.Count(out, "wrote ") != 1 {
		t.Errorf("%v\n%s", err, out)
	}
	for line, want := range map[string]string{
		"a.go": "wants FILE:N", "a.go:9": "has 5 lines", "c.go:1": "no call names", "a.go:x": "wants FILE:N",
	} {
		_, err = runCommand(t, "", runs["file"], "--root", root, "--line", line)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
	out, err = runCommand(t, "", runs["file"], "--root", root, "--line", "a.go:4")
	if err != nil || !strings.Contains(out, "by no call") {
		t.Errorf("%v\n%s", err, out)
	}
	for _, n := range []string{"0", "-1"} {
		if _, err = runCommand(t, "", runs["file"], "--call", n); err == nil || !strings.Contains(err.Error(), "from 1 on") {
			t.Errorf("--call %s: %v", n, err)
		}
	}
}

// TestARunThatIsTooLargeIsNamed: of several transcripts it is said which one names more files than are kept.
func TestARunThatIsTooLargeIsNamed(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	large, small := filepath.Join(t.TempDir(), "large.jsonl"), filepath.Join(t.TempDir(), "small.jsonl")
	var all strings.Builder
	for n := range 15_001 {
		all.WriteString(transcripttest.ClaudeStep(n, "/w", "Read", object{"file_path": fmt.Sprint("/w/", n)}, "", nil))
	}
	transcripttest.Write(t, large, []byte(all.String()))
	transcripttest.Write(t, small, []byte(shellStep(1, "true", "")))
	for _, args := range [][]string{{"--edits", small, large}, {"--report", large}} {
		_, err := runCommand(t, "", args...)
		if err == nil || !strings.Contains(err.Error(), large+": the run has calls on more than") {
			t.Errorf("%s: %v", args[0], err)
		}
	}
}

// TestReviewOfADiffOfWindows: PowerShell writes what git prints as UTF-16, or with a byte order mark.
func TestReviewOfADiffOfWindows(t *testing.T) {
	t.Parallel()
	root, runs := reviewedRuns(t)
	diff := "--- a/a.go\n+++ b/a.go\n@@ -2,0 +2,1 @@\n+two\n"
	wide := "\xff\xfe"
	for _, c := range []byte(strings.ReplaceAll(diff, "\n", "\r\n")) {
		wide += string([]byte{c, 0})
	}
	for _, in := range []string{"\ufeff" + diff, wide} {
		out, err := runCommand(t, in, "--root", root, "--diff", "-", runs["file"])
		if err != nil || !strings.Contains(out, "100% of the added lines were sent") {
			t.Errorf("%q: %v\n%s", in, err, out)
		}
	}
}
