package rerun

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/transcript/transcripttest"
)

// TestShellReadsAgain: what a shell printed of files is compared with what its imitation gives now, commands that print
// none are no reads, and where an output was kept does not count.
func TestShellReadsAgain(t *testing.T) {
	systemtest.SkipOnWindows(t, "shells are not imitated")
	dir := t.TempDir()
	for name, text := range map[string]string{"a": "one\ntwo\nthree\n", "b": "four\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text := ""
	for i, c := range []struct{ command, result string }{
		{"sed -n 2,3p a; cat b", "two\nthree\nfour"},
		{"cat a | head -n 1", "ONE"},
		{"make", "done"},
		{"awk '{ print $1; if (x) y }' a", "one"},
		{"cat gone", "x"},
	} {
		text += transcripttest.ClaudeStep(i+1, dir, "Bash", transcripttest.Object{"command": c.command}, c.result, nil)
	}
	s := transcripttest.Decode(t, "s.jsonl", text)
	a, err := CompareAll(t.Context(), s, dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []Verdict{Same, Differs, NotImitated, Gone}
	for i, v := range want {
		if i >= len(a.Reads) || a.Reads[i].Verdict != v || a.Reads[i].Imitated != "claude_code_bash" {
			t.Fatalf("read %d is not %s: %+v", i, v, a.Reads)
		}
	}
	if len(a.Reads) != len(want) {
		t.Errorf("%d reads", len(a.Reads))
	}
	for _, c := range []struct{ here, recorded, want string }{
		{
			"Saved to: /tmp/0-copilot-tool-output-0.txt\nx <shellId: 0 completed", "Saved to: /t/1\nx <shellId: 3 completed",
			"Saved to: /t/1\nx <shellId: 3 completed",
		},
		{
			"Chunk ID: 000000\nWall time: 0.0000 seconds\na", "Chunk ID: ab12\nWall time: 1.5 seconds\nb",
			"Chunk ID: ab12\nWall time: 1.5 seconds\na",
		},
		{
			"Wall time: 0.000 seconds\nWall time: 5 seconds", "Wall time: 1 seconds\nWall time: 6 seconds",
			"Wall time: 1 seconds\nWall time: 5 seconds",
		},
		{"a\nPGID: 10000", "b\nPGID: 3", "a\nPGID: 10000"},
		{"Chunk ID: 000000\n", "", "Chunk ID: 000000\n"},
	} {
		if got := varied(c.here, c.recorded); got != c.want {
			t.Errorf("%q of %q: %q", c.here, c.recorded, got)
		}
	}
}

// TestWordsOfFilesAreCompared: words of a file that look like those that differ from run to run do not count as the
// same.
func TestWordsOfFilesAreCompared(t *testing.T) {
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "log"), []byte("Wall time: 6 seconds\nChunk ID: 7\n"))
	const was = "Wall time: 5 seconds\nChunk ID: 7"
	for name, run := range map[string]string{
		"a read":  transcripttest.ClaudeRead(1, dir, filepath.Join(dir, "log"), 1, strings.Split(was, "\n")...),
		"a shell": transcripttest.ClaudeStep(1, dir, "Bash", transcripttest.Object{"command": "cat log"}, was, nil),
	} {
		if name == "a shell" && runtime.GOOS == "windows" {
			continue // it is not imitated there
		}
		s := transcripttest.Decode(t, "s.jsonl", run)
		if now, err := Compare(t.Context(), s, dir, s.Call(1)); err != nil || now.Same || now.Line != 1 {
			t.Errorf("%s: %+v, %v", name, now, err)
		}
	}
}
