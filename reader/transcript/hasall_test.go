package transcript_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestHasAllReadsOnce: whether the file of a sub-agent may have all that it did is looked up once, and again once the
// session grows; a packed file is unpacked for it.
func TestHasAllReadsOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run, plain, gz := filepath.Join(dir, "run.jsonl"), filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "b.jsonl.gz")
	text := transcripttest.ClaudeCall("a", 1, "one")
	transcripttest.Write(t, run, []byte(text))
	transcripttest.Write(t, plain, []byte(text))
	transcripttest.Write(t, gz, packed(t, text))
	s := transcripttest.Open(t, run)
	for i, want := range []bool{true, true, false} {
		for _, path := range []string{plain, gz} {
			if got := transcript.HasAll(s, record.Agent{File: path}); got != want {
				t.Errorf("%d. look at %s: %t, want %t", i+1, filepath.Base(path), got, want)
			}
			transcripttest.Write(t, path, []byte(strings.TrimSpace(text)))
		}
		if i == 1 {
			transcripttest.Write(t, run, []byte(text+text))
			if _, err := s.Update(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if transcript.HasAll(s, record.Agent{File: filepath.Join(dir, "none")}) || !transcript.HasAll(s, record.Agent{}) {
		t.Error("a file that is not there has all, or what is in the file of the run has not")
	}
	_ = os.Remove(gz)
}
