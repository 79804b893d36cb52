package transcript_test

import (
	"path/filepath"
	"slices"
	"testing"

	"eyeline/reader/transcript"
	"eyeline/reader/transcript/transcripttest"
)

// TestIndexesAreNoRuns: a database in which an agent only searches for its runs is none of them; another one is, so
// that it is said what is wrong with it, and so is a transcript with the name of an index.
func TestIndexesAreNoRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := filepath.Join(dir, "run.jsonl")
	transcripttest.Write(t, run, []byte(transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "one")))
	other, named := filepath.Join(dir, "other.sqlite"), filepath.Join(dir, "z", "session_search.sqlite")
	transcripttest.Write(t, named, []byte(transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "one")))
	for _, path := range []string{other, filepath.Join(dir, "session_search.sqlite")} {
		transcripttest.Write(t, path, []byte("SQLite format 3\x00"))
	}
	got, err := transcript.FindBelow(t.Context(), dir)
	if want := []string{other, run, named}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}
