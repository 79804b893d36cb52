package coverage

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestReadsWithoutText: a read of which the record has no text is told by itself, and not as one that is not
// understood; its lines are not known all the same.
func TestReadsWithoutText(t *testing.T) {
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a.txt"), []byte("the first line of it\nthe second line of it\n"))
	read := `{"role":"assistant","message":{"content":[{"type":"tool_use","id":"1","name":"Read","input":{"path":"` +
		filepath.ToSlash(dir) + `/a.txt"}}]}}` + "\n"
	path := filepath.Join(dir, "agent-transcripts", "7a", "7a.jsonl")
	transcripttest.Write(t, path, []byte(`{"role":"user","message":{"content":[{"type":"text","text":"look"}]}}`+"\n"+read+
		`{"role":"assistant","message":{"content":[{"type":"text","text":"done"}]}}`+"\n"))
	c, err := Of(t.Context(), transcripttest.Open(t, path), dir)
	if err != nil {
		t.Fatal(err)
	}

	if c.Reads != 1 || c.UnknownReads != 1 || c.UnrecordedReads != 1 || len(c.Files) != 1 || len(c.Files[0].Never) > 0 {
		t.Errorf("%+v", c)
	}
	if words := c.UnknownWords(); !strings.HasPrefix(words, "The record has no text of 1 of 1 read:") ||
		strings.Contains(words, "understood") {
		t.Error(words)
	}
}
