package rerun

import (
	"os"
	"path/filepath"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestShellReadsAgain: what a shell printed of files is compared with what its imitation gives now, commands that print
// none are no reads, and where an output was kept does not count.
func TestShellReadsAgain(t *testing.T) {
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
	if got := unvaried("Saved to: /tmp/1.txt\nx <shellId: 3 completed"); got != unvaried("Saved to: /tmp/2.txt\nx <shellId: 4 completed") {
		t.Errorf("%q", got)
	}
}
