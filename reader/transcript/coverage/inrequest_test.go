package coverage

import (
	"path/filepath"
	"testing"

	"eyeline/reader/transcript/heldlines"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestARecordedRequestHasNoGuesses: a file that the agent is taken to have from its start does not stand in a request
// that is recorded itself without it.
func TestARecordedRequestHasNoGuesses(t *testing.T) {
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "CLAUDE.md"), []byte("alpha one here is a line of text\n"))
	s := transcripttest.Decode(t, "run.jsonl", transcripttest.Requests(t, transcripttest.Conversation()[:2]...))
	c := &Coverage{Files: []File{{Path: "CLAUDE.md", Sets: heldlines.Sets{InContext: record.Ranges{{1, 1}}}}}}
	r := NewReplay(s)
	if err := r.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	had, err := r.InRequest(t.Context(), dir, c, s.Requests[1])
	if err != nil || !s.Requests[1].Exact || len(had[0].Lines) > 0 {
		t.Errorf("%+v %v", had, err)
	}
}
